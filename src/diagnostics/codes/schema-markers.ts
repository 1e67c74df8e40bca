import type { CodeDefinition } from '../code-definition.ts'
import { specExample, widgetExample } from './schema-example.ts'

/** Markers that do not fit what they stand on. */
export const schemaMarkerCodes = {
  'schema/wrong-type': {
    severity: 'error',
    message: '`{marker}` applies to {expected}, but `{subject}` is {actual}',
    why: 'The API server takes a constraint on the wrong type and then checks nothing.',
    remedy: 'Use the marker of the type, or change the type.',
    example: specExample('// +kubebuilder:validation:Minimum=1', 'name: string'),
  },
  'schema/fractional-value': {
    severity: 'error',
    message: '`{marker}` has a fraction, but `{subject}` is an integer',
    why: 'A bound of an integer is an integer.',
    remedy: 'Write a whole number, or make the field a `Double`.',
    example: specExample('/** @minimum 0.5 */', 'replicas: Int32'),
  },
  'schema/exclusive-without-bound': {
    severity: 'error',
    message: '`{marker}` of `{subject}` has no bound beside it',
    why: 'The marker only says that the bound itself is refused; without one it says nothing.',
    remedy: 'Add `+kubebuilder:validation:Minimum` or `Maximum` beside it.',
    example: specExample('// +kubebuilder:validation:ExclusiveMinimum=true', 'replicas: Int32'),
  },
  'schema/unusable-multiple': {
    severity: 'error',
    message: '`{marker}` of `{subject}` is not a whole number above zero',
    why: 'The API server refuses a default beside a fractional factor, since it rounds the factor down.',
    remedy: 'Store a whole number of a smaller unit, or use `Quantity`.',
    example: specExample('/** @multipleOf 0.1 */', 'replicas: Int32'),
  },
  'schema/not-an-enum': {
    severity: 'error',
    message: '`{marker}` stands on `{subject}`, which has no values of its own',
    why: 'The marker collects the constants of a Go type. In TypeScript the type itself lists its values.',
    remedy: "Write the values as a union of literals, such as `'a' | 'b'`.",
    example: widgetExample({
      spec: ['mode: Mode'],
      after: ['', '// +k8s:enum', 'type Mode = string'],
    }),
  },
  'schema/two-defaults': {
    severity: 'error',
    message: '`{subject}` has two different defaults',
    why: 'The API server fills in one value.',
    remedy: 'Remove one of the two.',
    example: specExample('// +kubebuilder:default=1', '// +default=2', 'size: Int32'),
  },
  'schema/contradiction': {
    severity: 'error',
    message: '`{marker}` contradicts the type: `{subject}` is {other}',
    why: 'The type alone decides, and whoever reads the marker would be misled.',
    remedy: 'Change the type, or remove the marker.',
    example: specExample('// +optional', 'name: string'),
  },
  'schema/unknown-field': {
    severity: 'error',
    message: '`{subject}` has no field `{field}`',
    why: 'The rule made of the marker would not compile in the API server.',
    remedy: 'Write the name of a field of the type itself.',
    example: widgetExample({
      spec: ['source: Source'],
      after: [
        '',
        '// +kubebuilder:validation:ExactlyOneOf=url;pathh',
        'interface Source {',
        '  url?: string',
        '  path?: string',
        '}',
      ],
    }),
  },
  'schema/required-choice': {
    severity: 'error',
    message: '`{field}` of `{subject}` is required, so `{marker}` leaves no choice',
    why: 'A field that is always there cannot be one of which only some may be set.',
    remedy: 'Make the field optional.',
    example: widgetExample({
      spec: ['source: Source'],
      after: [
        '',
        '// +kubebuilder:validation:AtMostOneOf=url;path',
        'interface Source {',
        '  url: string',
        '  path?: string',
        '}',
      ],
    }),
  },
  'schema/not-a-kind': {
    severity: 'error',
    message: '`+{marker}` describes a kind, but `{type}` is none',
    why: 'It says something of the CustomResourceDefinition, which only a kind has, and would be lost here.',
    remedy: 'Move it above the interface that extends `CustomResource`.',
    example: widgetExample({
      spec: ['part: Part'],
      after: ['', '// +kubebuilder:storageversion', 'interface Part {', '  name: string', '}'],
    }),
  },
  'schema/unusable-overlay': {
    severity: 'error',
    message: '`{marker}` cannot be laid over `{subject}`: {problem}',
    why: 'An overlay is a JSON object whose names are keywords of a schema.',
    remedy: 'Name the keywords as the CustomResourceDefinition has them.',
    example: specExample('// +kops:schema={"minimun":1}', 'replicas: Int32'),
  },
} as const satisfies Record<string, CodeDefinition>
