import type { MarkerDefinition } from '../marker.ts'
import { named, row, value } from './row.ts'

const onBoth = ['type', 'field'] as const
const prefix = 'kubebuilder:validation:'

const length = (doc: string): MarkerDefinition['arguments'] => value('integer', doc, { minimum: 0 })

/** Rules that hold for the value itself, on a field or on a type. */
const valueRules: readonly MarkerDefinition[] = [
  row(`${prefix}Maximum`, {
    targets: onBoth,
    doc: 'The greatest number allowed.',
    arguments: value('number', 'a number'),
    example: `+${prefix}Maximum=100`,
    tag: 'maximum',
  }),
  row(`${prefix}Minimum`, {
    targets: onBoth,
    doc: 'The least number allowed.',
    arguments: value('number', 'a number'),
    example: `+${prefix}Minimum=1`,
    tag: 'minimum',
  }),
  row(`${prefix}ExclusiveMaximum`, {
    targets: onBoth,
    doc: 'Whether the maximum itself is refused. The tag takes the bound itself, as in JSON Schema.',
    arguments: value('boolean', 'true or false'),
    example: `+${prefix}ExclusiveMaximum=true`,
    tag: 'exclusiveMaximum',
  }),
  row(`${prefix}ExclusiveMinimum`, {
    targets: onBoth,
    doc: 'Whether the minimum itself is refused. The tag takes the bound itself, as in JSON Schema.',
    arguments: value('boolean', 'true or false'),
    example: `+${prefix}ExclusiveMinimum=true`,
    tag: 'exclusiveMinimum',
  }),
  row(`${prefix}MultipleOf`, {
    targets: onBoth,
    doc: 'Only multiples of this number are allowed.',
    arguments: value('number', 'a number above 0'),
    example: `+${prefix}MultipleOf=5`,
    tag: 'multipleOf',
  }),
  row(`${prefix}MaxLength`, {
    targets: onBoth,
    doc: 'The greatest number of characters of a string.',
    arguments: length('a number of characters'),
    example: `+${prefix}MaxLength=63`,
    tag: 'maxLength',
  }),
  row(`${prefix}MinLength`, {
    targets: onBoth,
    doc: 'The least number of characters of a string.',
    arguments: length('a number of characters'),
    example: `+${prefix}MinLength=1`,
    tag: 'minLength',
  }),
  row(`${prefix}Pattern`, {
    targets: onBoth,
    doc: 'A regular expression in RE2 syntax that the string must match somewhere; `^…$` for all of it.',
    arguments: value('string', 'a regular expression, best in backticks'),
    example: `+${prefix}Pattern=\`^[a-z]{1,5}$\``,
    tag: 'pattern',
  }),
  row(`${prefix}MaxItems`, {
    targets: onBoth,
    doc: 'The greatest number of items of a list.',
    arguments: length('a number of items'),
    example: `+${prefix}MaxItems=10`,
    tag: 'maxItems',
  }),
  row(`${prefix}MinItems`, {
    targets: onBoth,
    doc: 'The least number of items of a list.',
    arguments: length('a number of items'),
    example: `+${prefix}MinItems=1`,
    tag: 'minItems',
  }),
  row(`${prefix}UniqueItems`, {
    targets: onBoth,
    doc: 'Kubernetes refuses `true`; `+listType=set` makes the items of a list differ.',
    arguments: value('boolean', 'false'),
    example: `+${prefix}UniqueItems=false`,
    tag: 'uniqueItems',
  }),
  row(`${prefix}MaxProperties`, {
    targets: onBoth,
    doc: 'The greatest number of properties of an object or entries of a map.',
    arguments: length('a number of properties'),
    example: `+${prefix}MaxProperties=10`,
    tag: 'maxProperties',
  }),
  row(`${prefix}MinProperties`, {
    targets: onBoth,
    doc: 'The least number of properties of an object or entries of a map.',
    arguments: length('a number of properties'),
    example: `+${prefix}MinProperties=1`,
    tag: 'minProperties',
  }),
  row(`${prefix}Enum`, {
    targets: onBoth,
    doc: 'The values allowed. A union of literals says the same in TypeScript.',
    arguments: value('anys', 'values, separated by `;`'),
    example: `+${prefix}Enum=Always;Never`,
  }),
  row(`${prefix}Format`, {
    targets: onBoth,
    doc: 'The `format` of the schema. Kubernetes checks those that it knows, such as `date-time` and `ipv4`.',
    arguments: value('string', 'name of a format'),
    example: `+${prefix}Format=date-time`,
    tag: 'format',
  }),
  row(`${prefix}Type`, {
    targets: onBoth,
    doc: 'The `type` of the schema, in place of what the TypeScript type gives.',
    arguments: value('string', 'name of a type', {
      values: ['string', 'integer', 'number', 'boolean', 'object', 'array'],
    }),
    example: `+${prefix}Type=string`,
  }),
  row(`${prefix}XPreserveUnknownFields`, {
    targets: onBoth,
    doc: 'Properties that the type does not name are kept instead of dropped.',
    deprecated: 'kubebuilder:pruning:PreserveUnknownFields',
  }),
  row(`${prefix}XEmbeddedResource`, {
    targets: onBoth,
    doc: 'The value is a whole Kubernetes object: `apiVersion`, `kind` and `metadata` are checked as such.',
  }),
  row(`${prefix}XIntOrString`, {
    targets: onBoth,
    doc: 'The value is an integer or a string. `IntOrString` says the same in TypeScript.',
  }),
  row(`${prefix}XValidation`, {
    targets: onBoth,
    repeatable: true,
    doc: 'A rule in CEL that the value must meet; `self` is the value.',
    arguments: [
      named('rule', 'an expression that is true for a legal value'),
      named('message', 'what to say where it is not', { optional: true }),
      named('messageExpression', 'a CEL expression that gives the message', { optional: true }),
      named('reason', 'the reason in the answer of the API server', {
        optional: true,
        values: [
          'FieldValueRequired',
          'FieldValueInvalid',
          'FieldValueForbidden',
          'FieldValueDuplicate',
        ],
      }),
      named('fieldPath', 'path of the property that is at fault', { optional: true }),
      named('optionalOldSelf', 'whether the rule also holds where there is no old value', {
        type: 'boolean',
        optional: true,
      }),
    ],
    example: `+${prefix}XValidation:rule="self.min <= self.max",message="min is greater than max"`,
  }),
]

