import type { Clock } from '../clock/clock.ts'

export interface BackOffOptions {
  readonly clock: Clock
  /** A number from 0 up to 1, `Math.random` by default. */
  readonly random?: (() => number) | undefined
}

const firstMs = 800
const longestMs = 30_000
const healthyMs = 120_000

/**
 * How long to wait after a failure, as client-go's reflector: 800 ms, doubled each time up to 30 s, plus up to as much
 * again at random, so that the clients of a server that comes back don't all come at once. Two minutes without a
 * failure begin anew.
 */
export class BackOff {
  readonly #clock: Clock
  readonly #random: () => number
  #nextMs = firstMs
  #lastAt = -Infinity

  constructor({ clock, random = Math.random }: BackOffOptions) {
    this.#clock = clock
    this.#random = random
  }

  /** The next delay in milliseconds; at least what the server asked for. */
  next(askedMs = 0): number {
    const now = this.#clock.monotonic()
    if (now - this.#lastAt > healthyMs) this.#nextMs = firstMs
    const delayMs = Math.max(this.jitter(this.#nextMs), askedMs)
    this.#nextMs = Math.min(this.#nextMs * 2, longestMs)
    this.#lastAt = now + delayMs
    return delayMs
  }

  /** Up to twice a delay. */
  jitter(delayMs: number): number {
    return Math.round(delayMs * (1 + this.#random()))
  }
}
