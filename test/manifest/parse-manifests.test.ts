import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { parseManifests } from '../../src/manifest/parse-manifests.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { beyond, readPlainYaml } from '../../src/manifest/plain-yaml.ts'
import { renderYaml } from '../../src/manifest/render-yaml.ts'

function valuesOf(documents: ReturnType<typeof parseYaml>): unknown[] {
  return documents.map(({ value, problems }) => ({ value, problems }))
}

/** The reader of all of YAML is the judge. */
function expectTheSame(text: string): void {
  const judged = parseYaml(text)
  // Kubernetes' reader takes some quoted texts that YAML would have further in, and so does this one.
  const isStricter = judged.some(({ problems }) =>
    problems.some(({ message }) => message.startsWith('Missing closing')),
  )
  const read = parseManifests(text)
  const isTaken = isStricter && read.every(({ problems }) => problems.length === 0)
  expect(valuesOf(read), JSON.stringify(text)).toEqual(valuesOf(isTaken ? read : judged))
}

/** Pieces of lines, among them whatever has a meaning somewhere in YAML. */
const pieces = [
  'a',
  'b: ',
  'key:',
  'on: ',
  '- ',
  '-',
  '"x"',
  "'y'",
  "'it''s'",
  '"\\n\\\\"',
  '"open',
  "'open",
  '"\\ ',
  '\\"',
  '|',
  '>',
  '|-',
  '>-',
  '|+',
  '>+',
  '|2',
  '#c',
  ' # c',
  ' ',
  '  ',
  '    ',
  '\t',
  '1',
  '-1',
  '0',
  '007',
  '0o7',
  '0x1f',
  '1_000',
  '1e3',
  '.5',
  '-.inf',
  '12:30',
  '1Gi',
  '2001-01-01',
  'true',
  'yes',
  'No',
  'null',
  '~',
  '{}',
  '[]',
  '{ }',
  '[a, "b"]',
  '{a: 1}',
  '&x',
  '*x',
  '!!str',
  '? ',
  ': ',
  ':',
  ',',
  '[',
  ']',
  '{',
  '}',
  '%',
  '@',
  '`',
  '--- ',
  '...',
  '\u00A0',
  '\u2028',
  'é',
  '"k": ',
  "'k': ",
  '<<: ',
  '__proto__: ',
  '$ref: ',
  '\\',
]
const line = fc
  .tuple(fc.nat({ max: 3 }), fc.array(fc.constantFrom(...pieces), { maxLength: 4 }))
  .map(([indent, words]) => '  '.repeat(indent) + words.join(''))
const usualLine = fc
  .tuple(
    fc.nat({ max: 3 }),
    fc.constantFrom('- ', '', 'a: ', 'b: ', '- a: ', '- - '),
    fc.constantFrom(
      'x',
      '"q',
      'q"',
      "'s",
      "s'",
      '|',
      '>-',
      'word word',
      '',
      '# c',
      '5',
      'a:',
      '\\',
      'x # c',
    ),
  )
  .map(([indent, start, end]) => '  '.repeat(indent) + start + end)
const separator = fc.constantFrom('\n', '\n', '\n', '\n\n', '\n---\n', '\r\n', '\n \n', '\n# c\n')

function texts(lines: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(lines, separator), { maxLength: 9 })
    .map((parts) => parts.map((part) => part.join('')).join(''))
}

describe('parseManifests() reads the same as parseYaml()', () => {
  test('from lines of anything that means something', () => {
    fc.assert(fc.property(texts(line), expectTheSame), { numRuns: 3000 })
  })

  test('from lines that are mostly right', () => {
    fc.assert(fc.property(texts(usualLine), expectTheSame), { numRuns: 3000 })
  })

  test('from what kops writes itself', () => {
    const value = fc.jsonValue().map((each) => ({ key: each as JsonValue }))
    fc.assert(fc.property(value, (each) => expectTheSame(renderYaml(each))))
  })

  test.for([
    'a: "one\n  two\\\n  \\ three \\\n  four"\n',
    "a: 'one\n\n  two   \n\n\n  three '\n",
    'a: |\n\n\n  x\n   y\n\n  z\n\n\nb: >-\n  p\n  q\n\n  r\n',
    'a: >\n  p\n\n\n  q\n',
    'a: |+\n  x\n\n',
    'a: |\n  x',
    'a: one\n  two\n\n  three # four\n',
    'list:\n- a\n- - b\n  - c\n-\n  d: e\n- f:\n  - g\n',
    'key:\n  text below\n  it\n',
    'key:\n  "in quotes"\n',
    'on: y\nyes: no\n',
    'a: 9007199254740993\nb: -0\n',
    'c: 1e400\n',
    'a: "x\\\n\n  y"\n',
    'a: x\u00A0\nb:\u00A0y\n',
    '# only\n# comments\n',
    '---\n---\na: 1\n---\n',
    '\uFEFFa: 1\r\nb: |\r\n  c\r\n',
  ])('from %j', (text) => expectTheSame(text))
})

test('parseManifests() tells places of the whole text', () => {
  const text = 'a: 1\n---\nb:\n- c: two\n'
  const [, second] = parseManifests(text)
  const range = second?.rangeOf(['b', 0, 'c'])
  expect(text.slice(range?.start, range?.end)).toBe('two')
  const key = second?.keyRangeOf(['b'])
  expect(text.slice(key?.start, key?.end)).toBe('b')
})

test('parseManifests() takes quoted texts whose further lines are not further in, as Kubernetes does', () => {
  const text = 'a:\n  b: \'one: two\n  three\'\n  c: "four\n  five\\n"\n'
  expect(valuesOf(parseManifests(text))).toEqual([
    { value: { a: { b: 'one: two three', c: 'four five\n' } }, problems: [] },
  ])
  expect(parseManifests("a: 'open\nb: 'x'\n")[0]?.problems).not.toEqual([])
})

test('readPlainYaml() reads what tools write without help', () => {
  const text = renderYaml({ a: ['x', { b: 'some: text', c: 'two\nlines\n' }], d: {}, e: [], f: 12 })
  const noHelp = (): never => {
    throw new Error('help was asked for')
  }
  expect(readPlainYaml(text, noHelp)).toEqual(parseYaml(text)[0]?.value)
  expect(readPlainYaml('a: &x 1\n', noHelp)).toBe(beyond)
})
