import { describe, expect, test } from 'vitest'
import { readSpec } from './read-types.ts'

interface Row {
  readonly source: string
  /** What `Spec` is, less its name. */
  readonly want: string
}

function rows(table: Readonly<Record<string, string>>): Row[] {
  return Object.entries(table).map(([source, want]) => ({ source, want }))
}

/** Each source declares `Spec`; the model is compared as `print-model.ts` writes it. */
function reads(name: string, table: Readonly<Record<string, string>>): void {
  describe(name, () => {
    test.for(rows(table))('$source', ({ source, want }) => {
      const { text, codes } = readSpec(source)
      expect(text).toBe(`Spec${want}`)
      expect(codes).toEqual([])
    })
  })
}

reads('scalars', {
  'type Spec = string': '=string',
  'type Spec = number | string': '=(number | string)',
  'type Spec = string | null': '=(string | null)',
  'type Spec = { a: void; b: undefined }': '{a: undefined; b: undefined}',
  'type Spec = { a: unknown; b: any; c: never; d: object }':
    '{a: unknown; b: any; c: never; d: object}',
  'type Spec = "b" | "a" | 1 | -2 | true | null': '=("b" | "a" | 1 | -2 | true | null)',
  'type Spec = true | "x" | false': '=(boolean | "x")',
  "type Port = 'http'; type Spec = Port | 'x'": '=(Port="http" | "x")',
})

reads('objects', {
  'interface Spec { a: string; b?: number }': '{a: string; b?: number}',
  'interface Spec { a: string }\ninterface Spec { b: string }': '{a: string; b: string}',
  'interface A { a: string; x: 1 }\ninterface Spec extends A { b: string; x: 1 }':
    '{<A>a: string; x: 1; b: string}',
  'interface A<T> { a: T }\ninterface Spec extends A<string>, Partial<{ c: 1 }> { b: string }':
    '{<A>a: string; c?: 1; b: string}',
  'type Spec = {}': '{}',
  'type Spec = { [key: string]: number }': '{[string]: number}',
  'type Spec = { fixed: string; [k: string]: string }': '{[string]: string; fixed: string}',
  "type Spec = { 'a-b': 1; 5: 2; ['c']: 3 }": '{a-b: 1; 5: 2; c: 3}',
  'type Spec = { /** one */ a: string; /** two */ b: string }': '{a#one: string; b#two: string}',
  'type Spec = {\n  a: string // after\n  // +min=1\n\n  /** two */\n  b: string }':
    '{a: string; b#+min=1#two: string}',
})

reads('arrays and tuples', {
  'type Spec = string[]': '=string[]',
  'type Spec = Array<string | null>': '=(string | null)[]',
  'type Spec = ReadonlyArray<{ a: 1 }>': '{a: 1}[]',
  'type Spec = readonly string[]': '=string[]',
  'type Spec = [string, n?: number]': '=[string, number?]',
  'type Spec = [a: string, ...rest: number[]]': '=[string, ...number]',
  'type Pair = [string, number]; type Spec = [...Pair, boolean]': '=[string, number, boolean]',
  'type Spec = [...string[]]': '=string[]',
  'type Spec = [...string[], number]': '=!tuple-rest',
})

reads('generics', {
  'interface Box<T> { value: T }\ntype Spec = Box<string>': '=Box{value: string}',
  'interface Box<T = number> { value: T }\ntype Spec = Box': '=Box{value: number}',
  'interface Box<T, U = T[]> { value: U }\ntype Spec = Box<1>': '=Box{value: 1[]}',
  "type Port = 'http'\ninterface Box<T extends string> { value: T; all: T[] }\ntype Spec = Box<Port>":
    '=Box{value: Port="http"; all: Port="http"[]}',
  'type Id<T> = T\ntype Spec = Id<Id<string>>': '=Id=Id=string',
  'interface Node { next?: Node; all: Node[] }\ntype Spec = Node':
    '=Node{next?: ↺Node; all: ↺Node[]}',
  'interface Tree<T> { value: T; kids?: Tree<T>[] }\ntype Spec = Tree<string>':
    '=Tree{value: string; kids?: ↺Tree[]}',
})

