import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codes } from '../../src/diagnostics/codes.ts'
import {
  explainCode,
  listCodes,
  renderCodeList,
  renderCodePage,
} from '../../src/diagnostics/explain.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'

const areas = [
  'args',
  'client',
  'crd',
  'kube',
  'marker',
  'migrate',
  'project',
  'rbac',
  'schema',
  'template',
  'type',
  'webhook',
]

describe.for(listCodes())('%s', ([code, { message, why, remedy }]) => {
  test('is written as codes and messages are', () => {
    const [area = '', problem = ''] = code.split('/')
    expect(areas).toContain(area)
    expect(problem).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(message.replace(/\{\w+\}/g, 'name').length).toBeLessThanOrEqual(100)
    expect(message).toMatch(/^(?:[^A-Z\s]|[A-Z]{2}|Kubernetes|Prometheus|TypeScript)/)
    expect(message).not.toMatch(/[.!\s]$/)
    for (const text of [message, why, remedy]) {
      expect(text).not.toMatch(/^$|\b(?:please|oops|illegal|failed to)\b/i)
    }
  })

  test('is reported somewhere', () => {
    expect(sources).toContain(`'${code}'`)
  })
})

/** The sources, less the table itself. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('diagnostics/codes'))
  .map((path) => readFileSync(`src/${path}`, 'utf8'))
  .join('\n')

test('the page of diagnostics is made from the table', async () => {
  await expect(renderCodePage()).toMatchFileSnapshot('../../docs/diagnostics.md')
})

test('explainCode() tells the rule, the way out and an example', () => {
  const text = explainCode('args/missing-flag', codes['args/missing-flag'])
  for (const part of ['error[args/missing-flag]', 'why: ', 'help: ', '(`kops init']) {
    expect(text).toContain(part)
  }
})

test.for(listCodes())('%s fits a screen, whatever its example takes', ([code, definition]) => {
  const lines = explainCode(code, definition).split('\n')
  expect(lines.length).toBeLessThanOrEqual(80)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(420)
})

test('examples that are shown in part say what is left out', () => {
  const code = 'kube/too-large-to-store'
  for (const page of [explainCode(code, codes[code]), renderCodePage()]) {
    expect(page).toContain('shortened here')
    expect(page).toContain('… 1599 more lines like it')
    expect(page).toMatch(/ \* word( word)+… \(\d+ more characters\)/)
  }
  expect(explainCode('args/missing-flag', codes['args/missing-flag'])).not.toContain('shortened')
})

test('renderCodeList() has a line for each code', () => {
  expect(renderCodeList().trimEnd().split('\n')).toHaveLength(Object.keys(codes).length)
})

describe('DiagnosticSink', () => {
  const span = (path: string, start: number): { path: string; start: number; end: number } => ({
    path,
    start,
    end: start + 1,
  })

  test('tells a problem once, and all of them in the order of the files', () => {
    const sink = new DiagnosticSink()
    const report = (path: string, start: number): void =>
      sink.report('args/no-such-folder', { directory: 'x' }, { span: span(path, start) })
    report('b.ts', 1)
    report('a.ts', 9)
    report('a.ts', 2)
    report('b.ts', 1)
    sink.report('args/no-such-folder', { directory: 'x' })
    expect(sink.diagnostics.map((each) => [each.span?.path, each.span?.start])).toEqual([
      [undefined, undefined],
      ['a.ts', 2],
      ['a.ts', 9],
      ['b.ts', 1],
    ])
  })

  test('fills the holes of the message, whatever they are filled with', () => {
    const sink = new DiagnosticSink()
    sink.report('args/unknown-option', { command: '{name}', name: '$&' })
    expect(sink.diagnostics[0]?.message).toBe('`{name}` has no option `$&`')
    expect(sink.hasErrors).toBe(true)
  })
})
