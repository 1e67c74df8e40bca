import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/*
 * `make mutants` counts which small changes of the code no test notices; test/mutants.json says of each of them why
 * that is well. This holds that file to its shape and to the code, so that an entry goes when its line does.
 */

interface Survivor {
  readonly file: string
  /** The line that the mutant begins on, without indentation. */
  readonly at: string
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  /** Which of several mutants that read the same. */
  readonly nth?: number
  readonly verdict: 'equivalent' | 'text' | 'accepted'
  readonly why: string
}

const survivors = JSON.parse(readFileSync('test/mutants.json', 'utf8')) as readonly Survivor[]

const mutators = [
  'ArithmeticOperator',
  'ArrayDeclaration',
  'ArrowFunction',
  'AssignmentOperator',
  'BlockStatement',
  'BooleanLiteral',
  'ConditionalExpression',
  'EqualityOperator',
  'LogicalOperator',
  'MethodExpression',
  'ObjectLiteral',
  'OptionalChaining',
  'Regex',
  'UnaryOperator',
  'UpdateOperator',
]

const files = [...new Set(survivors.map(({ file }) => file))]

describe.for(files)('%s', (file) => {
  const own = survivors.filter((each) => each.file === file)
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n').map((line) => line.trim())
  const flat = text.replace(/\s+/g, ' ')

  test.for(own)('holds $original, which $replacement may replace', (survivor) => {
    expect(lines).toContain(survivor.at)
    for (const part of survivor.original.split(' … ')) expect(flat).toContain(part)
    expect(survivor.replacement).not.toBe(survivor.original)
  })

  test('has no comment that switches mutants off', () => {
    expect(text).not.toMatch(/Stryker (?:disable|restore)/)
  })
})

test('every entry has a mutator, a verdict and a sentence that gives the reason', () => {
  for (const { mutator, verdict, why, ...entry } of survivors) {
    expect(mutators, entry.at).toContain(mutator)
    expect(['equivalent', 'text', 'accepted'], entry.at).toContain(verdict)
    expect(why, entry.at).toMatch(/^[A-Z].{20,}\.$/s)
  }
})

test('no mutant stands twice', () => {
  const keys = survivors.map(({ verdict: _verdict, why: _why, ...mutant }) =>
    JSON.stringify(mutant),
  )
  expect(new Set(keys).size).toBe(keys.length)
})
