import { StatusError } from '../../apimachinery/status.ts'
import { sleep } from '../../runtime/clock/sleep.ts'
import { systemClock } from '../../runtime/clock/system-clock.ts'
import { ConnectionError } from '../../runtime/client/transport.ts'

/** Waits between tries, 16 seconds in all: a webhook or an API server may just be starting anew. */
const waitsMs = [250, 500, 1000, 2000, 4000, 8000]

/** A server, or a webhook that it asks, does not work: what it says last. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}

/** Asks again while the server cannot answer. Throws `UnavailableError` in the end; a refusal at once. */
export async function persist<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request()
    } catch (error) {
      if (!isPassing(error)) throw error
      const waitMs = waitsMs[attempt]
      if (waitMs === undefined) throw new UnavailableError(error.message, { cause: error })
      await sleep(systemClock, waitMs, signal)
    }
  }
}

function isPassing(error: unknown): error is Error {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof StatusError)) return false
  const { code = 0 } = error.status
  return code >= 500 || code === 429
}
