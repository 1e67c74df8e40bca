import { expect, test } from 'vitest'
import { readSpec } from './read-widget.ts'

/*
 * Inputs on which other generators of schemas have failed: crashed, looped, lost something without a
 * word, or written what the API server refuses. test/cases/README.md lists the kinds of fault.
 */

const string = { type: 'string' }
const int32 = { type: 'integer', format: 'int32' }
const intOrString = {
  'x-kubernetes-int-or-string': true,
  anyOf: [{ type: 'integer' }, { type: 'string' }],
}
const anything = { 'x-kubernetes-preserve-unknown-fields': true }

test('recursive types are errors that name the cycle, one for each, and end', async () => {
  const { codes, notes, pointed } = await readSpec('root: Item; tree?: Branch[]; json: Json', {
    after: `interface Item { label: string; children?: Item[] }
      interface Branch { left?: Leaf[] }
      interface Leaf { back?: Branch[] }
      type Json = string | boolean | null | Json[] | { [k: string]: Json }`,
  })
  expect(codes).toEqual(Array.from({ length: 3 }, () => 'schema/recursive-type'))
  expect(pointed).toEqual(['Item', 'Branch', 'Json'])
  expect(notes[0]).toContain('it comes back at `Widget.spec.root.children[]`')
  expect(notes[1]).toContain('the cycle: Branch → Leaf → Branch')
})

test('int-or-string has the one form that the server takes, with literals and patterns', async () => {
  const { spec, codes } = await readSpec(`
    port: number | string
    /** @pattern ^[0-9]+%$ */
    surge?: string | number
    level: 1 | 2 | 'max'`)
  expect(spec.properties).toEqual({
    port: intOrString,
    surge: { ...intOrString, pattern: '^[0-9]+%$' },
    level: { ...intOrString, enum: [1, 2, 'max'] },
  })
  expect(JSON.stringify(spec.properties?.['port']?.anyOf)).toBe(JSON.stringify(intOrString.anyOf))
  expect(codes).toEqual(['schema/fractional-int-or-string', 'schema/fractional-int-or-string'])
})

test('a union of objects is structural: properties outside, conditions in the branches', async () => {
  const { spec, codes } = await readSpec(
    'disk: Disk; mode: { inline: string } | { fromRef: { name: string } }',
    {
      after: `type Disk = { type: 'ssd'; iops: Int32; cache?: string }
        | { type: 'hdd'; rpm: Int32 } | { type: 'none' }`,
    },
  )
  expect(codes).toEqual([])
  expect(spec.properties).toEqual({
    disk: {
      type: 'object',
      properties: {
        type: { ...string, enum: ['ssd', 'hdd', 'none'] },
        iops: int32,
        cache: string,
        rpm: int32,
      },
      required: ['type'],
      oneOf: [
        {
          properties: { type: { enum: ['ssd'] } },
          required: ['iops'],
          not: { required: ['rpm'] },
        },
        {
          properties: { type: { enum: ['hdd'] } },
          required: ['rpm'],
          not: { anyOf: [{ required: ['iops'] }, { required: ['cache'] }] },
        },
        {
          properties: { type: { enum: ['none'] } },
          not: { anyOf: [{ required: ['iops'] }, { required: ['cache'] }, { required: ['rpm'] }] },
        },
      ],
    },
    mode: {
      type: 'object',
      properties: {
        inline: string,
        fromRef: { type: 'object', properties: { name: string }, required: ['name'] },
      },
      oneOf: [{ required: ['inline'] }, { required: ['fromRef'] }],
    },
  })
})

test('what may be left out and what may be null are two things', async () => {
  const { spec, codes, pointed } = await readSpec(`
    a?: string; b: string | null; c?: string | null; d: string | undefined
    e: 'x' | 'y' | null; f: (string | null)[]; g?: null`)
  const orNull = { ...string, nullable: true }
  expect(spec.required).toEqual(['b', 'e', 'f'])
  expect(spec.properties).toMatchObject({
    a: string,
    b: orNull,
    c: orNull,
    d: string,
    e: { ...orNull, pattern: '^(x|y)$' },
    f: { type: 'array', items: orNull },
  })
  expect(spec.properties?.['e']?.enum).toBeUndefined()
  expect({ codes, pointed }).toEqual({ codes: ['schema/no-value'], pointed: ['null'] })
})

test('big whole numbers keep every digit, and what JSON cannot carry is refused', async () => {
  const { codes, pointed } = await readSpec(`
    bytes: bigint
    /** @multipleOf 0.1 */
    ratio?: Double`)
  expect(codes).toEqual(['schema/not-json', 'schema/unusable-multiple'])
  expect(pointed).toEqual(['bigint', '0.1'])
  const { spec, codes: none } = await readSpec(`
    /**
     * @default 9007199254740993
     * @maximum 9223372036854775807
     */
    quota?: Int64
    /** @default 0.3 */
    ratio?: Double
    /** @default 1.0 */
    n?: Double`)
  expect(none).toEqual([])
  expect(spec.properties).toEqual({
    quota: { type: 'integer', format: 'int64', default: 9007199254740993n },
    ratio: { type: 'number', format: 'double', default: 0.3 },
    n: { type: 'number', format: 'double', default: 1 },
  })
})

