import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'

/*
 * Random TypeScript types, each with values on both sides of every bound that it sets. Start reading at
 * `typedForm`: a row of the table below it is one form of TypeScript.
 */

/** A type as text, and what it admits. */
export interface TypedForm {
  /** Rows of the table that it is made of, its own first. */
  readonly forms: readonly string[]
  readonly type: string
  /** Marker lines of the field that has the type. */
  readonly markers: readonly string[]
  /** Types that must be declared beside it. */
  readonly declarations: readonly string[]
  readonly valid: readonly JsonValue[]
  readonly invalid: readonly JsonValue[]
}

type Form = Omit<TypedForm, 'forms' | 'markers' | 'declarations'> & Partial<TypedForm>

/** Without bias towards small numbers: every declaration needs a name of its own. */
const arbitraryName = fc
  .noBias(fc.integer({ min: 0, max: 2 ** 40 }))
  .map((number) => `T${number.toString(36)}`)

const bounds = (max: number): fc.Arbitrary<readonly [number, number]> =>
  fc
    .tuple(fc.integer({ min: 1, max }), fc.integer({ min: 0, max }))
    .map(([low, width]) => [low, low + width])

const validation = (name: string, value: number | string): string =>
  `// +kubebuilder:validation:${name}=${value}`

const repeat = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)

const integers: Form = {
  type: 'Int32',
  valid: [0, -2147483648, 2147483647],
  invalid: [2147483648, -2147483649, 1.5, '1', true],
}

/** Forms that hold no other type. */
const leaves: Readonly<Record<string, fc.Arbitrary<Form>>> = {
  string: fc.constant({ type: 'string', valid: ['a', '', 'é\n'], invalid: [1, true, ['a'], {}] }),
  boolean: fc.constant({ type: 'boolean', valid: [true, false], invalid: ['true', 0] }),
  Int32: fc.constant(integers),
  Int64: fc.constant({
    type: 'Int64',
    valid: [0, -9223372036854775808n, 9223372036854775807n],
    invalid: [0.5, '0'],
  }),
  Integer: fc.constant({ type: 'Integer', valid: [-1, 2 ** 40], invalid: [1.5, ''] }),
  Double: fc.constant({ type: 'Double', valid: [1.5, -2, 1e300], invalid: ['1.5', false] }),
  'bounded integer': fc.tuple(bounds(1000), fc.boolean()).map(([[low, high], exclusive]) => {
    const [least, most] = exclusive ? [low + 1, high + 2] : [low, high]
    return {
      type: 'Int32',
      markers: [
        validation('Minimum', low),
        validation('Maximum', exclusive ? high + 3 : high),
        ...(exclusive
          ? [validation('ExclusiveMinimum', 'true'), validation('ExclusiveMaximum', 'true')]
          : []),
      ],
      valid: [least, most],
      invalid: [least - 1, most + 1],
    }
  }),
  multiple: fc.integer({ min: 2, max: 100 }).map((step) => ({
    type: 'Integer',
    markers: [validation('MultipleOf', step)],
    valid: [0, step, -3 * step],
    invalid: [1, step + 1],
  })),
  'bounded string': bounds(20).map(([low, high]) => ({
    type: 'string',
    markers: [validation('MinLength', low), validation('MaxLength', high)],
    valid: ['a'.repeat(low), 'é'.repeat(high)],
    invalid: ['a'.repeat(low - 1), 'a'.repeat(high + 1)],
  })),
  pattern: bounds(9).map(([low, high]) => ({
    type: 'string',
    markers: [validation('Pattern', `\`^[a-f]{${low},${high}}$\``)],
    valid: ['a'.repeat(low), 'f'.repeat(high)],
    invalid: ['a'.repeat(low - 1), 'a'.repeat(high + 1), 'g'.repeat(low)],
  })),
  'union of strings': fc
    .uniqueArray(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 4 })
    .map((words) => ({
      type: words.map((word) => JSON.stringify(word)).join(' | '),
      valid: words,
      invalid: [`${words.join('')}x`, 1],
    })),
  'union of integers': fc
    .uniqueArray(fc.integer({ min: -99, max: 99 }), { minLength: 1, maxLength: 4 })
    .map((all) => ({
      type: all.join(' | '),
      valid: all,
      invalid: [100, String(all[0])],
    })),
  enum: fc.tuple(arbitraryName, fc.boolean()).map(([name, isText]) => ({
    type: name,
    declarations: [
      `export enum ${name} { A${isText ? " = 'a'" : ''}, B${isText ? " = 'b'" : ' = 5'} }`,
    ],
    valid: isText ? ['a', 'b'] : [0, 5],
    invalid: isText ? ['A', 'c', 0] : [1, 'A'],
  })),
  'marked alias': fc.tuple(arbitraryName, bounds(50)).map(([name, [low, high]]) => ({
    type: name,
    declarations: [
      `${validation('Minimum', low)}\n${validation('Maximum', high)}\nexport type ${name} = Int32`,
    ],
    valid: [low, high],
    invalid: [low - 1, high + 1],
  })),
  IntOrString: fc.constant({ type: 'IntOrString', valid: [1, '10%'], invalid: [1.5, true, []] }),
  Quantity: fc.constant({
    type: 'Quantity',
    valid: ['1Gi', 5, '500m'],
    invalid: ['much', 1.5, {}],
  }),
  Time: fc.constant({
    type: 'Time',
    valid: ['2026-01-31T12:00:00Z'],
    invalid: ['2026-01-31', 'now', 0],
  }),
  Bytes: fc.constant({ type: 'Bytes', valid: ['aGk='], invalid: ['***', '', 1] }),
  template: fc.stringMatching(/^[a-z]{1,5}$/).map((word) => ({
    type: `\`${word}-\${'a' | 'b'}\``,
    valid: [`${word}-a`, `${word}-b`],
    invalid: [`${word}-c`, word, 1],
  })),
}

