import { describe, expect, test } from 'vitest'
import type { TypeModel } from '../../src/typemodel/model.ts'
import { readSpec } from './read-types.ts'

/** Walks a type as a consumer does: names are followed until one comes back. Gives the number of types seen. */
function walk(type: TypeModel, within: ReadonlySet<string> = new Set()): number {
  switch (type.kind) {
    case 'named':
      return within.has(type.id) ? 1 : 1 + walk(type.resolve(), new Set([...within, type.id]))
    case 'array':
      return 1 + walk(type.element, within)
    case 'tuple':
      return type.elements.reduce((sum, each) => sum + walk(each.type, within), 1)
    case 'map':
      return 1 + walk(type.value, within)
    case 'union':
      return type.members.reduce((sum, each) => sum + walk(each, within), 1)
    case 'object':
      return type.properties.reduce((sum, each) => sum + walk(each.type, within), 1)
    default:
      return 1
  }
}

describe('a type that goes through itself', () => {
  test.for<[string, string]>([
    [
      'interface Item { label: string; children?: Item[] }\ntype Spec = { root: Item; again: Item }',
      '{root: Item{label: string; children?: ↺Item[]}; again: Item{label: string; children?: ↺Item[]}}',
    ],
    [
      'interface Branch { left?: Leaf[] }\ninterface Leaf { back?: Branch[] }\ntype Spec = Branch',
      '=Branch{left?: Leaf{back?: ↺Branch[]}[]}',
    ],
    [
      'type Json = string | null | Json[] | { [k: string]: Json }\ntype Spec = { j: Json }',
      '{j: Json=(string | null | ↺Json[] | {[string]: ↺Json})}',
    ],
    ['interface Spec { self?: Partial<Spec> }', '{self?: Partial<Spec>{self?: ↺Partial<Spec>}}'],
    [
      'interface Spec { deep: Spec["name"]; name: string }',
      '{deep: Spec["name"]=string; name: string}',
    ],
  ])('%s', ([source, want]) => {
    const { text, codes } = readSpec(source)
    expect(text).toBe(`Spec${want}`)
    expect(codes).toEqual([])
  })
})

describe('a type that grows without end', () => {
  test.for([
    'interface Nest<T> { deeper?: Nest<T[]> }\ntype Spec = Nest<string>',
    'type Nest<T> = { deeper?: Nest<[T, T]> }\ntype Spec = Nest<string>',
    'type Nest<T> = { a?: Nest<[T, 1]>; b?: Nest<[T, 2]>; c?: Nest<{ x: T }> }\ntype Spec = Nest<string>',
    'interface A<T> { b?: B<T[]>; c?: A<[T]> }\ninterface B<T> { a?: A<T | 1>; b?: B<T[]> }\ntype Spec = A<1>',
    'type Grow<T extends unknown[]> = Grow<[...T, 1]>\ntype Spec = Grow<[]>',
    "type Pad<S extends string> = S extends 'x' ? 1 : Pad<`${S}a`>\ntype Spec = Pad<''>",
  ])('is an error in bounded time: %s', (source) => {
    const { spec, sink } = readSpecLazily(source)
    expect(walk(spec)).toBeLessThan(20_000)
    expect(sink.diagnostics.map(({ code }) => code)).toContain('type/endless')
  })
})

describe('a type that needs itself to be anything', () => {
  test.for([
    'type Spec = Spec',
    'type A = B\ntype B = A\ntype Spec = A',
    'type Spec = Partial<Spec>',
    'type Spec = Spec & { a: 1 }',
    'interface Spec extends Spec { a: 1 }',
    'interface Spec extends Other { a: 1 }\ninterface Other extends Spec { b: 1 }',
    'type Spec = keyof Spec',
    'type Spec = Spec["a"]',
    'interface Spec { a: Spec["a"] }',
    'const a: typeof a = 1\ntype Spec = typeof a',
    'const a = { b: a.b }\ntype Spec = typeof a',
  ])('ends: %s', (source) => {
    const { spec } = readSpecLazily(source)
    expect(walk(spec)).toBeLessThan(100)
  })
})

function readSpecLazily(source: string): Pick<ReturnType<typeof readSpec>, 'spec' | 'sink'> {
  return readSpec(source, {}, { prints: false })
}

test('a type that counts to a hundred ends by itself', () => {
  const source =
    "type Repeat<N extends number, All extends 'x'[] = []> = All['length'] extends N ? All : Repeat<N, [...All, 'x']>\ntype Spec = Repeat<100>['length']"
  const { spec, sink } = readSpecLazily(source)
  expect(sink.diagnostics).toEqual([])
  expect(walk(spec)).toBe(2)
})
