import type { CodeDefinition } from '../code-definition.ts'
import { specExample, widgetExample } from './schema-example.ts'

/** Types that a schema cannot say. */
export const schemaTypeCodes = {
  'schema/plain-number': {
    severity: 'error',
    message: '`{subject}` is a plain `number`, which does not say what kind of number',
    why: 'TypeScript has one type of numbers, Kubernetes has integers of 32 and 64 bits and floating point. A field of the wrong one is hard to change once objects are stored.',
    remedy:
      'Write `Int32`, `Int64`, `Integer`, `Float` or `Double` from `kops`, or set what `number` means for the whole project in PROJECT.',
    example: {
      files: {
        PROJECT:
          'domain: example.com\nlayout:\n- kops/v1\nplugins:\n  kops: {}\nprojectName: demo\nversion: "3"\n',
        'api/demo/v1/widget.ts': [
          '// +groupName=demo.example.com',
          "import type { CustomResource } from 'kops'",
          '',
          'export interface Widget extends CustomResource {',
          '  spec: { count: number }',
          '}',
          '',
        ].join('\n'),
      },
    },
  },
  'schema/number-warning': {
    severity: 'warning',
    message: '`{subject}` is a plain `number` and becomes `type: number`',
    why: 'A plain `number` admits fractions. Most fields of Kubernetes are integers, and the API server compares and prints those otherwise.',
    remedy: 'Write `Int32`, `Int64`, `Integer` or `Double` from `kops`.',
    example: specExample('size: number'),
  },
  'schema/fractional-int-or-string': {
    severity: 'warning',
    message: '`{subject}` admits fractions in TypeScript, but int-or-string takes none',
    why: "`number | string` becomes Kubernetes' int-or-string, whose numbers are integers: the API server refuses 1.5.",
    remedy: 'Write `IntOrString`, or `Int32 | string`.',
    example: specExample('port: number | string'),
  },
  'schema/no-value': {
    severity: 'error',
    message: '`{subject}` admits no value but `{type}`',
    why: 'A field needs a type that some JSON value other than null has.',
    remedy: 'Write the type of a value, or remove the field.',
    example: specExample('nothing?: null'),
  },
  'schema/not-json': {
    severity: 'error',
    message: '`{subject}` is of type `{type}`, which JSON cannot carry',
    why: 'Objects are stored and sent as JSON. A `Date` would be a string once read back, a `Map` an empty object, a `bigint` an exception.',
    remedy:
      'Write the type that stands for it in JSON: `Time`, `Int64`, `Bytes`, `Record<string, T>`, `T[]`.',
    example: specExample('at: Date'),
  },
  'schema/undefined-item': {
    severity: 'error',
    message: 'items of `{subject}` may be `undefined`, which JSON cannot carry',
    why: '`undefined` in an array becomes null in JSON, which the schema would refuse.',
    remedy: 'Remove `undefined` from the type of the items, or write `null`.',
    example: specExample('names: (string | undefined)[]'),
  },
  'schema/empty-tuple': {
    severity: 'error',
    message: '`{subject}` is a tuple without elements',
    why: 'A schema of an array must say what its items are.',
    remedy: 'Write an array type, or remove the field.',
    example: specExample('nothing: []'),
  },
  'schema/mixed-tuple': {
    severity: 'error',
    message: '`{subject}` is a tuple of elements of different types',
    why: 'A structural schema has one schema for all items of an array.',
    remedy: 'Write an object with a named field for each element.',
    example: specExample('pair: [string, Int32]'),
  },
  'schema/index-beside-properties': {
    severity: 'error',
    message: '`{subject}` has an index signature beside named fields',
    why: 'The API server refuses `properties` and `additionalProperties` in one schema.',
    remedy:
      'Move the open part into a map of its own, or keep unknown fields with `+kubebuilder:pruning:PreserveUnknownFields`.',
    example: specExample('labels: { app: string; [key: string]: string }'),
  },
  'schema/numeric-key': {
    severity: 'warning',
    message: 'the keys of `{subject}` are numbers in TypeScript but strings in JSON',
    why: 'JSON has string keys only, so that any string is a key of this map.',
    remedy: 'Write `string` as the type of the key.',
    example: specExample('ports: { [port: number]: string }'),
  },
  'schema/unsupported-key': {
    severity: 'error',
    message: 'the keys of `{subject}` are of a type that a schema cannot demand',
    why: 'A structural schema has no patterns for the names of fields.',
    remedy:
      'Write `Record<string, T>`; put markers on an alias of `string` to constrain the key by a CEL rule.',
    example: specExample('variables: Record<`env-${string}`, string>'),
  },
  'schema/unsupported-template': {
    severity: 'error',
    message: '`{subject}` is a template of a type that has no pattern',
    why: 'A template literal type becomes a pattern; its holes can be strings, numbers, booleans and literals.',
    remedy: 'Write `string` and say the form with `+kubebuilder:validation:Pattern`.',
    example: specExample('id: `a-${any}`'),
  },
  'schema/recursive-type': {
    severity: 'error',
    message: '`{type}` contains itself',
    why: 'A CustomResourceDefinition cannot refer to a schema, so a type that contains itself would never end.',
    remedy:
      'Cut the cycle with `+kubebuilder:pruning:PreserveUnknownFields` above the field that closes it, or bound the depth with types of their own.',
    example: widgetExample({
      spec: ['root: Item'],
      after: ['', 'interface Item {', '  label: string', '  children?: Item[]', '}'],
    }),
  },
  'schema/unusable-library-type': {
    severity: 'error',
    message: '`{type}` of `{module}` cannot be the type of `{subject}`',
    why: 'The type has no schema of its own: it is a whole object of the API server, or it contains itself.',
    remedy:
      'Use one of the types that it is made of, or `RawExtension` to keep any object as it is.',
    example: specExample('inner: CustomResource'),
  },
  'schema/mixed-union': {
    severity: 'error',
    message: '`{subject}` is a union of types that no schema joins',
    why: 'A structural schema has one type. Only integers and strings, scalars among themselves, and objects among themselves can be joined.',
    remedy: 'Write an object with a field for each form, or `unknown` to keep any value unchecked.',
    example: specExample('names: string | string[]'),
  },
  'schema/union-field-conflict': {
    severity: 'error',
    message: 'the branches of `{subject}` give `{field}` different types',
    why: 'A structural schema lists each field once, outside of the branches of a union.',
    remedy: 'Rename the field in one branch, or give it the same type in all.',
    example: specExample("disk: { type: 'a'; size: Int32 } | { type: 'b'; size: string }"),
  },
  'schema/default-in-union': {
    severity: 'error',
    message: '`{field}` of one branch of `{subject}` has a default, which all branches would get',
    why: 'The API server fills in defaults before it looks at branches; the other branches then refuse the field.',
    remedy: 'Remove the default, or set it in a defaulting webhook.',
    example: specExample(
      'disk:',
      '  | {',
      "      type: 'a'",
      '      /** @default 3 */',
      '      size: Int32',
      '    }',
      "  | { type: 'b' }",
    ),
  },
  'schema/rule-in-union': {
    severity: 'error',
    message: 'a CEL rule stands in a branch of the union `{subject}`',
    why: 'The API server takes CEL rules outside of `oneOf` and `anyOf` only, and nothing tells when this one is to hold.',
    remedy:
      'Give the branches a field of a literal type, or move the rule to the field that has the union.',
    example: widgetExample({
      spec: ["name: 'auto' | Name"],
      after: [
        '',
        '// +kubebuilder:validation:XValidation:rule="self != \'none\'"',
        'type Name = string',
      ],
    }),
  },
} as const satisfies Record<string, CodeDefinition>
