import { setTimeout as delay } from 'node:timers/promises'

export interface WaitOptions {
  readonly timeoutMs: number
  readonly intervalMs?: number
}

/** The condition did not come true in time. `message` says what was waited for. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError'
}

/**
 * Asks again and again until `check` returns something else than `undefined` or `false`, and returns that.
 * What `check` throws ends the wait.
 */
export async function waitFor<T>(
  description: string,
  check: () => Promise<T | undefined | false>,
  { timeoutMs, intervalMs = 50 }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const result = await check()
    if (result !== undefined && result !== false) return result
    if (performance.now() >= deadline) {
      throw new WaitTimeoutError(`waited ${timeoutMs} ms in vain for ${description}`)
    }
    await delay(intervalMs)
  }
}
