import type { Clock, Timer } from '../../../../src/runtime/clock/clock.ts'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'

/** A clock that runs faster than the machine's, for waits of minutes. */
export class FastClock implements Clock {
  readonly #factor: number
  readonly #monotonicFactor: number

  /** With `monotonicFactor`, what is measured seems longer still than what is waited for. */
  constructor(factor: number, monotonicFactor = factor) {
    this.#factor = factor
    this.#monotonicFactor = monotonicFactor
  }

  monotonic(): number {
    return systemClock.monotonic() * this.#monotonicFactor
  }

  now(): number {
    return systemClock.now()
  }

  after(delayMs: number, callback: () => void, options?: { background?: boolean }): Timer {
    return systemClock.after(delayMs / this.#factor, callback, options)
  }
}
