import { expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../../src/apimachinery/custom-resource-definition.ts'
import { scalarSchemas } from '../../../src/kubernetes/scalar-schemas.ts'
import { definition, roundTrip, widgetWith, widgetWithField, writtenTypes } from './round-trip.ts'

/*
 * One small definition for each sort of fault that those of well-known projects have shown.
 */

const text = (description: string): JSONSchemaProps => ({ description, type: 'string' })
const object = (properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({
  type: 'object',
  properties,
})
const intOrString: JSONSchemaProps = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
}
const quantity = structuredClone(scalarSchemas['Quantity']) as JSONSchemaProps
const own = (name: string): JSONSchemaProps => object({ [name]: { type: 'string' } })
const pair = object({ file: { type: 'string' }, url: { type: 'string' } })

const fields: Readonly<Record<string, JSONSchemaProps>> = {
  'a number without a format': { type: 'number', minimum: 0.5 },
  'a nullable number': { type: 'number', nullable: true },
  'a list of numbers': { type: 'array', items: { type: 'number' } },
  'a map of numbers': { type: 'object', additionalProperties: { type: 'number' } },
  'an integer without a format': { type: 'integer' },
  'an integer of a format of its own': { type: 'integer', format: 'uint16' },
  'a number of an integer format': { type: 'number', format: 'int64' },
  'a string of an integer format': { type: 'string', format: 'int32' },
  'integers beyond 2^53': { type: 'integer', format: 'int64', default: 9007199254740993n },
  'bounds beyond 2^53': { type: 'integer', format: 'int64', maximum: 9223372036854775807n },
  'bounds of 64 bits': { type: 'integer', format: 'int64', minimum: -9223372036854775808n },
  'exclusive bounds': {
    type: 'integer',
    minimum: 1,
    exclusiveMinimum: true,
    maximum: 5,
    exclusiveMaximum: true,
  },
  'a fractional multiple': { type: 'number', multipleOf: 0.5 },
  'a size of zero': { type: 'string', minLength: 0, maxLength: 0 },
  'a date': { type: 'string', format: 'date-time' },
  'a date with an enum': { type: 'string', format: 'date-time', enum: ['2020-01-01T00:00:00Z'] },
  bytes: { type: 'string', format: 'byte' },
  'an enum with the empty string': { type: 'string', enum: ['', 'a'] },
  'an enum of words of YAML 1.1': { type: 'string', enum: ['yes', 'no', 'on', '0o7', 'null', '~'] },
  'an enum with quotes and line feeds': {
    type: 'string',
    enum: ["it's", '"a"', 'a\nb', 'a;b', '`'],
  },
  'a long enum': { type: 'string', enum: Array.from({ length: 300 }, (_, at) => `value-${at}`) },
  'an enum of integers': { type: 'integer', enum: [3, 1, 2] },
  'an enum of integers with a format': { type: 'integer', format: 'int32', enum: [3, 1] },
  'an enum of fractions': { type: 'number', enum: [0.5, 1] },
  'an enum of whole numbers': { type: 'number', enum: [1, 2] },
  'an enum of large integers': { type: 'integer', enum: [9007199254740993n, 1] },
  'an enum of one boolean': { type: 'boolean', enum: [true] },
  'an enum of both booleans': { type: 'boolean', enum: [true, false] },
  'a nullable enum': { type: 'string', enum: ['a', 'b'], nullable: true },
  'a nullable enum that lists null': { type: 'string', enum: ['', '0bar', null], nullable: true },
  'a mixed enum': { ...intOrString, enum: [1, 'a'] },
  'an integer or a string': intOrString,
  'an integer or a string that may be null': { ...intOrString, nullable: true },
  'an integer or a string with a pattern': { ...intOrString, pattern: '^[0-9]+%?$', maxLength: 9 },
  'a quantity': quantity,
  'a list of quantities': { type: 'array', items: quantity },
  'a quantity with a pattern of its own': {
    ...intOrString,
    allOf: [{ pattern: quantity.pattern ?? '' }, { pattern: '^[1-9]' }],
    description: 'How much.',
  },
  'an integer or a string without branches': { 'x-kubernetes-int-or-string': true },
  'an integer or a string in allOf': {
    'x-kubernetes-int-or-string': true,
    allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { minimum: 1 }],
  },
  'a pattern that closes a comment': { type: 'string', pattern: '^a*/b`c"d\\\\$' },
  'two patterns': { type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'z$' }] },
  'the same enum twice': { type: 'string', allOf: [{ enum: ['a'] }, { enum: ['a'] }] },
  'one of two formats': { type: 'string', oneOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  'a default that is null': { type: 'string', nullable: true, default: null },
  'a default with nulls inside': {
    type: 'object',
    properties: { a: { type: 'string', nullable: true } },
    default: { a: null },
  },
  'a default that is empty': { type: 'array', items: { type: 'string' }, default: [] },
  'a default of any characters': { type: 'string', default: 'a\n`b`"c"\u2028 \\ */ 😀 ' },
  'a default of a float': { type: 'number', default: 1e-7 },
  'an example': { type: 'string', example: 'a b' },
  'an example of a whole object': { ...pair, example: { file: 'a', url: '{b}' } },
  'an example of a list': { type: 'array', items: { type: 'integer' }, example: [1, 2] },
  'a title': { type: 'string', title: 'A "title"' },
  'documentation elsewhere': { type: 'string', externalDocs: { url: 'https://a.example.com/b,c' } },
  'documentation at no URL': { type: 'string', externalDocs: { url: 'below', description: 'x' } },
  'an object without fields': { type: 'object' },
  'any object': { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  'any value': { 'x-kubernetes-preserve-unknown-fields': true },
  'any value that may be null': { 'x-kubernetes-preserve-unknown-fields': true, nullable: true },
  'fields and any others': { ...pair, 'x-kubernetes-preserve-unknown-fields': true },
  'a list of any value': { type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } },
  'a map of any value': {
    type: 'object',
    additionalProperties: { 'x-kubernetes-preserve-unknown-fields': true },
  },
  'a map of lists of maps': {
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
      maxItems: 2,
    },
  },
  'a map that keeps the rest': {
    type: 'object',
    additionalProperties: { type: 'string' },
    'x-kubernetes-preserve-unknown-fields': true,
  },
  'items with rules': {
    type: 'array',
    items: { type: 'string', minLength: 1, pattern: '^a', enum: ['a', 'ab'] },
  },
  'items with a default': { type: 'array', items: { type: 'string', default: 'a' } },
  'items that may be null': {
    type: 'array',
    items: { type: 'string', nullable: true, maxLength: 3 },
  },
  'values that may be null': { type: 'object', additionalProperties: { ...pair, nullable: true } },
  'lists of lists': {
    type: 'array',
    items: { type: 'array', items: { type: 'integer', format: 'int32', minimum: 1 }, maxItems: 2 },
  },
  'a set': { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  'a list by two keys': {
    type: 'array',
    items: { ...pair, required: ['file', 'url'] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['url', 'file'],
  },
  'an atomic object': { ...pair, 'x-kubernetes-map-type': 'atomic' },
  'an atomic map': {
    type: 'object',
    additionalProperties: { type: 'string' },
    'x-kubernetes-map-type': 'atomic',
  },
  'an embedded object': {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  },
  rules: {
    ...pair,
    'x-kubernetes-validations': [
      {
        rule: "!has(self.file) || self.file != 'a\\n'",
        message: 'not "a"',
        reason: 'FieldValueForbidden',
      },
      { rule: '!oldSelf.hasValue() || has(self.url)', fieldPath: '.url', optionalOldSelf: true },
      {
        rule: '!has(self.url) ||\n  self.url != "`"',
        message: 'no `tick`',
        messageExpression: '"a" + "`"',
      },
    ],
  },
  'exactly one of two fields': { ...pair, oneOf: [{ required: ['file'] }, { required: ['url'] }] },
  'one of two fields, each with fields of its own': {
    type: 'object',
    properties: {
      common: own('a'),
      external: { type: 'string', maxLength: 9 },
      name: { type: 'string', default: 'a' },
      namespace: { ...text('Of the name.'), pattern: '^a' },
    },
    required: ['common'],
    oneOf: [
      { required: ['name'], not: { required: ['external'] } },
      {
        required: ['external'],
        not: { anyOf: [{ required: ['name'] }, { required: ['namespace'] }] },
      },
    ],
    'x-kubernetes-map-type': 'atomic',
    'x-kubernetes-validations': [{ rule: '!has(self.name) || self.name != self.common.a' }],
  },
  'one of three fields in a list': {
    type: 'array',
    items: {
      description: 'A source.',
      ...object({ file: own('a'), git: own('b'), url: { type: 'string' }, other: own('c') }),
      oneOf: [{ required: ['git'] }, { required: ['file'] }, { required: ['url'] }],
    },
  },
  'a choice of one': { ...pair, oneOf: [{ required: ['file'] }] },
  'one of two fields or one of two pairs': {
    ...object({ a: own('x'), b: own('x'), c: own('x') }),
    oneOf: [{ required: ['a'] }, { required: ['b', 'c'] }],
  },
  'at least one, and not both': {
    ...pair,
    anyOf: [{ required: ['file'] }, { required: ['url'] }],
    not: { required: ['file', 'url'] },
  },
  'branches that name fields': {
    ...pair,
    oneOf: [
      { properties: { file: {} }, required: ['file'] },
      { properties: { url: { enum: ['a'] } }, required: ['url'] },
    ],
  },
  'bounds of the wrong type': { type: 'array', items: { type: 'string' }, maxLength: 63 },
  'required numbers in an order of their own': {
    ...object({ a: { type: 'string' }, 9: { type: 'string' } }),
    required: ['a', '9'],
  },
  'required fields in an order of their own': { ...pair, required: ['url', 'file'] },
  'names that are no identifiers': object({
    '': { type: 'string' },
    $ref: { type: 'string' },
    'x-y.z/a': own('b'),
    '1st': own('c'),
    'a b': own('d'),
    "it's": { type: 'string' },
    class: own('e'),
    constructor: { type: 'string' },
    toString: { type: 'string' },
    default: own('f'),
    description: { type: 'string' },
    type: own('g'),
    properties: own('h'),
    42: { type: 'string' },
    überraschung: own('i'),
  }),
  'names that clash': object({
    source_labels: own('a'),
    sourceLabels: own('b'),
    SourceLabels: own('c'),
    spec: own('d'),
    widget: own('e'),
    record: { type: 'object', additionalProperties: own('f') },
  }),
  'the same object in several places': object({
    tokenSecretRef: pair,
    keySecretRef: pair,
    list: { type: 'array', items: pair },
  }),
  'deep nesting': Array.from({ length: 40 }).reduce<JSONSchemaProps>(
    (inner) => object({ next: inner }),
    { type: 'string' },
  ),
}

test.for(Object.entries(fields))('keeps %s', async ([, field]) => {
  const crd = widgetWithField(field)
  const { crds, errors } = await roundTrip([crd])
  expect(errors).toEqual([])
  expect(crds).toEqual([crd])
})

test('keeps a field called __proto__', async () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"},"a":{"type":"integer"}}') as Record<
    string,
    JSONSchemaProps
  >
  const crd = widgetWith({ type: 'object', properties, required: ['__proto__'] })
  const { crds } = await roundTrip([crd])
  const spec = crds[0]?.spec.versions[0]?.schema.openAPIV3Schema.properties?.['spec']
  expect(Object.keys(spec?.properties ?? {})).toEqual(['__proto__', 'a'])
  expect(spec?.required).toEqual(['__proto__'])
})

