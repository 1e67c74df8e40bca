import { systemClock } from '../clock/system-clock.ts'
import { LineLogger, jsonFormat, textFormat, type LogLevel } from '../log/line-logger.ts'
import type { Logger } from '../log/logger.ts'

/** What is logged, and how it looks. */
export interface LogOutputOptions {
  /** The least level that is logged. Default: `info`. */
  readonly level?: LogLevel
  /** Default: text on a terminal, JSON elsewhere. */
  readonly format?: 'json' | 'text' | ''
}

/** A logger that writes lines to the standard error output. */
export function newLogger({ level = 'info', format = '' }: LogOutputOptions = {}): Logger {
  const isText = format === '' ? process.stderr.isTTY : format === 'text'
  return new LineLogger({
    level,
    format: isText ? textFormat : jsonFormat,
    write: (line) => process.stderr.write(line),
    now: () => systemClock.now(),
  })
}
