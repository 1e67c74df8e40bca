import { describe, expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../src/apimachinery/custom-resource-definition.ts'
import { markerDefinitions } from '../../src/markers/definitions.ts'
import { schemaEffectNames } from '../../src/schema/effects/effects.ts'
import { kindMarkerNames } from '../../src/schema/kind/kind-markers.ts'
import { readField, readSpec } from './read-widget.ts'

const v = 'kubebuilder:validation:'
const string = { type: 'string' }
const int32 = { type: 'integer', format: 'int32' }
const strings = { type: 'array', items: string }
const map = { type: 'object', additionalProperties: string }
const closed = { type: 'object', properties: { a: string } }
const rule = { rule: "self != 'a'", message: 'not a' }

type Row = readonly [markers: string, type: string, schema: JSONSchemaProps]

const rows: readonly Row[] = [
  [`// +${v}Minimum=1`, 'Int32', { ...int32, minimum: 1 }],
  [`// +${v}Maximum=9`, 'Int32', { ...int32, maximum: 9 }],
  [
    `// +${v}Minimum=1\n// +${v}ExclusiveMinimum=true`,
    'Int32',
    { ...int32, minimum: 1, exclusiveMinimum: true },
  ],
  [
    `// +${v}ExclusiveMaximum=true\n// +${v}Maximum=9`,
    'Int32',
    { ...int32, maximum: 9, exclusiveMaximum: true },
  ],
  [`// +${v}ExclusiveMinimum=false\n// +${v}Minimum=1`, 'Int32', { ...int32, minimum: 1 }],
  ['/** @exclusiveMinimum 5 */', 'Int32', { ...int32, minimum: 5, exclusiveMinimum: true }],
  ['/**\n * @minimum 7\n * @exclusiveMinimum 5\n */', 'Int32', { ...int32, minimum: 7 }],
  [
    `// +${v}Minimum=1`,
    'IntOrString',
    {
      'x-kubernetes-int-or-string': true,
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      minimum: 1,
    },
  ],
  [`// +${v}MultipleOf=5`, 'Int32', { ...int32, multipleOf: 5 }],
  [`// +${v}MinLength=1`, 'string', { ...string, minLength: 1 }],
  [`// +${v}MaxLength=9`, 'string', { ...string, maxLength: 9 }],
  ['/** @pattern ^a @b$ */', 'string', { ...string, pattern: '^a @b$' }],
  [`// +${v}MinItems=1\n// +${v}MaxItems=9`, 'string[]', { ...strings, minItems: 1, maxItems: 9 }],
  [
    `// +${v}MinProperties=1\n// +${v}MaxProperties=9`,
    'Record<string, string>',
    { ...map, minProperties: 1, maxProperties: 9 },
  ],
  [`// +${v}Enum=a;b`, 'string', { ...string, enum: ['a', 'b'] }],
  [`// +${v}Enum=b;x`, "'a' | 'b'", { ...string, enum: ['b'] }],
  [`// +${v}Format=ipv4`, 'string', { ...string, format: 'ipv4' }],
  [`// +${v}Type=string`, 'unknown', string],
  [`// +${v}Type=number`, 'Int32', { type: 'number' }],
  [`// +${v}items:MaxLength=9`, 'string[]', { type: 'array', items: { ...string, maxLength: 9 } }],
  [`// +${v}items:Enum=a`, 'string[]', { type: 'array', items: { ...string, enum: ['a'] } }],
  [
    `// +${v}XIntOrString`,
    'string',
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
  ],
  [
    '// +kubebuilder:pruning:PreserveUnknownFields',
    '{ a?: string }',
    { ...closed, 'x-kubernetes-preserve-unknown-fields': true },
  ],
  [
    `// +${v}EmbeddedResource`,
    'RawExtension',
    {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-embedded-resource': true,
    },
  ],
  [
    `// +${v}Schemaless\n// +kubebuilder:pruning:PreserveUnknownFields`,
    'Date',
    { 'x-kubernetes-preserve-unknown-fields': true },
  ],
  ['// +kubebuilder:default=a', 'string', { ...string, default: 'a' }],
  ['// +default="a"', 'string', { ...string, default: 'a' }],
  ['// +kubebuilder:default={}', 'string[]', { ...strings, default: [] }],
  ["/** @default '10m' */", 'string', { ...string, default: '10m' }],
  [
    '// +kubebuilder:default=9007199254740993',
    'Int64',
    {
      type: 'integer',
      format: 'int64',
      default: 9007199254740993n,
    },
  ],
  [`// +${v}Maximum=9223372036854775807`, 'Int64', { type: 'integer', format: 'int64' }],
  ['// +kubebuilder:example=a', 'string', { ...string, example: 'a' }],
  ['// +kubebuilder:title="A"', 'string', { ...string, title: 'A' }],
  [
    '// +kubebuilder:externalDocs:url="https://a.b",description="c"',
    'string',
    { ...string, externalDocs: { url: 'https://a.b', description: 'c' } },
  ],
  ['// +listType=set', 'string[]', { ...strings, 'x-kubernetes-list-type': 'set' }],
  [
    '// +listType=map\n// +listMapKey=a',
    '{ a: string }[]',
    {
      type: 'array',
      items: { ...closed, required: ['a'] },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a'],
    },
  ],
  ['// +mapType=atomic', 'Record<string, string>', { ...map, 'x-kubernetes-map-type': 'atomic' }],
  ['// +structType=atomic', '{ a?: string }', { ...closed, 'x-kubernetes-map-type': 'atomic' }],
  [
    `// +${v}XValidation:rule="self != 'a'",message="not a"`,
    'string',
    { ...string, 'x-kubernetes-validations': [rule] },
  ],
  [
    '// +k8s:immutable',
    'string',
    {
      ...string,
      'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'field is immutable' }],
    },
  ],
  ['// +k8s:required', 'string', { ...string, minLength: 1 }],
  ['// +k8s:required', 'Int32', int32],
  ['// +k8s:required', 'Time', { type: 'string', format: 'date-time' }],
  ['// +k8s:minimum=1', 'Int32', { ...int32, minimum: 1 }],
  [
    '// +k8s:maxItems=3\n// +kubebuilder:validation:MaxItems=5',
    'string[]',
    {
      ...strings,
      maxItems: 3,
    },
  ],
  ['/** Text. */', 'string', { ...string, description: 'Text.' }],
  [
    '/**\n * Text.\n * @deprecated use b\n */',
    'string',
    {
      ...string,
      description: 'Text.\n\nDeprecated: use b',
    },
  ],
]

test.for([...rows])('%s on %s', async ([markers, type, schema]) => {
  const result = await readField(`${markers}\nx: ${type}`)
  expect(result.codes).toEqual([])
  expect(result.schema).toEqual(schema)
})

describe('levels', () => {
  const alias = `/** The name of a port. */
    // +${v}MinLength=2
    // +${v}MaxLength=9
    // +${v}Pattern=\`^[a-z]\`
    type Name = string`

  test('an alias says its text and its rules wherever it is used', async () => {
    const { schema } = await readField('x: Name', { after: alias })
    expect(schema).toEqual({
      type: 'string',
      description: 'The name of a port.',
      minLength: 2,
      maxLength: 9,
      pattern: '^[a-z]',
    })
  })

  test('a field narrows what its alias says, and has its own text', async () => {
    const { schema } = await readField(
      `/** Mine. */
      // +${v}MinLength=1
      // +${v}MaxLength=5
      // +${v}Pattern=\`z$\`
      x: Name`,
      { after: alias },
    )
    expect(schema).toEqual({
      type: 'string',
      description: 'Mine.',
      minLength: 2,
      maxLength: 5,
      allOf: [{ pattern: '^[a-z]' }, { pattern: 'z$' }],
    })
  })

  test('an alias constrains items and values at any depth', async () => {
    const { schema } = await readField('x: Record<string, Count[][]>', {
      after: '/** @minimum 1 */ type Count = Int32',
    })
    expect(schema).toEqual({
      type: 'object',
      additionalProperties: {
        type: 'array',
        items: { type: 'array', items: { ...int32, minimum: 1 } },
      },
    })
  })

  test('an alias of a key becomes a rule over all keys', async () => {
    const { schema } = await readField('x: Record<Key, string>', {
      after: `// +${v}MaxLength=5\ntype Key = string`,
    })
    expect(schema?.['x-kubernetes-validations']).toEqual([
      { rule: 'self.all(key, size(key) <= 5)', message: 'keys must have at most 5 characters' },
    ])
  })

  test('a type that is extended hands on its rules, not its text', async () => {
    const { schema, codes } = await readField('x: Sub', {
      after: `/** The base. */
        // +${v}ExactlyOneOf=a;b
        interface Base { a?: string; b?: string }
        // +${v}XValidation:rule="has(self.c)"
        interface Sub extends Base { c?: string }`,
    })
    expect(codes).toEqual([])
    expect(schema?.description).toBeUndefined()
    expect(schema?.['x-kubernetes-validations']?.map((each) => each.rule)).toEqual([
      'has(self.c)',
      '(has(self.a)?1:0)+(has(self.b)?1:0) == 1',
    ])
  })

  test('an optional field that is immutable is so in its parent too, before other rules', async () => {
    const { schema } = await readField('x: Part', {
      after: `// +${v}AtLeastOneOf=in;b
        // +${v}AtMostOneOf=in;b
        interface Part {
          // +k8s:immutable
          in?: string
          b?: string
        }`,
    })
    expect(schema?.['x-kubernetes-validations']).toEqual([
      {
        rule: '!has(oldSelf.__in__) || has(self.__in__)',
        message: 'field in is immutable once set',
      },
      {
        rule: '(has(self.__in__)?1:0)+(has(self.b)?1:0) <= 1',
        message: 'at most one of the fields in [in b] may be set',
      },
      {
        rule: 'has(self.__in__)||has(self.b)',
        message: 'at least one of the fields in [in b] must be set',
      },
    ])
  })

  test('markers of a field travel through mapped types', async () => {
    const { schema } = await readField("x: Partial<Pick<Part, 'n'>>", {
      after: 'interface Part { /** @minimum 1 */ n: Int32; other: string }',
    })
    expect(schema).toEqual({ type: 'object', properties: { n: { ...int32, minimum: 1 } } })
  })
})

test.for([
  [undefined, 'One. Two three four'],
  [0, undefined],
  [100, 'One. Two three four'],
  [8, 'One.'],
  [3, 'One...'],
] as const)('a limit of %s cuts a description to %s', async ([maxDescriptionLength, text]) => {
  const { schema } = await readField('/** One. Two three four */ x: string', {
    settings: { maxDescriptionLength },
  })
  expect(schema?.description).toBe(text)
})

test('a marker drops the descriptions of an embedded type, not of the field', async () => {
  const { schema, codes } = await readField(
    '/** Mine. */\n// +kops:maxDescriptionLength=0\nx: Part[]',
    { after: '/** A part. */ interface Part { /** A name. */ name: string; meta?: Condition }' },
  )
  expect(codes).toEqual([])
  expect(JSON.stringify(schema).match(/"description":"[^"]*"/g)).toEqual(['"description":"Mine."'])
  expect(schema?.items?.properties?.['meta']?.required).toContain('lastTransitionTime')
})

test('a description is never cut within a character', async () => {
  const { schema } = await readField('/** 😀😀😀 */ x: string', {
    settings: { maxDescriptionLength: 2 },
  })
  expect(schema?.description).toBe('😀😀...')
})

test('every marker with an effect on types and fields has a row in a table', () => {
  const known = new Set([...schemaEffectNames, ...kindMarkerNames])
  const named = markerDefinitions
    .filter(({ targets }) => targets.includes('type') || targets.includes('field'))
    .filter((definition) => definition.class === 'effect')
    .map(({ name }) => name)
  expect(named.filter((name) => !known.has(name))).toEqual([])
  const names = new Set(markerDefinitions.map(({ name }) => name))
  expect([...known].filter((name) => !names.has(name))).toEqual([])
})

test('the keys of `+k8s:unique=map` on a list that is no map have no effect, and say so', async () => {
  const { schema, codes } = await readField(
    '// +k8s:listType=atomic\n// +k8s:unique=map\n// +k8s:listMapKey=a\nx: { a: string }[]',
  )
  expect(codes).toEqual(['marker/without-effect'])
  expect(schema).toEqual({
    type: 'array',
    items: { ...closed, required: ['a'] },
    'x-kubernetes-list-type': 'atomic',
  })
})

test('embedded metadata is kept where the project says so', async () => {
  const { spec } = await readSpec('x: ObjectMeta', { settings: { embeddedMetadata: true } })
  expect(Object.keys(spec.properties?.['x']?.properties ?? {}).sort()).toEqual([
    'annotations',
    'finalizers',
    'labels',
    'name',
    'namespace',
  ])
})
