import fc from 'fast-check'
import type { JSONSchemaProps } from '../../../src/apimachinery/custom-resource-definition.ts'

/*
 * Random structural schemas: any that the API server takes, with texts and names of any characters.
 */

/** Keywords that a node may have or not. */
function some(
  keywords: Partial<Record<keyof JSONSchemaProps, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<JSONSchemaProps> {
  return fc.record(keywords as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
}

const character = fc.constantFrom(
  ...'abz AZ09+-*/@`\'"\\$.,;:#{}[]()<>=|~_^!?%&\n\t\r\u2028\u0085\ufeff漢é'.split(''),
  '*/',
  '+k',
  '---',
  'TODO',
  '@default',
  '```',
  '😀',
  '\n\n',
)

const anyText = fc.string({ unit: character, minLength: 1, maxLength: 12 })
const name = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('a', 'b', 'spec', 'metadata', 'secretRef', 'items', 'x_y'),
  },
  { weight: 1, arbitrary: anyText },
)

const rules = fc
  .array(
    fc.record(
      {
        rule: fc.constantFrom('true', "1 == 1 || '`' != '\"'", '!false'),
        message: fc.constantFrom('a message', 'it`s "so", at \\ last'),
        reason: fc.constantFrom('FieldValueForbidden', 'FieldValueInvalid'),
      },
      { requiredKeys: ['rule', 'message'] },
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((list) => list.filter(({ rule }, at) => list.findIndex((each) => each.rule === rule) === at))

const texts = {
  description: fc.oneof(fc.lorem({ maxCount: 6 }), anyText),
  title: anyText,
  nullable: fc.constant(true),
}

const stringNode = fc
  .tuple(
    some({
      ...texts,
      format: fc.constantFrom('date-time', 'byte', 'ipv4', 'uuid', 'password', 'int32'),
      minLength: fc.nat(2),
      maxLength: fc.integer({ min: 3, max: 2 ** 31 }),
      pattern: fc.constantFrom('^a', 'b*/$', '`', '^(a|b)"\\\\$', '^\\d{1,3}$'),
      example: anyText,
      'x-kubernetes-validations': rules,
    }),
    fc.option(fc.uniqueArray(anyText, { minLength: 1, maxLength: 4 }), { nil: undefined }),
  )
  .map(([node, values]): JSONSchemaProps => {
    // An enum beside other demands may have no value left.
    if (values === undefined) return { type: 'string', ...node }
    const { pattern: _, minLength: _min, maxLength: _max, format: _format, ...rest } = node
    return { type: 'string', ...rest, enum: values }
  })

const whole = fc.integer({ min: -1000, max: 1000 })

const numberNode = fc
  .tuple(
    fc.constantFrom(
      { type: 'integer' },
      { type: 'integer', format: 'int32' },
      { type: 'integer', format: 'int64' },
      { type: 'integer', format: 'uint8' },
      { type: 'number' },
      { type: 'number', format: 'double' },
      { type: 'number', format: 'float' },
    ),
    some({
      ...texts,
      minimum: whole.map((value) => value - 2000),
      maximum: whole.map((value) => value + 2000),
      multipleOf: fc.integer({ min: 1, max: 9 }),
      'x-kubernetes-validations': rules,
    }),
    fc.option(fc.uniqueArray(whole, { minLength: 1, maxLength: 4 }), { nil: undefined }),
    fc.boolean(),
  )
  .map(([type, node, values, isExclusive]): JSONSchemaProps => {
    const { multipleOf: _, ...rest } = node
    if (values !== undefined) return { ...type, ...rest, enum: values }
    const exclusive = isExclusive && node.minimum !== undefined ? { exclusiveMinimum: true } : {}
    return { ...type, ...node, ...exclusive }
  })

const leaf: fc.Arbitrary<JSONSchemaProps> = fc.oneof(
  stringNode,
  numberNode,
  some({ ...texts, default: fc.boolean() }).map((node) => ({ type: 'boolean', ...node })),
  some({ ...texts, pattern: fc.constant('^[0-9]+%?$'), minimum: whole }).map((node) => ({
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    'x-kubernetes-int-or-string': true,
    ...node,
  })),
  some(texts).map((node) => ({ 'x-kubernetes-preserve-unknown-fields': true, ...node })),
  some(texts).map((node) => ({ type: 'object', ...node })),
  some(texts).map((node) => ({
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
    ...node,
  })),
)

function listOf(part: fc.Arbitrary<JSONSchemaProps>): fc.Arbitrary<JSONSchemaProps> {
  return fc
    .tuple(
      some({ ...texts, minItems: fc.nat(2), maxItems: fc.integer({ min: 3, max: 9 }) }),
      part,
      fc.boolean(),
    )
    .map(([node, items, isAtomic]) => ({
      type: 'array',
      ...node,
      items,
      ...(isAtomic ? { 'x-kubernetes-list-type': 'atomic' } : {}),
      ...(items.type === 'string' && node.minItems === undefined ? { default: [] } : {}),
    }))
}

function mapOf(part: fc.Arbitrary<JSONSchemaProps>): fc.Arbitrary<JSONSchemaProps> {
  return fc
    .tuple(some({ ...texts, maxProperties: fc.nat(9) }), part)
    .map(([node, additionalProperties]) => ({ type: 'object', ...node, additionalProperties }))
}

function objectOf(part: fc.Arbitrary<JSONSchemaProps>): fc.Arbitrary<JSONSchemaProps> {
  return fc
    .tuple(
      some({
        ...texts,
        'x-kubernetes-preserve-unknown-fields': fc.constant(true),
        'x-kubernetes-map-type': fc.constantFrom('atomic', 'granular'),
        minProperties: fc.nat(1),
        'x-kubernetes-validations': rules,
      }),
      fc.uniqueArray(fc.tuple(name, part), {
        minLength: 1,
        maxLength: 4,
        selector: ([each]) => each,
      }),
      fc.array(fc.nat(3), { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([node, entries, places, isChoice]): JSONSchemaProps => {
      const names = entries.map(([each]) => each)
      const required = [...new Set(places)].flatMap((place) => names[place] ?? [])
      const branches = names.map((each) => ({ required: [each] }))
      return {
        type: 'object',
        ...node,
        properties: Object.fromEntries(entries),
        ...(required.length === 0 ? {} : { required }),
        ...(isChoice && names.length > 1 ? { oneOf: branches } : {}),
      }
    })
}

/** A schema for the spec of a kind. */
export const randomSchema: fc.Arbitrary<JSONSchemaProps> = fc.letrec<{
  node: JSONSchemaProps
  object: JSONSchemaProps
}>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    listOf(tie('node')),
    mapOf(tie('node')),
    objectOf(tie('node')),
  ),
  object: objectOf(tie('node')),
})).object
