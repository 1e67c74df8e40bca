import { expect, it } from 'vitest'
import {
  jsonFormat,
  LineLogger,
  textFormat,
  type LogFormat,
} from '../../../src/runtime/log/line-logger.ts'

function newLogger(format: LogFormat): { logger: LineLogger; lines: string[] } {
  const lines: string[] = []
  const write = (line: string): void => void lines.push(line)
  return { lines, logger: new LineLogger({ level: 'info', format, write, now: () => 0 }) }
}

it('writes JSON lines with the fields of every logger above', () => {
  const { logger, lines } = newLogger(jsonFormat)
  logger.with({ controller: 'a', n: 1 }).info('reconciled', { n: 2, at: 3n })
  logger.debug('not at this level')
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","msg":"reconciled","controller":"a","n":2,"at":"3"}\n',
  ])
})

it('writes errors with their cause, and survives cycles', () => {
  const { logger, lines } = newLogger(jsonFormat)
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  logger.error('failed', { error: new Error('outer', { cause: new Error('inner') }), cycle })
  const { error } = JSON.parse(lines[0] ?? '')
  expect([error.message, error.cause.message]).toEqual(['outer', 'inner'])
  expect(lines[0]).toContain('[seen before]')
})

it.for([jsonFormat, textFormat])('writes no password of a URL (%#)', (format) => {
  const { logger, lines } = newLogger(format)
  const error = new Error('no way to https://jack:t/r@proxy:3128', {
    cause: Object.assign(new TypeError('Invalid URL'), { input: 'https://jack:t/r@proxy:3128' }),
  })
  logger.error('failed at http://jack:t@r@host/path', { error, url: 'https://jack:tr@host' })
  expect(lines[0]).toContain('http://host/path')
  expect(lines[0]).not.toContain('jack')
})

it('writes text for people, quoting what needs it', () => {
  const { logger, lines } = newLogger(textFormat)
  logger.warn('slow', { key: 'ns/name', why: 'two words', missing: undefined })
  expect(lines).toEqual([
    '1970-01-01T00:00:00.000Z WARN  slow key=ns/name why="two words" missing=undefined\n',
  ])
})