reads('utility types', {
  'type Spec = Partial<{ a: string; b?: number }>': '{a?: string; b?: number}',
  'type Spec = Required<{ a?: string; b?: number | undefined }>': '{a: string; b: number}',
  'type Spec = Readonly<{ a?: string }>': '{a?: string}',
  "type Spec = Pick<{ /** A */ a: string; b: number }, 'a'>": '{a#A: string}',
  "type Spec = Omit<{ /** A */ a: string; b: number }, 'b'>": '{a#A: string}',
  "interface A { x: 1; y: 2; z: 3 }\ntype Keys = 'x' | 'y'\ntype Spec = Omit<A, Keys>": '{z: 3}',
  'type Spec = Record<string, { a: 1 }>': '{[string]: {a: 1}}',
  "type Spec = Record<'a' | 'b', number>": '{a: number; b: number}',
  "enum E { A = 'x', B = 'y' }\ntype Spec = Record<E, number>": '{x: number; y: number}',
  "enum E { A = 'x', B = 'y' }\ntype Spec = { [K in E]?: K }": '{x?: "x"; y?: "y"}',
  "type Spec = Partial<Record<'x' | 'y', string>>": '{x?: string; y?: string}',
  'type Spec = Record<`env-${string}`, string>': '{[`env-${string}`]: string}',
  'type Spec = Record<number, string>': '{[number]: string}',
  'type Key = string\ntype Spec = Record<Key, 1>': '{[Key=string]: 1}',
  "type Spec = Exclude<'a' | 'b' | 'c', 'b'>": '=("a" | "c")',
  "type Spec = Extract<'a' | 1 | true, string | number>": '=("a" | 1)',
  "type Port = 'http' | 'https'\ntype Spec = Exclude<Port | 'x', 'http'>": '=("https" | "x")',
  'type Spec = NonNullable<string | null | undefined>': '=string',
  "type Port = 'a'\ntype Spec = NonNullable<Port | null>": '=Port="a"',
  "type Spec = Uppercase<'ab' | 'c'>": '=("AB" | "C")',
  "type Spec = Capitalize<'ab'>": '="Ab"',
})

reads('mapped types', {
  "type Spec = { [K in 'a' | 'b']: K }": '{a: "a"; b: "b"}',
  'type Null<T> = { [K in keyof T]: T[K] | null }\ntype Spec = Null<{ /** A */ a: string; b?: 1 }>':
    '=Null{a#A: string | null; b?: 1 | undefined | null}',
  'type All<T> = { [K in keyof T]-?: T[K] }\ntype Spec = All<{ a?: string; b?: 1 | undefined }>':
    '=All{a: string; b: 1}',
  'type Some<T> = { readonly [K in keyof T]?: T[K] }\ntype Spec = Some<{ a: string }>':
    '=Some{a?: string}',
  'type Up<T> = { [K in keyof T & string as `x${Capitalize<K>}`]: T[K] }\ntype Spec = Up<{ /** A */ a: string }>':
    '=Up{xA#A: string}',
  "type Drop<T> = { [K in keyof T as K extends 'a' ? never : K]: T[K] }\ntype Spec = Drop<{ a: 1; b: 2 }>":
    '=Drop{b: 2}',
  'type My<T, K extends keyof T> = { [P in K]: T[P] }\ntype Spec = My<{ /** A */ a?: string; b: 1 }, "a">':
    '=My{a#A?: string}',
  'type Deep<T> = T extends object ? { [K in keyof T]?: Deep<T[K]> } : T\ntype Spec = Deep<{ a: { b: string[] } }>':
    '=Deep{a?: Deep{b?: Deep=Deep=string[]}}',
  'type Spec = { [K in string]: number }': '{[string]: number}',
})

reads('keyof, indexed access and typeof', {
  'type Spec = keyof { a: 1; b: 2 }': '=("a" | "b")',
  "interface A { /** X */ x: string }\ninterface Spec { y: A['x'] }": '{y#X: string}',
  "interface A { x?: string }\ntype Spec = A['x']": '=(string | undefined)',
  "type Port = 'a'\ninterface A { x: Port[] }\ntype Spec = A['x'][number]": '=Port="a"',
  "type Spec = ['a', 'b'][number]": '=("a" | "b")',
  "type Spec = ['a', 'b'][1]": '="b"',
  "type Spec = { a: 1; b: 2 }['a' | 'b']": '=(1 | 2)',
  "type Spec = { a: { b: 3 } }['a']['b']": '=3',
  "type M = Record<string, 5>\ntype Spec = M['x']": '=5',
  "const LIST = ['a', 'b'] as const\ntype Spec = (typeof LIST)[number]": '=("a" | "b")',
  "const LIST = ['a', 'b'] as const satisfies readonly string[]\ntype Spec = (typeof LIST)[number]":
    '=("a" | "b")',
  "const MORE = ['x'] as const\nconst LIST = [...MORE, 'b'] as const\ntype Spec = (typeof LIST)[number]":
    '=("x" | "b")',
  "const O = { a: 1, b: 'x' } as const\ntype Spec = typeof O": '{a: 1; b: "x"}',
  "const O = { a: 1, b: 'x' }\ntype Spec = typeof O": '{a: number; b: string}',
  "const O = { a: 1, b: 'x' } as const\ntype Spec = keyof typeof O": '=("a" | "b")',
  "const O = { a: 1, b: 'x' } as const\ntype Spec = (typeof O)[keyof typeof O]": '=(1 | "x")',
  "const O = { a: { b: 'x' } } as const\ntype Spec = typeof O.a.b": '="x"',
  "enum E { A = 'x', B = 'y' }\ntype Spec = keyof typeof E": '=("A" | "B")',
  "const A = 'x'\ntype Spec = typeof A": '="x"',
  "let a = 'x'\ntype Spec = typeof a": '=string',
})

