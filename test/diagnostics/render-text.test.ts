import { describe, expect, test } from 'vitest'
import { renderText } from '../../src/diagnostics/render-text.ts'
import { errorAt, markedText, renderMarked } from './spans.ts'

/** The lines below the arrow line. */
function frameOf(marked: string): string {
  return renderMarked(marked).split('\n').slice(2, -1).join('\n')
}

describe('a frame of one line', () => {
  test.for([
    ['underlines a word', 'a: [Int] // x', ['  |', '1 | a: Int // x', '  |    ^^^']],
    ['marks an empty span', 'a: []Int', ['  |', '1 | a: Int', '  |    ^']],
    ['marks the end of a line', 'a[]\nb', ['  |', '1 | a', '  |  ^']],
    ['marks the end of the text', 'a\n[]', ['  |', '2 |', '  | ^']],
    ['leaves trailing blanks out', 'a: [Int \n]b', ['  |', '1 | a: Int', '  |    ^^^']],
    ['ends a line at CRLF', 'one\r\n[two]\r\nthree', ['  |', '2 | two', '  | ^^^']],
    ['ends a line at CR', 'one\r[two]\rthree', ['  |', '2 | two', '  | ^^^']],
    ['shows a tab as four blanks', '\ta\t[b]', ['  |', '1 |     a    b', '  |          ^']],
    ['widens the mark for wide letters', '日本 [語x]', ['  |', '1 | 日本 語x', '  |      ^^^']],
    ['counts a joined emoji once', '👩‍👩‍👧 [a]', ['  |', '1 | 👩‍👩‍👧 a', '  |    ^']],
    [
      'counts a letter with its accent once',
      'e\u0301 [e\u0301]',
      ['  |', '1 | e\u0301 e\u0301', '  |   ^'],
    ],
    ['marks a letter whose accent is meant', 'ae[\u0301]', ['  |', '1 | ae\u0301', '  |  ^']],
    ['shows half-width katakana narrow', 'ｱ [b]', ['  |', '1 | ｱ b', '  |   ^']],
    [
      'passes no escape on to the terminal',
      'a\u001B[]m',
      ['  |', String.raw`1 | a\u001bm`, '  |        ^'],
    ],
    [
      'shows marks that turn text around',
      '\u202E [a]',
      ['  |', String.raw`1 | \u202e a`, '  |        ^'],
    ],
    ['hides a byte order mark', '\uFEFF[a] b', ['  |', '1 | a b', '  | ^']],
  ] as const)('%s', ([, marked, lines]) => {
    expect(frameOf(marked)).toBe(lines.join('\n'))
  })

  test('shows the part of a long line that matters', () => {
    const [, source = '', mark = ''] = frameOf(`${'a'.repeat(500)}[bcd]${'e'.repeat(500)}`).split(
      '\n',
    )
    expect(source.length).toBeLessThan(180)
    expect(source.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1)).toBe('bcd')
    expect(source).toMatch(/^1 \| …a+bcde+…$/)
  })
})

describe('a frame of several lines', () => {
  test('ties a block together that begins its line', () => {
    expect(frameOf('  [spec: {\n    a: string\n  }]\n')).toBe(
      ['  |', '1 | /   spec: {', '2 | |     a: string', '3 | |   }', '  | |___^'].join('\n'),
    )
  })

  test('leads to a block that begins within its line', () => {
    expect(frameOf('x: [{\n  a\n}]')).toBe(
      ['  |', '1 |   x: {', '  |  ____^', '2 | |   a', '3 | | }', '  | |_^'].join('\n'),
    )
  })

  test('leaves the middle of a long block out', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line${index + 1}`)
    const frame = frameOf(`[${lines.join('\r\n')}]`)
    expect(frame.split('\n').map((line) => line.trimEnd())).toEqual([
      '   |',
      ' 1 | / line1',
      ' 2 | | line2',
      ' 3 | | line3',
      ' 4 | | line4',
      '...',
      '39 | | line39',
      '40 | | line40',
      '   | |______^',
    ])
  })
})

describe('a whole diagnostic', () => {
  test('reads as the manual of style has it', () => {
    const marked = `${'\n'.repeat(17)}  /** [@kubebuilder:validation:Minimum 1] */\n`
    const rendered = renderMarked(marked, {
      message: '`Minimum` applies to numbers, but `TunnelSpec.hostname` is a string',
      notes: [{ message: '`minimum` has no effect on type `string`' }],
      helps: ['use `MinLength` to bound the length of a string'],
    })
    expect(rendered).toBe(`\
error[marker/wrong-type]: \`Minimum\` applies to numbers, but \`TunnelSpec.hostname\` is a string
  --> api/v1/tunnel.ts:18:7
   |
18 |   /** @kubebuilder:validation:Minimum 1 */
   |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = note: \`minimum\` has no effect on type \`string\`
   = help: use \`MinLength\` to bound the length of a string
`)
  })

  test('gives a second place its own frame, in one gutter with the first', () => {
    const first = markedText('[kind: A]\n', 'a.ts')
    const second = markedText(`${'\n'.repeat(99)}[kind: A]\n`, 'b.ts')
    const texts = new Map([first, second].map(({ span, text }) => [span.path, text]))
    const diagnostic = errorAt(second.span, {
      severity: 'warning',
      notes: [{ message: 'first defined here', span: first.span }, { message: 'one\ntwo' }],
    })
    const rendered = renderText([diagnostic], {
      readText: (path) => texts.get(path),
      showPath: (path) => `sub/${path}`,
      summary: '1 warning',
      isColoured: false,
    })
    expect(rendered).toBe(`\
warning[marker/wrong-type]: wrong
   --> sub/b.ts:100:1
    |
100 | kind: A
    | ^^^^^^^
    = note: one
            two
note: first defined here
   --> sub/a.ts:1:1
    |
  1 | kind: A
    | ^^^^^^^

1 warning
`)
  })

  test('names the path alone where the text is not known', () => {
    const options = { readText: () => undefined, showPath: (path: string) => path, summary: '' }
    const rendered = renderText([errorAt({ path: 'gone.ts', start: 4, end: 5 })], {
      ...options,
      isColoured: false,
    })
    expect(rendered).toBe('error[marker/wrong-type]: wrong\n --> gone.ts\n')
  })

  test('is cut to the text where its span reaches past it', () => {
    const rendered = renderText([errorAt({ path: 'a.ts', start: 1, end: 99 })], {
      readText: () => 'abc',
      showPath: (path) => path,
      summary: '',
      isColoured: false,
    })
    expect(rendered).toContain('1 | abc\n  |  ^^\n')
  })

  test('is coloured on request alone, and reads the same', () => {
    const marked = markedText('a\n[b {\n}] c')
    const render = (isColoured: boolean): string =>
      renderText([errorAt(marked.span, { helps: ['do'] })], {
        readText: () => marked.text,
        showPath: (path) => path,
        summary: 'end',
        isColoured,
      })
    expect(render(true)).not.toBe(render(false))
    // oxlint-disable-next-line no-control-regex -- the escapes of a terminal are the subject
    expect(render(true).replace(/\u001B\[\d+m/g, '')).toBe(render(false))
  })
})