test('enums list values and not names, keep their types, and the order of the source', async () => {
  const { spec, codes } = await readSpec(
    "d: Dist; b: Bits; a: Auto; m: Mixed; k: '1' | '01' | '1e3'; ok: true",
    {
      after: `export enum Dist { Far = '10 km', Near = '2 km', None = '' }
        export const enum Bits { R = 1 << 0, W = 1 << 1, RW = R | W }
        export enum Auto { Zero, One, Five = 5, Six }
        export enum Mixed { A = 1, B = 'b' }`,
    },
  )
  expect(codes).toEqual([])
  expect(spec.properties).toEqual({
    d: { ...string, enum: ['10 km', '2 km', ''] },
    b: { type: 'integer', enum: [1, 2, 3] },
    a: { type: 'integer', enum: [0, 1, 5, 6] },
    m: { ...intOrString, enum: [1, 'b'] },
    k: { ...string, enum: ['1', '01', '1e3'] },
    ok: { type: 'boolean', enum: [true] },
  })
})

test('maps, free-form values and fixed keys are told apart', async () => {
  const { spec, codes, pointed } = await readSpec(`
    m1: Record<string, Record<string, string>>; m2: { [port: number]: string }
    m3: Record<'a' | 'b', Int32>; m4: Map<string, string>; m5: Record<string, unknown>
    m6: { fixed: string; [k: string]: string }; m7: {}; m8: object
    m9: Partial<Record<'x' | 'y', string>>; m10: unknown; m11: Record<\`env-\${string}\`, string>`)
  const map = { type: 'object', additionalProperties: string }
  const freeForm = { type: 'object', ...anything }
  expect(spec.properties).toMatchObject({
    m1: { type: 'object', additionalProperties: map },
    m2: map,
    m3: { type: 'object', properties: { a: int32, b: int32 }, required: ['a', 'b'] },
    m5: freeForm,
    m7: freeForm,
    m8: freeForm,
    m9: { type: 'object', properties: { x: string, y: string } },
    m10: anything,
  })
  expect(spec.properties?.['m9']?.required).toBeUndefined()
  expect(spec.properties?.['m10']?.type).toBeUndefined()
  expect(codes).toEqual([
    'schema/numeric-key',
    'schema/not-json',
    'schema/index-beside-properties',
    'schema/unsupported-key',
  ])
  expect(pointed.slice(1)).toEqual([
    'Map<string, string>',
    '[k: string]: string',
    '`env-${string}`',
  ])
})

test('a preserved map keeps the unknown fields of its values, not of itself', async () => {
  const { spec } = await readSpec('m: Record<string, Part>', {
    after: '// +kubebuilder:pruning:PreserveUnknownFields\ninterface Part { a?: string }',
  })
  expect(spec.properties?.['m']).toEqual({
    type: 'object',
    additionalProperties: { type: 'object', properties: { a: string }, ...anything },
  })
})

test('the keys of a list are fields that are always there, and items of a set can be compared', async () => {
  const { codes, pointed, helps } = await readSpec(`
    // +listType=map
    // +listMapKey=name
    // +listMapKey=proto
    ports: { name: string; proto?: 'TCP' | 'UDP'; n: Int32 }[]
    // +listType=set
    tags: ReadonlyArray<string>
    // +listType=set
    refs: { a: string }[]
    // +listType=map
    // +listMapKey=nme
    typo: readonly { name: string }[]
    // +listType=set
    nulls: Array<string | null>
    pair: [string, Int32]`)
  expect(codes).toEqual([
    'schema/list-map-key',
    'schema/list-type',
    'schema/list-map-key',
    'schema/list-type',
    'schema/mixed-tuple',
  ])
  expect(pointed).toEqual(['proto', 'set', 'nme', 'set', '[string, Int32]'])
  expect(helps[2]).toEqual(['write `+listMapKey=name`'])
})

test('objects of the language are errors, and none of their members is in a schema', async () => {
  const { spec, codes } = await readSpec(
    `at: Date; lastSeen?: Date | null; ttl: Duration; disk: Quantity; blob: Uint8Array; u: URL
     re: RegExp; s: symbol; c: Engine; run(): void`,
    { after: 'declare class Engine { power: string; start(): void }' },
  )
  expect(codes).toEqual(Array.from({ length: 8 }, () => 'schema/not-json'))
  expect(spec.properties?.['disk']).toMatchObject(intOrString)
  expect(spec.properties?.['disk']?.pattern).toContain('[KMGTPE]i')
  expect(JSON.stringify(spec)).not.toMatch(/getTime|byteLength|href|lastIndex|power/)
})

