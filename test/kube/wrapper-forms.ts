import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import { declare, members, validation, type Form, type TypedForm } from './typed-form.ts'

/*
 * Forms of TypeScript around another type. Each passes on what the inner type admits and refuses, beside
 * the bounds that it sets itself.
 */

export interface Random {
  readonly name: string
  readonly low: number
  readonly high: number
  readonly choice: boolean
}

type Wrapper = (inner: TypedForm, random: Random) => Form

const lists: Readonly<Record<string, Wrapper>> = {
  array: ({ type, valid, invalid }, { low, high, choice }) => ({
    type: choice ? `readonly (${type})[]` : `Array<${type}>`,
    markers: [validation('MinItems', low), validation('MaxItems', high)],
    valid: [...valid.map((item) => repeat(low, item)), repeat(high, first(valid))],
    invalid: [
      repeat(low - 1, first(valid)),
      repeat(high + 1, first(valid)),
      ...invalid.map((item) => [...repeat(high - 1, first(valid)), item]),
      'text',
    ],
  }),
  tuple: ({ type, valid, invalid }, { choice }) => ({
    type: choice ? `[${type}, ${type}]` : `readonly [first: ${type}, second: ${type}]`,
    valid: valid.map((item) => repeat(2, item)),
    invalid: [
      repeat(1, first(valid)),
      repeat(3, first(valid)),
      ...invalid.map((item) => [first(valid), item]),
    ],
  }),
  'tuple with rest': ({ type, valid, invalid }, { choice }) => ({
    type: choice ? `[${type}, ...(${type})[]]` : `[${type}, (${type})?, ...(${type})[]]`,
    valid: [...valid.map((item) => [item]), repeat(3, first(valid))],
    invalid: [[], ...invalid.map((item) => [first(valid), first(valid), item])],
  }),
  'tuple with an optional item': ({ type, valid, invalid }) => ({
    type: `[${type}, (${type})?]`,
    valid: [[first(valid)], ...valid.map((item) => [first(valid), item])],
    invalid: [[], repeat(3, first(valid)), ...invalid.map((item) => [item])],
  }),
}

const maps: Readonly<Record<string, Wrapper>> = {
  record: ({ type, valid, invalid }, { low, high, choice }) => ({
    type: choice ? `Record<string, ${type}>` : `{ [key: string]: ${type} }`,
    markers: [validation('MinProperties', low), validation('MaxProperties', high)],
    valid: [...valid.map((value) => recordOf(low, value)), recordOf(high, first(valid))],
    invalid: [
      recordOf(low - 1, first(valid)),
      recordOf(high + 1, first(valid)),
      ...invalid.map((value) => ({ ...recordOf(low - 1, first(valid)), last: value })),
    ],
  }),
  'record of known keys': ({ type, valid, invalid }) => ({
    type: `Record<'a' | 'b', ${type}>`,
    valid: valid.map((value) => ({ a: value, b: value })),
    invalid: [
      {},
      { a: first(valid) },
      ...invalid.flatMap((value) => [
        { a: value, b: first(valid) },
        { a: first(valid), b: value },
      ]),
    ],
  }),
}

const computed: Readonly<Record<string, Wrapper>> = {
  mapped: ({ type, valid, invalid }, { name, choice }) => ({
    type: choice ? `{ [Key in 'a' | 'b']?: ${type} }` : `{ [Key in keyof ${name}]?: ${name}[Key] }`,
    declarations: [declare(name, `  a: ${type}\n  b: ${type}`)],
    valid: [{}, ...valid.map((value) => ({ a: value, b: value }))],
    invalid: [...invalid.flatMap((value) => [{ a: value }, { b: value }]), 'text'],
  }),
  conditional: ({ type, valid, invalid }, { name, choice }) => ({
    type: choice ? `${name}<'x'>` : `${name}<1>`,
    declarations: [
      `export type ${name}<T> = T extends string ? ${choice ? type : '{ other: T }'} : ${choice ? 'never' : type}`,
    ],
    valid,
    invalid,
  }),
  'indexed access': ({ type, markers, valid, invalid }, { name, choice }) => {
    // An item of a list has no markers.
    const isField = choice || markers.length > 0
    return {
      type: isField ? `${name}['inner']` : `${name}['list'][number]`,
      declarations: [
        declare(name, members([markers, `inner: ${type}`], [[], `list: (${type})[]`])),
      ],
      isTied: true,
      valid,
      invalid,
    }
  },
  Pick: pickLike('Pick', "'a' | 'b'"),
  Omit: pickLike('Omit', "'c'"),
  Partial: (inner, { name }) => ({
    type: `Partial<Pick<${name}, 'a' | 'b'>>`,
    declarations: [threeFields(inner, name)],
    valid: [{}, ...inner.valid.map((a) => ({ a })), { b: 'x' }],
    invalid: [...inner.invalid.map((a) => ({ a })), { b: 1 }],
  }),
  Required: ({ type, markers, valid, invalid }, { name }) => ({
    type: `Readonly<Required<${name}>>`,
    declarations: [declare(name, members([markers, `a?: ${type}`], [[], 'b?: string']))],
    valid: valid.map((a) => ({ a, b: 'x' })),
    invalid: [{}, { a: first(valid) }, ...invalid.map((a) => ({ a, b: 'x' }))],
  }),
  alias: ({ type, markers, valid, invalid }, { name }) => ({
    type: name,
    declarations: [[...markers, `export type ${name} = ${type}`].join('\n')],
    valid,
    invalid,
  }),
}

