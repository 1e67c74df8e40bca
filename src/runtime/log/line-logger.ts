import { showLine } from '../../apimachinery/terminal-text.ts'
import { showUrlsIn } from '../../apimachinery/url-text.ts'
import type { LogFields, Logger } from './logger.ts'

/** The levels, least important first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
/** How important an entry is. */
export type LogLevel = (typeof logLevels)[number]

/** Turns one entry into a line without its end. */
export type LogFormat = (entry: LogEntry) => string

/** What stands in one line. */
export interface LogEntry {
  readonly time: Date
  readonly level: LogLevel
  readonly message: string
  readonly fields: LogFields
}

/** What a `LineLogger` writes, and where. */
export interface LineLoggerOptions {
  readonly level: LogLevel
  readonly format: LogFormat
  readonly write: (line: string) => void
  readonly now: () => number
}

/** Writes one line per entry at or above a level. */
export class LineLogger implements Logger {
  readonly #options: LineLoggerOptions
  readonly #fields: LogFields

  constructor(options: LineLoggerOptions, fields: LogFields = {}) {
    this.#options = options
    this.#fields = fields
  }

  get isDebugEnabled(): boolean {
    return this.#options.level === 'debug'
  }

  debug(message: string, fields?: LogFields): void {
    this.#log('debug', message, fields)
  }

  info(message: string, fields?: LogFields): void {
    this.#log('info', message, fields)
  }

  warn(message: string, fields?: LogFields): void {
    this.#log('warn', message, fields)
  }

  error(message: string, fields?: LogFields): void {
    this.#log('error', message, fields)
  }

  with(fields: LogFields): Logger {
    return new LineLogger(this.#options, { ...this.#fields, ...fields })
  }

  #log(level: LogLevel, message: string, fields: LogFields = {}): void {
    const { format, write, now, level: least } = this.#options
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return
    const time = new Date(now())
    write(`${format({ time, level, message, fields: { ...this.#fields, ...fields } })}\n`)
  }
}

/** One JSON object a line: `time`, `level`, `msg`, then the fields. */
export const jsonFormat: LogFormat = ({ time, level, message, fields }) => {
  const entry = { time: time.toISOString(), level, msg: message, ...fields }
  return showLine(showUrlsIn(JSON.stringify(entry, loggable(new Set()))))
}

/** `2026-01-31T12:00:00.000Z INFO message key=value …`, for people. */
export const textFormat: LogFormat = ({ time, level, message, fields }) => {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`)
  const line = [time.toISOString(), level.toUpperCase().padEnd(5), message, ...pairs].join(' ')
  return showLine(showUrlsIn(line))
}

function textOf(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.stack ?? value.message)
  if (typeof value === 'string') return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)
  return JSON.stringify(value, loggable(new Set())) ?? 'undefined'
}

/** Makes errors, bigints and cycles writable: a log line never throws. */
function loggable(seen: Set<unknown>): (key: string, value: unknown) => unknown {
  return (_key, value) => {
    if (typeof value === 'bigint') return String(value)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return '[seen before]'
    seen.add(value)
    return value instanceof Error ? describeError(value) : value
  }
}

function describeError(error: Error): Record<string, unknown> {
  const { name, message, stack, cause } = error
  return {
    ...Object.fromEntries(Object.entries(error)),
    name,
    message,
    stack,
    ...(cause === undefined ? {} : { cause }),
  }
}