const roots: Readonly<Record<string, JSONSchemaProps>> = {
  'that names no field of every object': object({ spec: pair }),
  'that has no fields': { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  'that says nothing': { type: 'object' },
  'that requires the metadata': {
    ...object({ metadata: { type: 'object' }, spec: pair }),
    required: ['metadata', 'spec'],
  },
  'that requires in an order of its own': {
    ...object({ apiVersion: { type: 'string' }, kind: { type: 'string' }, spec: pair, a: pair }),
    required: ['kind', 'apiVersion', 'spec', 'a'],
  },
  'that requires fields of every object last': {
    ...object({ kind: { type: 'string' }, spec: pair }),
    required: ['spec', 'kind'],
  },
  'that requires fields that it does not name': {
    ...object({ spec: pair }),
    required: ['apiVersion', 'kind', 'metadata', 'spec'],
  },
  'that narrows the name': object({
    metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 63 } } },
  }),
  'that narrows the name to one': object({
    metadata: {
      type: 'object',
      properties: {
        name: { type: 'string', enum: ['only-one'] },
        generateName: { description: 'None.', type: 'string', pattern: '^a' },
      },
    },
  }),
  'with rules and fields beside spec': {
    ...object({
      data: { type: 'object', additionalProperties: { type: 'string' } },
      size: { type: 'integer' },
    }),
    description: 'Top.',
    'x-kubernetes-validations': [{ rule: 'self.size > 0' }],
  },
}

test.for(Object.entries(roots))('keeps a root %s', async ([, schema]) => {
  const crd = definition('Widget', schema)
  const { crds, errors } = await roundTrip([crd])
  expect(errors).toEqual([])
  expect(crds).toEqual([crd])
})

test('a choice between fields is a union', () => {
  const field = { ...pair, oneOf: [{ required: ['file'] }, { required: ['url'] }] }
  const text = writtenTypes([widgetWithField(field)])['demo/v1/widget.ts']
  expect(text).toContain('export type WidgetField = WidgetFieldFile | WidgetFieldUrl\n')
  expect(text).toContain('export interface WidgetFieldUrl {\n  url: string\n}\n')
  expect(text).not.toMatch(/kops:(?:oneOf|schema)/)
})

test('a name that a definition narrows is narrow in TypeScript', () => {
  const name = { type: 'string', enum: ['only-one'] }
  const metadata = { type: 'object', properties: { name } }
  const crd = definition('Widget', object({ metadata, spec: pair }))
  const text = writtenTypes([crd])['demo/v1/widget.ts']
  expect(text).toContain("interface WidgetMetadata extends ObjectMeta {\n  name?: 'only-one'\n}")
  expect(text).not.toContain('+kops:schema')
})
