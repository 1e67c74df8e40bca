import type { Clock, Timer } from '../../../src/runtime/clock/clock.ts'

interface Pending {
  readonly dueAt: number
  readonly sequence: number
  readonly callback: () => void
}

/** A clock that stands still until `advance` moves it; timers fire in order of time. */
export class ManualClock implements Clock {
  #now = 0
  #sequence = 0
  readonly #pending = new Set<Pending>()
  /** What `now()` says at monotonic zero. */
  epochMs = Date.UTC(2026, 0, 1)

  monotonic(): number {
    return this.#now
  }

  now(): number {
    return this.epochMs + this.#now
  }

  after(delayMs: number, callback: () => void): Timer {
    const pending = { dueAt: this.#now + delayMs, sequence: this.#sequence++, callback }
    this.#pending.add(pending)
    return { cancel: () => this.#pending.delete(pending) }
  }

  get pendingTimers(): number {
    return this.#pending.size
  }

  /** Moves time on, lets due timers fire, and lets promises settle after each. */
  async advance(byMs: number): Promise<void> {
    const end = this.#now + byMs
    await settle()
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#pending.delete(next)
      this.#now = Math.max(this.#now, next.dueAt)
      next.callback()
      await settle()
    }
    this.#now = end
    await settle()
  }

  /** Moves time on at once, as for a process that was stopped: timers fire in order, but all of them late. */
  async jump(byMs: number): Promise<void> {
    this.#now += byMs
    await this.advance(0)
  }

  #next(end: number): Pending | undefined {
    const due = [...this.#pending].filter((each) => each.dueAt <= end)
    due.sort((left, right) => left.dueAt - right.dueAt || left.sequence - right.sequence)
    return due[0]
  }
}

/** Lets everything run that waits for promises alone. */
async function settle(): Promise<void> {
  for (let round = 0; round < 10; round++) await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
}
