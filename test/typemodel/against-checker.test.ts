import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ts } from '../../src/typemodel/compiler.ts'
import { canonOfChecked, canonOfModel } from './checked-canon.ts'
import { readSpec } from './read-types.ts'

const prelude = `
interface A { a: string; b?: number }
interface B extends A { c: boolean; a: 'a' | 'b' }
interface Tree<T> { value: T; kids: string[] }
enum E { X = 'x', Y = 'y' }
type L = 'a' | 'b'
type U = L | 1 | null
type Box<T> = { a: T; b?: T[] }
type Id<T> = T
type Wrap<T> = T extends string ? T[] : T extends number ? { n: T } : T
type El<T> = T extends (infer V)[] ? V : T
type Val<T> = T extends { a: infer V } ? V : never
type Deep<T> = { [K in keyof T]?: T[K] extends object ? Deep<T[K]> : T[K] }
type Nulls<T> = { [K in keyof T]: T[K] | null }
type Solid<T> = { -readonly [K in keyof T]-?: NonNullable<T[K]> }
type Names<T> = { [K in keyof T as K extends string ? \`get_\${K}\` : never]: T[K] }
type My<T, K extends keyof T> = { [P in K]: T[P] }
type First<S> = S extends \`\${infer H}-\${string}\` ? H : S
const LIST = ['a', 'b', 3] as const
const MAP = { a: 'm', b: { c: [1, 2] } } as const
`

/** An alias, since `letrec` wants an index signature, which an interface has not. */
type Tie = Readonly<Record<'type' | 'full' | 'scalar', string>>

const { type: anyType } = fc.letrec<Tie>((tie) => {
  const of = (names: [string, ...string[]], argument: keyof Tie): fc.Arbitrary<string> =>
    fc.tuple(fc.constantFrom(...names), tie(argument)).map(([name, inner]) => `${name}<${inner}>`)
  const scalar = fc.constantFrom<string[]>(
    'string',
    'number',
    'boolean',
    'null',
    "'a'",
    "'b'",
    "'a-c'",
    '1',
    '2',
    'true',
    'L',
    'U',
    'E',
    '`a-${number}`',
    "`${L}-${'x' | 'y'}`",
    '(typeof LIST)[number]',
    'keyof typeof MAP',
    'E.X',
  )
  /** Objects that have `a` and `b`. */
  const full = fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<string[]>(
      'A',
      'B',
      '{ a: 1; b: 2 }',
      '{ a?: L; readonly b: { c: string } }',
      'typeof MAP',
    ),
    fc.tuple(tie('type'), tie('type')).map(([a, b]) => `{ a: ${a}; b?: ${b} }`),
    of(['Partial', 'Required', 'Readonly', 'Deep', 'Nulls', 'Solid', 'Id'], 'full'),
    of(['Box'], 'type'),
    tie('full').map((inner) => `(${inner} & { z: 1 })`),
    tie('full').map((inner) => `Omit<${inner}, 'z'>`),
    tie('type').map((inner) => `Record<L, ${inner}>`),
  )
  const type = fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('scalar'),
    tie('full'),
    tie('type').map((inner) => `(${inner})[]`),
    fc.tuple(tie('type'), tie('type')).map(([a, b]) => `[${a}, (${b})?]`),
    fc.tuple(tie('type'), tie('type')).map(([a, b]) => `(${a} | ${b})`),
    fc.tuple(tie('type'), tie('scalar')).map(([a, b]) => `Exclude<${a}, ${b}>`),
    fc.tuple(tie('type'), tie('scalar')).map(([a, b]) => `Extract<${a}, ${b}>`),
    of(['Id', 'NonNullable', 'Wrap', 'El', 'Val', 'First', 'Partial', 'Tree', 'Awaited'], 'type'),
    tie('full').map((inner) => `Pick<${inner}, 'a'>`),
    tie('full').map((inner) => `My<${inner}, 'b'>`),
    tie('full').map((inner) => `Names<${inner}>`),
    tie('full').map((inner) => `(${inner})['b']`),
    tie('full').map((inner) => `(${inner})[L]`),
    tie('full').map((inner) => `(keyof ${inner})`),
    tie('type').map((inner) => `Record<string, ${inner}>`),
    fc
      .tuple(tie('type'), tie('type'), tie('type'))
      .map(([a, b, c]) => `(${a} extends ${b} ? ${c} : 'no')`),
    fc.tuple(tie('full'), tie('full')).map(([a, b]) => `(${a} extends ${b} ? 'yes' : 'no')`),
  )
  return { type, full, scalar }
})