reads('template literals', {
  'type Spec = `a-${number}`': '=`a-${number}`',
  "type Spec = `${'a' | 'b'}-${'x' | 'y'}`": '=("a-x" | "a-y" | "b-x" | "b-y")',
  "type L = 'a' | 'b'\ntype Spec = `${L}-${string}`": '=(`a-${string}` | `b-${string}`)',
  'type V = `v${number}`\ntype Spec = `${V}beta${number}`': '=`v${number}beta${number}`',
  'type Spec = `${boolean}`': '=("true" | "false")',
  'type Spec = `${string}`': '=string',
})

reads('enums', {
  "enum Spec { Far = '10 km', Near = '2 km', None = '' }":
    '=enum(Far="10 km", Near="2 km", None="")',
  'const enum Spec { R = 1 << 0, W = 1 << 1, RW = R | W }': '=enum(R=1, W=2, RW=3)',
  'enum Spec { Zero, One, Five = 5, Six }': '=enum(Zero=0, One=1, Five=5, Six=6)',
  "enum Spec { A = 1, B = 'b' }": '=enum(A=1, B="b")',
  "const BASE = 'k'\nenum Spec { A = `${BASE}-a`, B = BASE + '-b', C = -1, D }":
    '=enum(A="k-a", B="k-b", C=-1, D=0)',
  "enum O { A = 'a' }\nenum Spec { B = O.A, C = O['A'] }": '=enum(B="a", C="a")',
  'declare enum Spec { A = 4, B }': '=enum(A=4, B=5)',
  "enum Spec { A = 'a' }\nenum Spec { B = 'b' }": '=enum(A="a", B="b")',
  "enum E { A = 'a', B = 'b' }\ntype Spec = E.A | null": '=("a" | null)',
  'enum Spec { A = Math.random() }': '=!computed-enum',
})

reads('intersections', {
  'type Spec = { a: 1 } & { b?: 2 }': '{a: 1; b?: 2}',
  'interface A { a: 1 }\ntype Spec = A & { b: 2 }': '{<A>a: 1; b: 2}',
  'interface A { a: 1 }\ninterface B extends A { b: 2 }\ntype Spec = B & { c: 3 }':
    '{<B, A>a: 1; b: 2; c: 3}',
  'type Spec = { /** L */ a?: string } & { /** R */ a: "x" }': '{a#L#R: "x"}',
  'type Spec = ({ t: 1 } | { t: 2 }) & { c: 3 }': '=({t: 1; c: 3} | {t: 2; c: 3})',
  "type Spec = string & { readonly __brand: 'id' }": '=string',
  'type Port = string\ntype Spec = Port & {}': '=Port=string',
  "type Spec = ('a' | 'b') & ('b' | 'c')": '="b"',
  "type Spec = string & 'a'": '="a"',
  'type Spec = string & number': '=never',
  "type Spec = Record<string, string> & { a: 'x' }": '{[string]: string; a: "x"}',
  'type Spec = { a: string }[] & { b: 1 }': '=!intersection',
})

