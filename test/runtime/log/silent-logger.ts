import type { Logger } from '../../../src/runtime/log/logger.ts'

const nothing = (): void => undefined

/** Says nothing. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  with: () => silentLogger,
}
