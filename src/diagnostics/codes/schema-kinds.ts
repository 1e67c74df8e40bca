import type { CodeDefinition } from '../code-definition.ts'
import { widgetExample } from './schema-example.ts'

/** What a kind says of its CustomResourceDefinition. */
export const schemaKindCodes = {
  'schema/invalid-name': {
    severity: 'error',
    message: '`{name}` cannot be a {what}',
    why: 'Names of resources stand in URLs, so that Kubernetes allows lower-case letters, digits and `-` only, 63 at most.',
    remedy: 'Write a name that starts with a lower-case letter and goes on with those.',
    example: widgetExample({ above: ['// +kubebuilder:resource:path=My_Widgets'] }),
  },
  'schema/kind-union': {
    severity: 'error',
    message: '`{kind}` is a union, but a kind is one object',
    why: 'The API server takes no choice at the root of a schema: it judges status and the rest apart.',
    remedy: 'Put the union into the spec.',
    example: widgetExample({
      after: [
        'export type Gadget = CustomResource & ({ spec: { a: string } } | { spec: { b: string } })',
      ],
    }),
  },
  'schema/unknown-word': {
    severity: 'error',
    message: '`{word}` is none of the words that `{argument}` takes',
    why: 'The API server refuses any other word.',
    remedy: 'Write one of the words that the note lists.',
    example: widgetExample({
      above: [
        '// +kubebuilder:printcolumn:name="Count",type=integer,format=int46,JSONPath=`.spec.count`',
      ],
    }),
  },
  'schema/unknown-path': {
    severity: 'error',
    message: '`{path}` leads nowhere: there is no `{field}`',
    why: 'The API server takes the path and then finds nothing: an empty column, a scale that does not work.',
    remedy: 'Write the path of a field of the type, starting at the object: `.spec.count`.',
    example: widgetExample({
      above: ['// +kubebuilder:printcolumn:name="Count",type=integer,JSONPath=`.spec.cont`'],
    }),
  },
  'schema/path-type': {
    severity: 'error',
    message: '`{path}` is {actual}, which cannot be {purpose}',
    why: 'The value would not be shown, or the API server refuses the path.',
    remedy: 'Name another field, or write the type of this one.',
    example: widgetExample({
      above: ['// +kubebuilder:printcolumn:name="Count",type=date,JSONPath=`.spec.count`'],
    }),
  },
  'schema/unusable-path': {
    severity: 'error',
    message: '`{path}` cannot be {purpose}',
    why: 'The API server takes simple paths only, such as `.spec.replicas`, and each in its part of the object.',
    remedy: 'Write the path of a field, as the note says.',
    example: widgetExample({ above: ['// +kubebuilder:selectablefield:JSONPath=.metadata.uid'] }),
  },
  'schema/invalid-pair': {
    severity: 'error',
    message: '`{text}` is no `key=value` that {name} take',
    why: 'Keys of labels and annotations are qualified names, and values of labels are short names.',
    remedy: 'Write `key=value`, the key with a domain where it is not your own.',
    example: widgetExample({ above: ['// +kubebuilder:metadata:labels="a b=c"'] }),
  },
  'schema/invalid-conversion': {
    severity: 'error',
    message: 'the conversion of `{kind}` is none that the API server takes',
    why: 'It calls one webhook, at a service in the cluster or at a URL, or none.',
    remedy: 'Correct the argument by what the note says.',
    example: widgetExample({ above: ['// +kops:conversion:url="http://converter.my.domain"'] }),
  },
  'schema/long-warning': {
    severity: 'error',
    message: 'the warning of `{kind}` has {bytes} bytes',
    why: 'The API server sends the warning in a header and takes at most 256 bytes.',
    remedy: 'Shorten the text of `@deprecated` or of `+kubebuilder:deprecatedversion`.',
    example: widgetExample({
      above: [`/** @deprecated ${'use the new kind. '.repeat(20).trim()} */`],
    }),
  },
} as const satisfies Record<string, CodeDefinition>
