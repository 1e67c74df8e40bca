import type { Clock } from '../clock/clock.ts'
import { newSharedAbort } from '../clock/shared-abort.ts'

/** The API server's own limit where it names none. */
const longestMs = 30_000

/** No duration that Go writes is longer. */
const longestText = 100

const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** How long the API server waits for an answer, as it says with `?timeout=10s`: at most 30 seconds. */
export function readTimeout(target: string): number {
  const text = /[?&]timeout=([\d.a-zµ]+)/.exec(target)?.[1]
  if (text === undefined || text.length > longestText) return longestMs
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy)]
  const sum = parts.reduce((total, [, value, unit = '']) => {
    return total + Number(value) * (units[unit] ?? 0)
  }, 0)
  const isWhole = parts.reduce((length, [part]) => length + part.length, 0) === text.length
  return isWhole && sum > 0 ? Math.min(sum, longestMs) : longestMs
}

/** An answer takes its way: it is given so long before the API server hangs up. */
const leastMarginMs = 50
const mostMarginMs = 500

/** The API server waits no longer, or has gone. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/** The time in which a call has to be answered. */
export class Deadline {
  readonly #clock: Clock
  readonly #leftMs: number
  #stop: AbortController | undefined
  #error: DeadlineError | undefined

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock
    const margin = Math.min(Math.max(timeoutMs / 10, leastMarginMs), mostMarginMs)
    this.#leftMs = Math.max(timeoutMs - margin, 0)
  }

  /** Aborts when the time is over. Made when it is asked for: most handlers do not. */
  get signal(): AbortSignal {
    this.#stop ??= newSharedAbort()
    if (this.#error !== undefined) this.#stop.abort(this.#error)
    return this.#stop.signal
  }

  /** Whether the time is over. */
  get isOver(): boolean {
    return this.#error !== undefined
  }

  /** Nobody waits any more. */
  abort(reason: string): void {
    this.#error ??= new DeadlineError(reason)
    this.#stop?.abort(this.#error)
  }

  /** What `work` gives; rejects with `DeadlineError` when it takes too long, and then waits no longer. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = this.#clock.after(this.#leftMs, () => {
        this.abort(`no answer within ${Math.round(this.#leftMs)} ms`)
        if (this.#error) reject(this.#error)
      })
      work()
        .then(resolve, reject)
        .finally(() => timer.cancel())
    })
  }
}
