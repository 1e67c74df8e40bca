import { describe, expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../src/apimachinery/custom-resource-definition.ts'
import { scalarSchemas } from '../../src/kubernetes/scalar-schemas.ts'
import { readField } from './read-widget.ts'

type Row = readonly [type: string, schema: JSONSchemaProps, after?: string]

const anything = { 'x-kubernetes-preserve-unknown-fields': true }
const freeForm = { type: 'object', ...anything }
const eitherType = [{ type: 'integer' }, { type: 'string' }]
const intOrString = { 'x-kubernetes-int-or-string': true, anyOf: eitherType }
const quantityPattern = scalarSchemas['Quantity']?.pattern ?? 'none'
const noNumber = { minimum: 1, maximum: 0 }
const noContainer = { minItems: 1, maxItems: 0, minProperties: 1, maxProperties: 0 }

const groups: Record<string, readonly Row[]> = {
  scalars: [
    ['string', { type: 'string' }],
    ['boolean', { type: 'boolean' }],
    ['Int32', { type: 'integer', format: 'int32' }],
    ['Int64', { type: 'integer', format: 'int64' }],
    ['Integer', { type: 'integer' }],
    ['Float', { type: 'number', format: 'float' }],
    ['Double', { type: 'number', format: 'double' }],
    ['Bytes', { type: 'string', format: 'byte' }],
    ['Time', { type: 'string', format: 'date-time' }],
    ['MicroTime', { type: 'string', format: 'date-time' }],
    ['Duration', { type: 'string' }],
    ['IntOrString', intOrString],
    ['RawExtension', freeForm],
    ['ObjectMeta', { type: 'object' }],
    ['unknown', anything],
    ['object', freeForm],
    ['{}', freeForm],
  ],
  'literals and enums': [
    ["'b' | 'a' | ''", { type: 'string', enum: ['b', 'a', ''] }],
    ["'1' | '1e3'", { type: 'string', enum: ['1', '1e3'] }],
    ['3 | 1 | 2', { type: 'integer', enum: [3, 1, 2] }],
    ['0.5 | 1', { type: 'number', enum: [0.5, 1] }],
    ['true', { type: 'boolean', enum: [true] }],
    ['true | false', { type: 'boolean' }],
    ["1 | 'max'", { ...intOrString, enum: [1, 'max'] }],
    ["boolean | 'auto'", { ...anything, enum: [true, false, 'auto'] }],
    ['E', { type: 'string', enum: ['10 km', ''] }, "enum E { Far = '10 km', None = '' }"],
    ['E', { type: 'integer', enum: [0, 1, 5, 6] }, 'enum E { Zero, One, Five = 5, Six }'],
    [
      'E',
      { type: 'integer', enum: [1, 2, 3] },
      'const enum E { R = 1 << 0, W = 1 << 1, RW = R | W }',
    ],
    ['E', { ...intOrString, enum: [1, 'b'] }, "enum E { A = 1, B = 'b' }"],
    ['E.A', { type: 'string', enum: ['a'] }, "enum E { A = 'a', B = 'b' }"],
    ["A | 'c'", { type: 'string', enum: ['a', 'b', 'c'] }, "type A = 'a' | 'b'"],
    [
      '(typeof list)[number]',
      { type: 'string', enum: ['x', 'y'] },
      "const list = ['x', 'y'] as const",
    ],
    ['keyof A', { type: 'string', enum: ['p', 'q'] }, 'interface A { p: string; q: string }'],
  ],
  null: [
    ['string | null', { type: 'string', nullable: true }],
    ['A', { type: 'string', nullable: true }, 'type A = string | null'],
    ["'a.b' | 'c' | null", { type: 'string', nullable: true, pattern: '^(a\\.b|c)$' }],
    [
      '1 | 3 | null',
      {
        type: 'integer',
        nullable: true,
        'x-kubernetes-validations': [
          { rule: 'self == 1 || self == 3', message: 'must be one of 1, 3' },
        ],
      },
    ],
    ['(string | null)[]', { type: 'array', items: { type: 'string', nullable: true } }],
    ['unknown | null', anything],
  ],
  'arrays and tuples': [
    ['string[]', { type: 'array', items: { type: 'string' } }],
    ['readonly string[]', { type: 'array', items: { type: 'string' } }],
    ['ReadonlyArray<string>', { type: 'array', items: { type: 'string' } }],
    ['string[][]', { type: 'array', items: { type: 'array', items: { type: 'string' } } }],
    ['[string, string]', { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }],
    ['[string, string?]', { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 }],
    ['[string, ...string[]]', { type: 'array', items: { type: 'string' }, minItems: 1 }],
  ],
  maps: [
    ['Record<string, string>', { type: 'object', additionalProperties: { type: 'string' } }],
    [
      '{ [name: string]: Record<string, boolean> }',
      {
        type: 'object',
        additionalProperties: { type: 'object', additionalProperties: { type: 'boolean' } },
      },
    ],
    ['Record<string, unknown>', freeForm],
    [
      "Record<'b' | 'a', string>",
      {
        type: 'object',
        properties: { b: { type: 'string' }, a: { type: 'string' } },
        required: ['a', 'b'],
      },
    ],
    ["Partial<Record<'a', string>>", { type: 'object', properties: { a: { type: 'string' } } }],
  ],
  templates: [
    ['`a.b`', { type: 'string', enum: ['a.b'] }],
    ['`env-${string}`', { type: 'string', pattern: '^env-' }],
    ['`${string}.txt`', { type: 'string', pattern: '\\.txt$' }],
    ['`a${string}b`', { type: 'string', pattern: '^a[\\s\\S]*b$' }],
    ['`n${Int32}`', { type: 'string', pattern: '^n-?[0-9]+$' }],
  ],
  objects: [
    [
      '{ b: string; a?: string }',
      {
        type: 'object',
        properties: { b: { type: 'string' }, a: { type: 'string' } },
        required: ['b'],
      },
    ],
    ['Empty', { type: 'object' }, 'interface Empty {}'],
    [
      'Sub',
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'boolean' } },
        required: ['a', 'b'],
      },
      'interface Base { a: string } interface Sub extends Base { b: boolean }',
    ],
    [
      'Box<string>',
      {
        type: 'object',
        properties: { value: { type: 'string' } },
        required: ['value'],
      },
      'interface Box<T> { value: T }',
    ],
    [
      "Omit<A, 'b'>",
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      'interface A { a: string; b: string }',
    ],
  ],
  'scalar unions': [
    ['Int32 | string', intOrString],
    ["Int32 | 'max'", { ...intOrString, pattern: '^(max)$' }],
    [
      '0 | 7 | string',
      {
        'x-kubernetes-int-or-string': true,
        allOf: [{ anyOf: eitherType }, { anyOf: [{ enum: [0, 7] }, noNumber] }],
      },
    ],
    [
      "Name | 'AUTO'",
      {
        type: 'string',
        anyOf: [{ pattern: '^[a-z]+$' }, { enum: ['AUTO'] }],
      },
      '// +kubebuilder:validation:Pattern=`^[a-z]+$`\ntype Name = string',
    ],
    ['string | boolean', { ...anything, ...noNumber, ...noContainer }],
    [
      "Double | 'auto'",
      { ...anything, pattern: '^(auto)$', not: { enum: [true, false] }, ...noContainer },
    ],
    ['Int32 | Double', { type: 'number' }],
  ],
  'object unions': [
    [
      "{ k: 'a'; n: Int32 } | { k: 'b' }",
      {
        type: 'object',
        properties: {
          k: { type: 'string', enum: ['a', 'b'] },
          n: { type: 'integer', format: 'int32' },
        },
        required: ['k'],
        oneOf: [
          { properties: { k: { enum: ['a'] } }, required: ['n'] },
          { properties: { k: { enum: ['b'] } }, not: { required: ['n'] } },
        ],
      },
    ],
    [
      "{ size: 1 | 'max' } | { size: Quantity }",
      {
        type: 'object',
        properties: { size: intOrString },
        required: ['size'],
        anyOf: [
          { properties: { size: { enum: [1, 'max'] } } },
          { properties: { size: { pattern: quantityPattern } } },
        ],
      },
    ],
    [
      '{ a: string } | { b: string }',
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ],
    [
      '{ a: string; b?: string } | { a?: string; b: string }',
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ],
    [
      '{ a: string } | { a: string }',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
      },
    ],
    [
      "{ k: 'a'; c: { x: string; z?: string } } | { k: 'b'; c: { y: string; z?: string } }",
      {
        type: 'object',
        properties: {
          k: { type: 'string', enum: ['a', 'b'] },
          c: {
            type: 'object',
            properties: { x: { type: 'string' }, z: { type: 'string' }, y: { type: 'string' } },
          },
        },
        required: ['c', 'k'],
        oneOf: [
          { properties: { k: { enum: ['a'] }, c: { required: ['x'], not: { required: ['y'] } } } },
          { properties: { k: { enum: ['b'] }, c: { required: ['y'], not: { required: ['x'] } } } },
        ],
      },
    ],
    ['{ a: string } | Record<string, unknown>', freeForm],
  ],
}

