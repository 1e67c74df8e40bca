import type { Logger } from '../log/logger.ts'

/** More texts than these are not remembered, so that a server that varies them takes no memory. */
const mostTexts = 1_000

/** Logs each warning of the server once: it is sent with every request that earns it. */
export function logWarnings(logger: Logger): (text: string) => void {
  const known = new Set<string>()
  return (text) => {
    if (known.has(text)) return
    if (known.size < mostTexts) known.add(text)
    logger.warn('the API server warns', { warning: text })
  }
}