/** The same rule for every item of a list. */
function itemsForm(rule: MarkerDefinition): MarkerDefinition {
  const { tag: _tag, deprecated: _deprecated, ...rest } = rule
  const name = rule.name.replace(prefix, `${prefix}items:`)
  return {
    ...rest,
    name,
    doc: `For every item of a list: ${rule.doc}`,
    example: rule.example.replace(rule.name, name),
  }
}

/** Rules for values; each stands on a field or a type, and as `items:` on a list. */
export const validationDefinitions: readonly MarkerDefinition[] = [
  ...valueRules,
  ...valueRules.map(itemsForm),
]

/** Rules that stand on a field or a type alone, and other names of the ones above. */
export const specialValidationDefinitions = [
  row('kubebuilder:pruning:PreserveUnknownFields', {
    targets: onBoth,
    doc: 'Properties that the type does not name are kept instead of dropped. It also cuts a recursive type.',
  }),
  row(`${prefix}EmbeddedResource`, {
    targets: ['field'],
    doc: `The same as \`+${prefix}XEmbeddedResource\`.`,
  }),
  row(`${prefix}Schemaless`, {
    targets: ['field'],
    doc: 'The TypeScript type is not looked at: the schema holds what markers say and no more.',
  }),
  row(`${prefix}AtMostOneOf`, {
    targets: ['type'],
    repeatable: true,
    doc: 'At most one of these properties may be set.',
    arguments: value('strings', 'names of optional properties'),
    example: `+${prefix}AtMostOneOf=file;url`,
  }),
  row(`${prefix}ExactlyOneOf`, {
    targets: ['type'],
    repeatable: true,
    doc: 'Exactly one of these properties must be set.',
    arguments: value('strings', 'names of optional properties'),
    example: `+${prefix}ExactlyOneOf=file;url`,
  }),
  row(`${prefix}AtLeastOneOf`, {
    targets: ['type'],
    repeatable: true,
    doc: 'At least one of these properties must be set.',
    arguments: value('strings', 'names of optional properties'),
    example: `+${prefix}AtLeastOneOf=file;url`,
  }),
  row('k8s:enum', {
    targets: ['type'],
    doc: 'The type is an enum of strings. In TypeScript a union of string literals says so; the marker may repeat it.',
  }),
  row('k8s:minimum', {
    targets: ['field'],
    doc: `The same as \`+${prefix}Minimum\`. What follows \`#\` is a comment.`,
    arguments: value('number', 'a number'),
    example: '+k8s:minimum=1',
  }),
  row('k8s:maximum', {
    targets: ['field'],
    doc: `The same as \`+${prefix}Maximum\`. What follows \`#\` is a comment.`,
    arguments: value('number', 'a number'),
    example: '+k8s:maximum=100',
  }),
  row('k8s:maxItems', {
    targets: ['field'],
    doc: `The same as \`+${prefix}MaxItems\`. What follows \`#\` is a comment.`,
    arguments: length('a number of items'),
    example: '+k8s:maxItems=10',
  }),
] as const
