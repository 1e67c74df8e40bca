import type { Clock } from '../clock/clock.ts'

/** How long reconciles that wait for nothing may keep everything else from its turn. */
const sliceMs = 5

/** Tells when it is somebody else's turn: sockets, timers, the lease. */
export class Turn {
  readonly #clock: Clock
  #startedAt: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isOver(): boolean {
    const now = this.#clock.monotonic()
    if (this.#startedAt !== undefined) return now - this.#startedAt > sliceMs
    this.#startedAt = now
    setImmediate(() => (this.#startedAt = undefined))
    return false
  }

  /** Resolves when everybody else had their turn. */
  next(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve))
  }
}
