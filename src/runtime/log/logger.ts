/** Values beside a message. Names are lower camel case, as controller-runtime's. */
export type LogFields = Readonly<Record<string, unknown>>

/**
 * A structured logger. Messages are constant; what varies stands in the fields, an error under `error`.
 */
export interface Logger {
  /** Whether `debug` writes anything, for those who would make much for it. Absent: it may. */
  readonly isDebugEnabled?: boolean
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** A logger that adds `fields` to every line. */
  with(fields: LogFields): Logger
}