const libraryFolder = dirname(createRequire(import.meta.url).resolve('typescript'))
const libraries = new Map<string, ts.SourceFile | undefined>()

function libraryFile(name: string): ts.SourceFile | undefined {
  if (!libraries.has(name)) {
    const text = /^lib\.[\w.]+\.d\.ts$/.test(name)
      ? readFileSync(join(libraryFolder, name), 'utf8')
      : undefined
    libraries.set(
      name,
      text === undefined ? undefined : ts.createSourceFile(name, text, ts.ScriptTarget.ES2023),
    )
  }
  return libraries.get(name)
}

/** What the compiler itself says each of the types is; `undefined` where it finds a mistake. */
function checked(types: readonly string[]): (string | undefined)[] {
  const text = `export {}${prelude}${types.map((type, index) => `type Spec${index} = ${type}`).join('\n')}`
  const file = ts.createSourceFile('main.ts', text, ts.ScriptTarget.ES2023, true)
  const program = ts.createProgram({
    rootNames: ['main.ts'],
    options: { target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'], strict: true, types: [] },
    host: {
      getSourceFile: (name) => (name === 'main.ts' ? file : libraryFile(name)),
      getDefaultLibFileName: () => 'lib.es2023.d.ts',
      getDefaultLibLocation: () => '',
      writeFile: () => undefined,
      getCurrentDirectory: () => '',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: (name) => name === 'main.ts',
      readFile: () => undefined,
    },
  })
  const checker = program.getTypeChecker()
  const wrong = program.getSemanticDiagnostics(file).map(({ start = 0 }) => start)
  const aliases = file.statements.filter(ts.isTypeAliasDeclaration).slice(-types.length)
  return aliases.map((alias) =>
    wrong.some((start) => start >= alias.pos && start < alias.end)
      ? undefined
      : canonOfChecked(checker.getTypeFromTypeNode(alias.type), checker),
  )
}

/** Whether kops and the compiler agree; the order of questions can change the compiler's answers, so it is asked twice. */
function compare(type: string, expected: string | undefined): 'same' | 'skipped' | object {
  if (expected === undefined || expected.length > 2000) return 'skipped'
  const { spec, sink } = readSpec(`${prelude}\ntype Spec = ${type}`, {}, { prints: false })
  const canon = canonOfModel(spec)
  const codes = sink.diagnostics.map(({ code }) => code)
  // It is no wrong answer to say that there is none.
  if (codes.includes('type/too-complex')) return 'skipped'
  const isSame = canon === expected || canon === checked([type])[0]
  return isSame && codes.length === 0 ? 'same' : { type, codes, canon, expected }
}

test('the model of a random type is what the compiler says', () => {
  const counts = { same: 0, skipped: 0 }
  fc.assert(
    fc.property(fc.array(anyType, { minLength: 40, maxLength: 40 }), (types) => {
      const expected = checked(types)
      for (const [index, type] of types.entries()) {
        const result = compare(type, expected[index])
        if (typeof result === 'object') expect.fail(JSON.stringify(result))
        else counts[result] += 1
      }
    }),
    { numRuns: 10, endOnFailure: true },
  )
  expect(counts.same).toBeGreaterThan(counts.skipped * 5)
}, 120_000)