describe.for(Object.entries(groups))('%s', ([, rows]) => {
  test.for([...rows])('%s', async ([type, schema, after = '']) => {
    const result = await readField(`x: ${type}`, { after })
    expect(result.codes).toEqual([])
    expect(result.schema).toEqual(schema)
    expect(result.required).toBe(true)
  })
})

const fast = "{ kind: 'ssd'; iops: Int32 } | { kind: 'nvme'; iops: Int32 }"
const quick = '// +kubebuilder:validation:XValidation:rule="self.iops > 5"'

test.for([
  ['its own alias', `${quick}\ntype Fast = ${fast}`],
  ['the alias behind its alias', `type Fast = Marked\n${quick}\ntype Marked = ${fast}`],
] as const)('a union in a union keeps the rules on %s', async ([, after]) => {
  const { codes, schema } = await readField("x: Fast | { kind: 'hdd' }", { after })
  expect(codes).toEqual([])
  expect(schema?.['x-kubernetes-validations']).toEqual([
    { rule: '!(self.kind in ["ssd", "nvme"]) || (self.iops > 5)' },
  ])
})

test('a union in a union keeps constraints on its alias in its own branch', async () => {
  const { codes, schema } = await readField("x: Some | { kind: 'hdd' }", {
    after: `// +kubebuilder:validation:MinProperties=2\ntype Some = ${fast}`,
  })
  expect(codes).toEqual([])
  expect(schema?.oneOf?.map(({ minProperties }) => minProperties)).toEqual([2, undefined])
})