reads('conditional types', {
  "type C<T> = T extends string ? 'text' : 'other'\ntype Spec = C<'a' | 1>":
    '=C=("text" | "other")',
  'type C<T> = [T] extends [string] ? 1 : 2\ntype Spec = C<"a" | 1>': '=C=2',
  'type El<T> = T extends (infer U)[] ? U : never\ntype Spec = El<{ a: 1 }[]>': '=El{a: 1}',
  'type V<T> = T extends { value: infer U } ? U : never\ntype Spec = V<{ value: string; x: 1 }>':
    '=V=string',
  'interface Box<T> { v: T }\ntype Un<T> = T extends Box<infer U> ? U : T\ntype Spec = Un<Box<5>>':
    '=Un=5',
  'type Tail<T> = T extends [unknown, ...infer R] ? R : never\ntype Spec = Tail<[1, 2, 3]>':
    '=Tail=[2, 3]',
  'type Major<T> = T extends `${infer M}.${string}` ? M : never\ntype Spec = Major<"1.2.3">':
    '=Major="1"',
  'type C<T> = T extends object ? 1 : 2\ntype Spec = [C<{}>, C<string[]>, C<Date>, C<string>]':
    '=[C=1, C=1, C=1, C=2]',
  "type Spec = { a: 1 } extends { a: number } ? 'yes' : 'no'": '="yes"',
  "type C<T> = T extends null | undefined ? never : T\ntype P = 'p'\ntype Spec = C<P | null>":
    '=C=P="p"',
  'type C = never extends string ? 1 : 2\ntype Spec = C': '=C=1',
  'type If<T> = T extends true ? 1 : 2\ntype Spec = If<boolean>': '=If=(1 | 2)',
})

reads('what JSON cannot carry', {
  'type Spec = { a: Date; b: bigint; c: Map<string, 1>; d: Set<1>; e: Uint8Array; f: URL; g: RegExp }':
    '{a: !Date; b: !bigint; c: !Map; d: !Set; e: !Uint8Array; f: !URL; g: !RegExp}',
  'type Spec = { a: () => void; b(): void; c: new () => Date; d: symbol; e: Promise<1> }':
    '{a: !function; b: !function; c: !function; d: !symbol; e: !Promise}',
  'class C { a = 1 }\ntype Spec = { a: C; [Symbol.iterator]: 1 }':
    '{a: !class; [Symbol.iterator]: !symbol}',
  'interface Spec { (): string }': '=!function',
  'type Spec = 10n': '=!bigint',
  'type Spec = NodeJS.Timeout': '=!NodeJS.Timeout',
  'interface Spec extends Array<string> { a: 1 }': '=!extends',
})

reads('library types', {
  "import type { Int32, Condition } from 'kops'\ntype Spec = { a: Int32; b: Condition[] }":
    '{a: Int32@kops; b: Condition@kops[]}',
  "import * as k from 'kops'\ntype Spec = Partial<{ a: k.Int32 }>": '{a?: Int32@kops}',
  "import type { PodSpec as P } from 'kops/kubernetes/core/v1'\ntype Spec = P | null":
    '=(PodSpec@kops/kubernetes/core/v1 | null)',
  "type Spec = import('kops').Int32": '=Int32@kops',
  "import type { Int32 } from 'kops'\ntype C<T> = T extends number ? 'n' : T extends object ? 'o' : 'x'\ntype Spec = C<Int32>":
    '=C="n"',
})

reads('comments of a picked property', {
  "interface A { /** X */ x?: string }\ninterface Spec { y: A['x'] | null; z: NonNullable<A['x']> }":
    '{y#X: string | undefined | null; z#X: string}',
  "interface A { /** X */ x: string }\ntype Spec = { [K in 'a' | 'b']?: A['x'] }":
    '{a#X?: string; b#X?: string}',
  "interface A { /** X */ x: string }\ntype Spec = Record<'a', A['x']>": '{a#X: string}',
  "interface A { /** X */ x: string }\ntype Spec = { [K in 'x']: A[K] }": '{x#X: string}',
  'interface A { /** X */ x: string }\ntype Spec = { [K in keyof A]: boolean }': '{x: boolean}',
  'interface A { /** X */ x: string }\ntype Spec = { [K in keyof A]: A[K][] }': '{x#X: string[]}',
  'interface A {\n /** @minimum 1 */ x: 1 }\ninterface Spec { a: keyof A; b: A["x"] extends 1 ? 2 : 3 }':
    '{a: "x"; b: 2}',
})

test.for([
  "type Spec = A['x']",
  "type Spec = A['x'][]",
  "type Spec = { a: A['x'][] }",
  "type Spec = Record<string, A['x']>",
  "type Spec = { a: { [k: string]: A['x'] } }",
  "interface Box<T> { a: T }\ntype Spec = Box<A['x']>",
])('rules of a picked property are not lost without a word: %s', (source) => {
  const rule = 'interface A {\n // +kubebuilder:validation:MinLength=1\n x: string }\n'
  expect(readSpec(`${rule}${source}`).codes).toEqual(['type/lost-marker'])
})
