import { describe, expect, test } from 'vitest'
import { renderGithub } from '../../src/diagnostics/render-github.ts'
import { renderJson, type DiagnosticReport } from '../../src/diagnostics/render-json.ts'
import { locate, splitLines } from '../../src/diagnostics/source-location.ts'
import { countDiagnostics } from '../../src/diagnostics/summary.ts'
import { errorAt, markedText } from './spans.ts'

const marked = markedText('one\n\ttwo [three] four\n', 'api/a,b:c.ts')
const options = {
  readText: (path: string) => (path === marked.span.path ? marked.text : undefined),
  showPath: (path: string) => `pkg/${path}`,
  summary: '1 error; nothing written',
}

describe('renderJson()', () => {
  test('gives one document of the documented shape', () => {
    const diagnostic = errorAt(marked.span, {
      notes: [{ message: 'plain' }, { message: 'placed', span: marked.span }],
      helps: ['type `x`'],
    })
    const report: DiagnosticReport = JSON.parse(renderJson([diagnostic], options))
    const location = {
      path: 'pkg/api/a,b:c.ts',
      start: { line: 2, column: 6 },
      end: { line: 2, column: 11 },
    }
    expect(report).toEqual({
      version: 1,
      diagnostics: [
        {
          code: 'marker/wrong-type',
          severity: 'error',
          message: 'wrong',
          location,
          notes: [{ message: 'plain' }, { message: 'placed', location }],
          helps: ['type `x`'],
        },
      ],
      errors: 1,
      warnings: 0,
      summary: '1 error; nothing written',
    })
  })

  test('gives a document where nothing is wrong', () => {
    const report: DiagnosticReport = JSON.parse(renderJson([], { ...options, summary: '' }))
    expect(report).toMatchObject({ diagnostics: [], errors: 0, warnings: 0, summary: '' })
  })
})

describe('renderGithub()', () => {
  test('escapes what a workflow command would take for its own', () => {
    const diagnostic = errorAt(marked.span, { message: '50% of\r\n`a`', helps: ['do, or: not'] })
    expect(renderGithub([diagnostic], options)).toBe(
      '::error file=pkg/api/a%2Cb%3Ac.ts,line=2,endLine=2,col=6,endColumn=11,title=marker/wrong-type' +
        '::50%25 of\\r\\n`a`%0Ahelp: do, or: not\n1 error; nothing written\n',
    )
  })

  test('leaves columns out where a span has several lines', () => {
    const block = markedText('[a\nb]', 'a.ts')
    const command = renderGithub([errorAt(block.span, { severity: 'warning' })], {
      readText: () => block.text,
      showPath: (path) => path,
      summary: '',
    })
    expect(command).toBe('::warning file=a.ts,line=1,endLine=2,title=marker/wrong-type::wrong\n')
  })

  test('names no file for a mistake on the command line', () => {
    expect(renderGithub([errorAt(undefined)], { ...options, summary: '' })).toBe(
      '::error title=marker/wrong-type::wrong\n',
    )
  })
})

describe('locate()', () => {
  test.for([
    ['the start', 'ab', 0, 1, 1],
    ['after LF', 'a\nb', 2, 2, 1],
    ['after CRLF', 'a\r\nb', 3, 2, 1],
    ['within CRLF', 'a\r\nb', 2, 1, 2],
    ['after a lone CR', 'a\rb', 2, 2, 1],
    ['behind an emoji, in UTF-16 units', '👍b', 2, 1, 3],
    ['the end of a text that ends a line', 'a\n', 2, 2, 1],
    ['past the end', 'ab', 9, 1, 3],
    ['behind a byte order mark', '\uFEFFab', 1, 1, 1],
  ] as const)('finds %s', ([, text, start, line, column]) => {
    expect(locate({ path: 'x', start, end: start }, () => text).start).toEqual({ line, column })
  })

  test('splits an empty text into one empty line', () => {
    expect(splitLines('')).toEqual([{ number: 1, start: 0, text: '' }])
  })
})

test.for([
  [[], ''],
  [['error'], '1 error'],
  [['error', 'error', 'warning'], '2 errors, 1 warning'],
  [['warning', 'warning'], '2 warnings'],
] as const)('countDiagnostics() of %j is %j', ([severities, counted]) => {
  expect(countDiagnostics(severities.map((severity) => errorAt(undefined, { severity })))).toBe(
    counted,
  )
})