test.for([
  ["Level | 'max'", "'low' | 'high'"],
  ['Level | Int32', "'low' | 'high'"],
  ['Level | Int32', 'string'],
] as const)('a rule on an alias of scalars in %s is an error, for %s', async ([type, level]) => {
  const { codes, pointed } = await readField(`x: ${type}`, {
    after: `// +kubebuilder:validation:XValidation:rule="self != 'low'"\ntype Level = ${level}`,
  })
  expect([codes, pointed]).toEqual([['schema/rule-in-union'], [type]])
})

test.for([
  ["Level | 'auto'", "string | 'x'", { anyOf: [{ maxLength: 3 }, { enum: ['auto'] }] }],
  [
    "Level | 'auto'",
    "'abc' | 'x'",
    { anyOf: [{ maxLength: 3, enum: ['abc', 'x'] }, { enum: ['auto'] }] },
  ],
  ['Level | Int32', 'string', { maxLength: 3 }],
] as const)('a union keeps a constraint on an alias of scalars: %s for %s', async (row) => {
  const [type, level, expected] = row
  const { codes, schema } = await readField(`x: ${type}`, {
    after: `// +kubebuilder:validation:MaxLength=3\ntype Level = ${level}`,
  })
  expect(codes).toEqual([])
  expect(schema).toMatchObject(expected)
})

test.for([
  ['x: string', true],
  ['x?: string', false],
  ['x: string | undefined', false],
  ['x: string | null', true],
  ['x?: string | null', false],
  ['/** @default "a" */ x: string', true],
  ['/** @default "a" */ x?: string', false],
  ['x: Maybe', false],
] as const)('%s is required: %s', async ([line, required]) => {
  const result = await readField(line, { after: 'type Maybe = string | undefined' })
  expect(result).toMatchObject({ codes: [], required })
})

describe('plain numbers', () => {
  test.for([
    [{ numbers: 'int32' }, { type: 'integer', format: 'int32' }, []],
    [{ numbers: 'int64' }, { type: 'integer', format: 'int64' }, []],
    [{ numbers: 'double', insideProject: true }, { type: 'number', format: 'double' }, []],
    [{}, { type: 'number' }, ['schema/number-warning']],
    [{ insideProject: true }, anything, ['schema/plain-number']],
  ] as const)('with %o', async ([settings, schema, codes]) => {
    const result = await readField('x: number', { settings })
    expect(result).toMatchObject({ schema, codes, pointed: codes.map(() => 'number') })
  })
})

test('a type used twice is built once', async () => {
  const { schema } = await readField('x: { left: Part; right: Part }', {
    after: 'interface Part { name: string }',
  })
  expect(schema?.properties?.['left']).toBe(schema?.properties?.['right'])
})
