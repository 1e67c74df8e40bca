import type { Clock, Timer } from '../../../../src/runtime/clock/clock.ts'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'

/** A clock that runs faster than the machine's, for waits of minutes. */
export class FastClock implements Clock {
  readonly #factor: number

  constructor(factor: number) {
    this.#factor = factor
  }

  monotonic(): number {
    return systemClock.monotonic() * this.#factor
  }

  now(): number {
    return systemClock.now()
  }

  after(delayMs: number, callback: () => void, options?: { background?: boolean }): Timer {
    return systemClock.after(delayMs / this.#factor, callback, options)
  }
}
