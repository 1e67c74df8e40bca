import { expect, test } from 'vitest'
import { abbreviate } from '../../src/diagnostics/abbreviate.ts'

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

test.for([
  ['equal lines', lines(5, () => '  a'), '  a\n… 4 more lines like it'],
  ['few equal lines', lines(3, () => '  a'), lines(3, () => '  a')],
  ['a line of ordinary length', 'a '.repeat(200), 'a '.repeat(200)],
  ['a long line', 'word '.repeat(200), `${'word '.repeat(16).trim()}… (921 more characters)`],
  ['a long line without words', 'x'.repeat(500), `${'x'.repeat(80)}… (420 more characters)`],
  [
    'a long text',
    lines(100, String),
    [lines(50, String), '… 40 more lines', lines(10, (index) => String(90 + index))].join('\n'),
  ],
  ['equal lines of two kinds', 'a\na\na\na\nb\nb', 'a\n… 3 more lines like it\nb\nb'],
  ['nothing', '', ''],
] as const)('abbreviate() of %s', ([, text, shown]) => {
  expect(abbreviate(text)).toBe(shown)
})
