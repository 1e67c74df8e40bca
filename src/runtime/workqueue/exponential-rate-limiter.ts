import type { RateLimiter } from './workqueue.ts'

/** How delays grow. */
export interface ExponentialOptions {
  /** Delay after the first failure. Default: 5. */
  readonly baseMs?: number
  /** The longest delay. Default: 1,000,000, which is 1,000 seconds. */
  readonly maxMs?: number
}

/** Doubles a key's delay with each failure, as client-go's item limiter does: 5 ms, 10 ms, … up to 1,000 s. */
export class ExponentialRateLimiter implements RateLimiter {
  readonly #failures = new Map<string, number>()
  readonly #baseMs: number
  readonly #maxMs: number

  constructor({ baseMs = 5, maxMs = 1_000_000 }: ExponentialOptions = {}) {
    this.#baseMs = baseMs
    this.#maxMs = maxMs
  }

  when(key: string): number {
    const failures = this.#failures.get(key) ?? 0
    this.#failures.set(key, failures + 1)
    return Math.min(this.#baseMs * 2 ** failures, this.#maxMs)
  }

  forget(key: string): void {
    this.#failures.delete(key)
  }

  numRequeues(key: string): number {
    return this.#failures.get(key) ?? 0
  }
}