/** Forms around another type. */
const wrappers: Readonly<
  Record<string, (inner: TypedForm, random: { name: string; low: number; high: number }) => Form>
> = {
  nullable: ({ type, valid, invalid }) => ({
    type: `${type} | null`,
    valid: [...valid, null],
    invalid,
  }),
  array: ({ type, valid, invalid }, { low, high }) => ({
    type: `(${type})[]`,
    markers: [validation('MinItems', low), validation('MaxItems', high)],
    valid: [...valid.map((item) => repeat(low, item)), repeat(high, first(valid))],
    invalid: [
      repeat(low - 1, first(valid)),
      repeat(high + 1, first(valid)),
      ...invalid.map((item) => [...repeat(high - 1, first(valid)), item]),
      'text',
    ],
  }),
  record: ({ type, valid, invalid }, { low, high }) => ({
    type: `Record<string, ${type}>`,
    markers: [validation('MinProperties', low), validation('MaxProperties', high)],
    valid: [...valid.map((value) => recordOf(low, value)), recordOf(high, first(valid))],
    invalid: [
      recordOf(low - 1, first(valid)),
      recordOf(high + 1, first(valid)),
      ...invalid.map((value) => ({ ...recordOf(low - 1, first(valid)), last: value })),
    ],
  }),
  object: ({ type, markers, valid, invalid }, { name }) => ({
    type: name,
    declarations: [
      `export interface ${name} {\n${markers.join('\n')}\n  needed: ${type}\n${markers.join('\n')}\n  maybe?: ${type}\n}`,
    ],
    valid: valid.flatMap((needed) => [{ needed }, { needed, maybe: needed }]),
    invalid: [
      {},
      { maybe: first(valid) },
      ...invalid.flatMap((bad) => [{ needed: bad }, { needed: first(valid), maybe: bad }]),
    ],
  }),
  generic: ({ type, valid, invalid }, { name }) => ({
    type: `${name}<${type}>`,
    declarations: [`export interface ${name}<T> {\n  value: T\n  list?: T[]\n}`],
    valid: valid.map((value) => ({ value, list: [value] })),
    invalid: [
      {},
      ...invalid.map((value) => ({ value })),
      ...invalid.map((bad) => ({ value: first(valid), list: [bad] })),
    ],
  }),
  utility: ({ type, markers, valid, invalid }, { name }) => ({
    type: `Partial<Pick<${name}, 'a' | 'b'>>`,
    declarations: [
      `export interface ${name} {\n${markers.join('\n')}\n  a: ${type}\n  b: string\n  c: string\n}`,
    ],
    valid: [{}, { a: first(valid) }, { b: 'x' }],
    invalid: [...invalid.map((a) => ({ a })), { b: 1 }],
  }),
  'discriminated union': ({ type, markers, valid, invalid }, { name }) => ({
    type: name,
    declarations: [
      `export interface ${name}A {\n  kind: 'a'\n${markers.join('\n')}\n  inner: ${type}\n}\nexport interface ${name}B {\n  kind: 'b'\n  other?: string\n}\nexport type ${name} = ${name}A | ${name}B`,
    ],
    valid: [
      { kind: 'b' },
      { kind: 'b', other: 'x' },
      ...valid.map((inner) => ({ kind: 'a', inner })),
    ],
    invalid: [
      {},
      { kind: 'c' },
      { kind: 'a' },
      ...invalid.map((inner) => ({ kind: 'a', inner })),
      { kind: 'b', other: 1 },
    ],
  }),
}

/** Wrappers whose inner type is a bare use, so that a field's markers would say something else. */
const wantsBareInner = new Set(['nullable', 'array', 'record', 'generic'])

/** A random type of at most `depth` types within one another. */
export function typedForm(depth: number): fc.Arbitrary<TypedForm> {
  const leaf = fc.oneof(
    ...Object.entries(leaves).map(([form, each]) => each.map((made) => complete(form, made))),
  )
  if (depth === 0) return leaf
  const random = fc
    .tuple(arbitraryName, bounds(4))
    .map(([name, [low, high]]) => ({ name, low, high }))
  const wrapped = Object.entries(wrappers).map(([form, wrap]) =>
    fc
      .tuple(
        typedForm(depth - 1).filter((inner) => canWrap(form, inner)),
        random,
      )
      .map(([inner, values]) => nest(form, inner, wrap(inner, values))),
  )
  return fc.oneof({ weight: 1, arbitrary: leaf }, { weight: 2, arbitrary: fc.oneof(...wrapped) })
}

/** The names of all forms, for the coverage that is printed. */
export const formNames: readonly string[] = [...Object.keys(leaves), ...Object.keys(wrappers)]

function canWrap(form: string, inner: TypedForm): boolean {
  if (wantsBareInner.has(form) && inner.markers.length > 0) return false
  if (form !== 'nullable') return true
  return ['string', 'Int32', 'boolean', 'Double', 'object', 'Time'].includes(inner.forms[0] ?? '')
}

function complete(form: string, made: Form): TypedForm {
  return { markers: [], declarations: [], ...made, forms: [form] }
}

function nest(form: string, inner: TypedForm, made: Form): TypedForm {
  return {
    markers: [],
    ...made,
    forms: [form, ...inner.forms],
    declarations: [...inner.declarations, ...(made.declarations ?? [])],
  }
}

function first(values: readonly JsonValue[]): JsonValue {
  return values[0] ?? null
}

function recordOf(count: number, value: JsonValue): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))
}
