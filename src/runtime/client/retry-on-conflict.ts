import { isConflict } from '../../apimachinery/status-errors.ts'
import type { Clock } from '../clock/clock.ts'
import { sleep } from '../clock/sleep.ts'
import { systemClock } from '../clock/system-clock.ts'

/** How often a conflict is answered by another try. */
export interface ConflictOptions {
  /** How often `change` is tried in all. Default: 5. */
  readonly attempts?: number
  /** The first wait. Default: 10 ms. */
  readonly delayMs?: number
  /** What the wait grows by. Default: 1. */
  readonly factor?: number
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

/** Up to this part longer, so that two writers do not meet again and again. */
const jitter = 0.1

/**
 * Runs a change again where someone else wrote the object in between. `change` must read the object anew, and not
 * from a cache that may lag behind. The last conflict, and any other error, is thrown.
 */
export async function retryOnConflict<T>(
  change: () => Promise<T>,
  options: ConflictOptions = {},
): Promise<T> {
  const { attempts = 5, delayMs = 10, factor = 1, signal, clock = systemClock } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (!isConflict(error) || attempt >= attempts) throw error
    }
    const waitMs = delayMs * factor ** (attempt - 1)
    await sleep(clock, waitMs * (1 + Math.random() * jitter), signal)
  }
}
