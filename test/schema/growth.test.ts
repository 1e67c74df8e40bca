import { describe, expect, test } from 'vitest'
import { blankLiterals } from '../../src/apiextensions/cel/expression-text.ts'
import { compilePattern } from '../../src/apiextensions/patterns.ts'
import { parseJsonPath } from '../../src/schema/kind/json-path.ts'
import { expectLinear } from '../growth.ts'

/** A text that was put together is copied when it is first read. */
const flat = (text: string): string => Buffer.from(text).toString()

const expressions: Readonly<Record<string, string>> = {
  'double quotes': '"',
  'single quotes': "'",
  'escaped quotes': String.raw`\"`,
  'escaped single quotes': String.raw`\'`,
  'escaped threefold quotes': String.raw`\"""`,
  'raw quotes': 'r"',
  'raw quotes on lines': "r'\n",
  'raw threefold quotes': 'r"""a',
  slashes: '/',
  backslashes: '\\',
  letters: 'r',
}

describe('the time to find the literals of an expression grows with its length', () => {
  for (const start of ['', '"', "'", '"""', "'''", 'r"', 'r"""']) {
    test.for(Object.entries(expressions))(`%s behind <${start}>`, ([name, part]) => {
      expectLinear(name, (n) => flat(start + part.repeat(Math.ceil(n / 16))), blankLiterals)
    })
  }
})

test('a literal without an end is blanked to the end of its line, or of the text', () => {
  expect(blankLiterals('a + "b\\"c\n+ d')).toBe('a + "    "\n+ d'.replace('"    "', '"   "'))
  expect(blankLiterals("a + '")).toHaveLength(5)
  expect(blankLiterals('"""a\nb')).toBe('"    "')
  expect(blankLiterals('r"a" + "b"')).toBe('"  " + " "')
})

describe('the time that a JSON path takes grows with its length', () => {
  const paths = ['.a', '.', '[0]', "['a']", "['", '[?(', '[?(a)]', '\\', '.a\\.', '[']
  test.for(paths)('%s', (part) => {
    expectLinear(part, (n) => flat(part.repeat(n)), parseJsonPath)
  })
})

describe('the time that a pattern takes grows with its length', () => {
  const patterns = ['a', 'a*', '[a-z]', '(a|b)', '(', '\\d', 'a|', '[', 'a?']
  test.for(patterns)('%s', (part) => {
    expectLinear(part, (n) => flat(part.repeat(n)), compilePattern)
  })
})