test('defaults of objects are kept as written, and checked as the server does', async () => {
  const { spec, codes, pointed } = await readSpec(`
    /** @default {} */
    cache?: { /** @default true */ on: boolean; /** @default 90 */ days: Int32 }
    /** @default {"p": {}} */
    beast?: { p?: { name?: string } }
    /** @default [] */
    list?: string[]
    /** @default "5" */
    n?: Int32
    /** @default {"p": null} */
    none?: { p?: string }
    /** @default -3 */
    below?: Int32
    /**
     * @default {
     *   "a": 1
     * }
     */
    lines?: { a?: Int32 }
    /** @default {a: 1} */
    bare?: { a?: Int32 }`)
  expect(spec.properties).toMatchObject({
    beast: { default: { p: {} } },
    list: { default: [] },
    below: { default: -3 },
    lines: { default: { a: 1 } },
  })
  expect(codes).toEqual([
    'schema/invalid-default',
    'schema/invalid-default',
    'schema/invalid-default',
    'marker/malformed-value',
  ])
  expect(pointed.slice(0, 3)).toEqual(['{}', '"5"', '{"p": null}'])
})

test('patterns are those of the API server, and what it lacks has a way out', async () => {
  const { codes, helps } = await readSpec(`
    /** @pattern ^(?!kube-).*$ */
    ns: string
    /** @pattern (a)\\1 */
    rep: string
    /** @pattern \\u00e9|\\d+\\z */
    uni: string
    /** @pattern (?i)^(?:a|\\d)$ */
    fine: string`)
  expect(codes).toEqual(Array.from({ length: 3 }, () => 'schema/invalid-pattern'))
  expect(helps[0]?.join()).toContain("!self.startsWith('kube-')")
})

test('misspelt and misplaced markers are told, and tags of others left alone', async () => {
  const { codes, pointed, helps, spec } = await readSpec(`
    // @minimum 1
    a: Int32
    /**
     * @minimun 1
     * @maximum ten
     * @minLength 3
     */
    b: Int32
    /** +required */
    c?: string
    /** @minimum 1 */

    d: Int32
    // +kubebuilder:validation:enum=a;b
    e: string
    /**
     * @internal
     * @see elsewhere
     * @param none of them
     */
    f: string`)
  expect(codes).toEqual([
    'marker/tag-outside-jsdoc',
    'marker/unknown-tag',
    'marker/wrong-type',
    'schema/wrong-type',
    'schema/contradiction',
    'marker/unknown-name',
  ])
  expect(pointed).toEqual([
    '@minimum 1',
    '@minimun',
    'ten',
    '@minLength 3',
    '+required',
    '+kubebuilder:validation:enum',
  ])
  expect(helps[1]).toEqual(['did you mean `@minimum`?'])
  expect(helps[5]).toContain('did you mean `+kubebuilder:validation:Enum`?')
  expect(spec.properties?.['d']?.minimum).toBe(1)
})

const rule = '// +kubebuilder:validation:XValidation:'
const part = `interface Part {
  in: Int32; 'max-size': Int32; a__b: Int32; namespace: string; q: string }`

test.for([
  ['rule="self.in > 0 && self.max-size < 9"', ['schema/rule-field', 'schema/rule-field']],
  [`rule="self['max-size'] < 9"`, ['schema/rule-field']],
  ['rule="self.a__b > 0"', ['schema/rule-field']],
  [`rule="self.namespace != ''"`, ['schema/rule-field']],
  [`rule="self.q != ''",message="first\\nsecond"`, ['schema/unusable-rule']],
  [`rule="self.q\\n!= ''"`, ['schema/unusable-rule']],
  [`rule="self.q\\n!= ''",message="not empty"`, []],
  ['rule="self.__in__ > 0 && self.max__dash__size < 9 && self.a__underscores__b > 0"', []],
  [`rule="self.__namespace__ != ''"`, []],
] as const)('the rule %s is told %j', async ([text, wanted]) => {
  const { codes } = await readSpec('part: Part', { after: `${rule}${text}\n${part}` })
  expect(codes).toEqual(wanted)
})

test.for([
  "self.list.all(i, i.s.all(j, j != ''))",
  'self.list.all(i, self.list.exists_one(j, j == i))',
] as const)('the rule %s over lists without bounds is beyond the budget', async (expression) => {
  const { codes } = await readSpec('part: Part', {
    after: `${rule}rule="${expression}"\ninterface Part { list: { s: string[] }[] }`,
  })
  expect(codes).toEqual(['schema/costly-rule'])
})

test('quotes and backslashes of a rule are not touched', async () => {
  const { spec } = await readSpec('part: Part', {
    after: `${rule}rule=\`self.q.matches("^\\\\d+$") && self.q != 'it'\`\n${part}`,
  })
  expect(spec.properties?.['part']?.['x-kubernetes-validations']).toEqual([
    { rule: `self.q.matches("^\\\\d+$") && self.q != 'it'` },
  ])
})
