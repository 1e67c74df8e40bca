import { describe, expect, test } from 'vitest'
import { readSpec } from './read-types.ts'

/** Libraries that compute types from schemas, each in the way of one that is in use. */
const libraries = {
  /** A conditional type over a class, with the output as a member: zod, yup, io-ts, superstruct. */
  'node_modules/classes/index.d.ts': `
export declare class Schema<T> { readonly _output: T; parse(value: unknown): T }
export type Infer<S extends Schema<any>> = S['_output']
export type Output<S> = S extends Schema<infer T> ? T : never
export declare function text(): Schema<string>
export declare function object<T extends Record<string, Schema<any>>>(of: T): Schema<{ [K in keyof T]: Infer<T[K]> }>
`,
  /** Plain data with hidden keys and the type as a member: TypeBox. */
  'node_modules/hidden/index.d.ts': `
declare const hint: unique symbol
export interface Text { readonly [hint]: 'Text'; static: string; type: 'string' }
export type Static<T extends { static: unknown }> = T['static']
export declare function text(): Text
`,
  /** A non-generic interface whose type is asked with a namespace: effect, arktype. */
  'node_modules/spaces/index.d.ts': `
export interface Made { readonly infer: { a: string }; assert(value: unknown): void }
export declare namespace Schema { type Type<T extends Made> = T['infer'] }
export declare function make(): Made
`,
  /** No schema: data, and a constant of a library. */
  'node_modules/data/index.d.ts': `
export interface Defaults { retries: 'few' | 'many' }
export declare const defaults: Defaults
export declare const sizes: { readonly small: 'S'; readonly large: 'L' }
`,
}

function codesOf(source: string): readonly string[] {
  return readSpec(source, libraries).codes
}

const classes = `import { object, text, type Infer, type Output, Schema } from 'classes'
const schema = object({ a: text() })
`
const hidden = `import { text, type Static } from 'hidden'\nconst schema = text()\n`
const spaces = `import { make, Schema } from 'spaces'\nconst schema = make()\n`

describe('a type that a library computes from its own value', () => {
  test.for([
    [classes, 'type Spec = Infer<typeof schema>', 'schema'],
    [classes, 'type Spec = Output<typeof schema>', 'schema'],
    [
      classes,
      'type Own<T> = T extends Schema<infer O> ? O : never\ntype Spec = Own<typeof schema>',
      'schema',
    ],
    [classes, 'type S = typeof schema\ntype Spec = Output<S>', 'schema'],
    [classes, "type Spec = (typeof schema)['_output']", 'schema'],
    [classes, 'type Spec = typeof schema._output', 'schema._output'],
    [classes, 'type Spec = ReturnType<typeof schema.parse>', 'schema.parse'],
    [classes, 'type Spec = Partial<Infer<typeof schema>>', 'schema'],
    [classes, 'type Spec = { a: Infer<typeof schema> }', 'schema'],
    [
      classes,
      'const other: Schema<{ a: string }> = schema\ntype Spec = Output<typeof other>',
      'other',
    ],
    [hidden, 'type Spec = { a: Static<typeof schema> }', 'schema'],
    [hidden, 'type Spec = { a: typeof schema.static }', 'schema.static'],
    [spaces, 'type Spec = Schema.Type<typeof schema>', 'schema'],
    [spaces, 'type Spec = typeof schema.infer', 'schema.infer'],
  ] as const)('is an error where it is asked for: %s%s', ([imports, source, pointed]) => {
    const text = `${imports}${source}`
    const { codes, sink } = readSpec(text, libraries)
    expect(codes).toEqual(['type/runtime-schema'])
    const [{ span, helps }] = sink.diagnostics as [(typeof sink.diagnostics)[0]]
    expect(span?.path).toBe('api/v1/k.ts')
    const file = `import type { CustomResource } from 'kops'\n${text}`
    expect(file.slice(span?.start, span?.end)).toBe(pointed)
    expect(helps.join()).toContain('satisfies')
  })
})

describe('a type of a plain value is read', () => {
  test.for([
    `const levels = ['a', 'b'] as const\ntype Spec = { level: (typeof levels)[number] }`,
    `const sizes = { small: 'S', large: 'L' } as const\ntype Spec = { size: keyof typeof sizes }`,
    `const base = { name: 'x', ports: [1, 2] }\ntype Spec = typeof base`,
    `const made = Object.freeze({ a: 'x' })\ntype Spec = typeof made`,
    `import { defaults } from 'data'\ntype Spec = typeof defaults`,
    `import * as data from 'data'\ntype Spec = { size: keyof typeof data.sizes; all: typeof data.defaults }`,
    `import { object, type Schema } from 'classes'
interface Spec { a: string }
declare const fields: Parameters<typeof object>[0]
const schema = object(fields) satisfies Schema<Spec>`,
  ])('%s', (source) => {
    expect(codesOf(source)).toEqual([])
  })
})
