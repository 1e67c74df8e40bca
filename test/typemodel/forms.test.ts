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
  'type Spec = { /** one */ a: string; /** two */ b: string }':
    '{a#one: string; b#two: string}',
  'type Spec = {\n  a: string // after\n  // +min=1\n\n  /** two */\n  b: string }':
    '{a: string; b#+min=1#two: string}',
})