function pickLike(utility: string, keys: string): Wrapper {
  return (inner, { name }) => ({
    type: `${utility}<${name}, ${keys}>`,
    declarations: [threeFields(inner, name)],
    valid: inner.valid.map((a) => ({ a, b: 'x' })),
    invalid: [
      { a: first(inner.valid) },
      { b: 'x' },
      { a: first(inner.valid), b: 'x', c: 'x' },
      ...inner.invalid.map((a) => ({ a, b: 'x' })),
    ],
  })
}

function threeFields({ type, markers }: TypedForm, name: string): string {
  return declare(name, members([markers, `a: ${type}`], [[], 'b: string'], [[], 'c: string']))
}

const objects: Readonly<Record<string, Wrapper>> = {
  object: ({ type, markers, valid, invalid }, { name }) => ({
    type: name,
    declarations: [
      declare(name, members([markers, `needed: ${type}`], [markers, `maybe?: ${type}`])),
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
    declarations: [
      `export interface ${name}<T> {\n  value: T\n  /** @maxItems 3 */\n  list?: T[]\n}`,
    ],
    valid: valid.map((value) => ({ value, list: [value] })),
    invalid: [
      {},
      { value: first(valid), list: repeat(4, first(valid)) },
      ...invalid.map((value) => ({ value })),
      ...invalid.map((bad) => ({ value: first(valid), list: [bad] })),
    ],
  }),
  'generic with a default': ({ type, valid, invalid }, { name }) => ({
    type: name,
    declarations: [
      `export interface ${name}<T = ${type}, U extends string = 'u'> {\n  value: T\n  other?: U\n}`,
    ],
    valid: [...valid.map((value) => ({ value })), { value: first(valid), other: 'u' }],
    invalid: [{}, { value: first(valid), other: 'v' }, ...invalid.map((value) => ({ value }))],
  }),
  extends: withTwoFields(
    (name, first, second) => `${declare(`${name}Base`, first)}\nexport interface ${name} extends ${name}Base {\n${second}\n}`, // prettier-ignore
  ),
  merging: withTwoFields(
    (name, first, second) => `${declare(name, first)}\n${declare(name, second)}`,
  ),
  intersection: withTwoFields(
    (name, first, second) => `${declare(`${name}A`, first)}\nexport type ${name} = ${name}A & {\n${second}\n}`, // prettier-ignore
  ),
}

/** A property of the inner type and another, declared in two places. */
function withTwoFields(render: (name: string, first: string, second: string) => string): Wrapper {
  return ({ type, markers, valid, invalid }, { name }) => ({
    type: name,
    declarations: [render(name, members([markers, `inner: ${type}`]), '  own: string')],
    valid: valid.map((inner) => ({ inner, own: 'x' })),
    invalid: [
      { own: 'x' },
      { inner: first(valid) },
      { inner: first(valid), own: 1 },
      ...invalid.map((inner) => ({ inner, own: 'x' })),
    ],
  })
}

const unions: Readonly<Record<string, Wrapper>> = {
  nullable: ({ type, valid, invalid }) => ({
    type: `${type} | null`,
    valid: [...valid, null],
    invalid,
  }),
  'discriminated union': ({ type, markers, valid, invalid }, { name }) => ({
    type: name,
    declarations: [
      declare(`${name}A`, members([[], "kind: 'a'"], [markers, `inner: ${type}`])),
      declare(`${name}B`, "  kind: 'b'\n  other?: string"),
      `export type ${name} = ${name}A | ${name}B`,
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
      { kind: 'b', inner: first(valid) },
      { kind: 'a', inner: first(valid), other: 'x' },
      ...invalid.map((inner) => ({ kind: 'a', inner })),
      { kind: 'b', other: 1 },
    ],
  }),
  'exactly one of': ({ type, markers, valid, invalid }, { name }) => ({
    type: `${name}A | { b: string }`,
    declarations: [declare(`${name}A`, members([markers, `a: ${type}`]))],
    valid: [...valid.map((a) => ({ a })), { b: 'x' }],
    invalid: [{}, { a: first(valid), b: 'x' }, { b: 1 }, ...invalid.map((a) => ({ a }))],
  }),
  'at least one of': ({ type, markers, valid, invalid }, { name }) => ({
    type: `${name}A | ${name}B`,
    declarations: [
      declare(`${name}A`, members([markers, `a: ${type}`], [[], 'b?: string'])),
      declare(`${name}B`, members([markers, `a?: ${type}`], [[], 'b: string'])),
    ],
    valid: [...valid.map((a) => ({ a })), { b: 'x' }, { a: first(valid), b: 'x' }],
    invalid: [{}, { b: 1 }, ...invalid.map((a) => ({ a }))],
  }),
}

const defaults: Readonly<Record<string, Wrapper>> = {
  default: ({ type, markers, valid, invalid }) => ({
    type,
    markers: [...markers, `// +kubebuilder:default=${JSON.stringify(first(valid))}`],
    absent: first(valid),
    valid,
    invalid,
  }),
}

export const wrappers: Readonly<Record<string, Wrapper>> = {
  ...lists,
  ...maps,
  ...computed,
  ...objects,
  ...unions,
  ...defaults,
}

function repeat<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item)
}

function first(values: readonly JsonValue[]): JsonValue {
  return values[0] ?? null
}

function recordOf(count: number, value: JsonValue): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))
}
