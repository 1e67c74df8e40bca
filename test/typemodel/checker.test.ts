import { describe, expect, test } from 'vitest'
import { readSpec } from './read-types.ts'

describe('what syntax cannot tell', () => {
  test.for<[string, string]>([
    [
      'function f() { return { a: 1, b: "x" } }\ntype Spec = ReturnType<typeof f>',
      '{a: number; b: string}',
    ],
    [
      'const f = (): { /** A */ a?: string } => ({})\ntype Spec = ReturnType<typeof f>',
      '{a#A?: string}',
    ],
    [
      "const f = (x: 'a' | 'b', n?: number) => x\ntype Spec = Parameters<typeof f>",
      '=["a" | "b", number?]',
    ],
    ['interface R { a: 1 }\ndeclare function f(): R\ntype Spec = ReturnType<typeof f>', '=R{a: 1}'],
    [
      'interface R<T> { a: T }\ndeclare function f(): R<string>[]\ntype Spec = ReturnType<typeof f>',
      '=R{a: string}[]',
    ],
    [
      "// +x=1\ntype Port = 'p'\ninterface R { port: Port }\ndeclare function f(): R | null\ntype Spec = ReturnType<typeof f>",
      '=(null | R{port: Port="p"})',
    ],
    [
      'enum E { A, B }\ndeclare function f(): E\ntype Spec = ReturnType<typeof f>',
      '=E=enum(A=0, B=1)',
    ],
    ['const o = Object.freeze({ a: 1 })\ntype Spec = typeof o', '{a: number}'],
    ['const l = [1, 2].map((x) => ({ v: x }))\ntype Spec = (typeof l)[number]', '{v: number}'],
    ['declare function f(): Date\ntype Spec = ReturnType<typeof f>', '=!Date'],
    ['declare function f(): () => void\ntype Spec = ReturnType<typeof f>', '=!function'],
    ['declare function f(): `a-${number}`\ntype Spec = ReturnType<typeof f>', '=`a-${number}`'],
    [
      'type F = (a: string) => { b: string }\ntype Spec = F extends (a: infer A) => infer R ? R : never',
      '{b: string}',
    ],
    [
      'class C { constructor(readonly a: string) {} }\ntype Spec = ConstructorParameters<typeof C>',
      '=[string]',
    ],
    ["import { f } from './f'\ntype Spec = ReturnType<typeof f>", '=R{a: string}'],
    [
      'declare function f(): Record<string, { a: boolean }>\ntype Spec = ReturnType<typeof f>',
      '{[string]: {a: boolean}}',
    ],
    [
      "import type { Int32 } from 'kops'\ninterface R { n: Int32 }\ndeclare function f(): R\ntype Spec = ReturnType<typeof f>",
      '=R{n: Int32@kops}',
    ],
    [
      '// +min=1\ntype Port = string\ndeclare function f(): { a: Port }[]\ntype Spec = ReturnType<typeof f>[number]["a"]',
      '=Port=string',
    ],
  ])('%s', ([source, want]) => {
    const f = {
      'api/v1/f.ts':
        'export interface R { a: string }\nexport function f(): R { return { a: "" } }',
    }
    const { text, codes } = readSpec(source, f)
    expect(codes).toEqual([])
    expect(text).toBe(`Spec${want}`)
  })
})

describe('what the checker cannot give back', () => {
  test.for<[string, string]>([
    [
      'type/lost-marker',
      '// +kubebuilder:validation:MinLength=1\ntype Port = string\ndeclare function f(): Port\ntype Spec = ReturnType<typeof f>',
    ],
    [
      'type/too-complex',
      'type R<T> = T extends string ? ReturnType<(value: T) => T> : never\ntype Spec = R<string>',
    ],
    ['type/too-complex', 'declare function f(): Nowhere\ntype Spec = ReturnType<typeof f>'],
  ])('is %s', ([code, source]) => {
    expect(readSpec(source).codes).toEqual([code])
  })
})
