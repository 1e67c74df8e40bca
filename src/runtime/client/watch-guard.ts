import type { Clock, Timer } from '../clock/clock.ts'
import { sleep } from '../clock/sleep.ts'
import { ConnectionError } from './transport.ts'

export interface WatchGuardOptions {
  readonly clock: Clock
  /** How long a watch may be silent before the server is asked something else. Default: 30 s. */
  readonly silenceMs?: number | undefined
  /** How long an answer to that may take. Default: 15 s. */
  readonly probeMs?: number | undefined
  /** When the watch must have ended by itself. Absent: never. */
  readonly lastsMs?: number | undefined
  /** A cheap read on another connection; resolves when an answer came, whatever it says. */
  readonly probe: (signal: AbortSignal) => Promise<void>
  /** Ends the watch for reasons of the caller. */
  readonly signal?: AbortSignal | undefined
}

/** Between two questions to a server that refuses connections. */
const pauseMs = 1_000

/**
 * Notices a server that stopped without a word: TCP does not tell, and bookmarks are no heartbeat. A silent watch is
 * left alone as long as the server answers something else. Also ends a watch that outlives the time it was asked for.
 */
export class WatchGuard {
  readonly #options: WatchGuardOptions
  readonly #ending = new AbortController()
  readonly #asking = new AbortController()
  readonly #deadline: Timer | undefined
  readonly #forward = (): void => this.#ending.abort(this.#options.signal?.reason)
  #timer: Timer | undefined
  #lastActivity: number

  constructor(options: WatchGuardOptions) {
    this.#options = options
    const { clock, lastsMs, signal } = options
    this.#lastActivity = clock.monotonic()
    if (lastsMs !== undefined) {
      this.#deadline = clock.after(
        lastsMs,
        () => this.#end('did not end when it was due'),
        background,
      )
    }
    if (signal?.aborted) this.#forward()
    signal?.addEventListener('abort', this.#forward, { once: true })
    this.#wait()
  }

  /** Aborts when the watch must end; the reason is what its consumer is to be told. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** The watch said something. */
  active(): void {
    this.#lastActivity = this.#options.clock.monotonic()
  }

  /** The watch is over: nothing is asked any more. */
  stop(): void {
    this.#timer?.cancel()
    this.#deadline?.cancel()
    this.#asking.abort()
    this.#options.signal?.removeEventListener('abort', this.#forward)
  }

  /** Sets the timer anew only when it fires, since a busy watch is active thousands of times a second. */
  #wait(): void {
    const { clock, silenceMs = 30_000 } = this.#options
    const leftMs = this.#lastActivity + silenceMs - clock.monotonic()
    this.#timer =
      leftMs > 0
        ? clock.after(leftMs, () => this.#wait(), background)
        : clock.after(0, () => void this.#ask(), background)
  }

  async #ask(): Promise<void> {
    const { clock, probeMs = 15_000 } = this.#options
    const askedAt = this.#lastActivity
    const question = new AbortController()
    const cancel = (): void => question.abort()
    this.#asking.signal.addEventListener('abort', cancel, { once: true })
    const limit = clock.after(probeMs, cancel, background)
    const isAnswered = await this.#untilAnswered(question.signal)
    limit.cancel()
    this.#asking.signal.removeEventListener('abort', cancel)
    if (this.#asking.signal.aborted) return
    if (isAnswered) this.active()
    if (this.#lastActivity === askedAt) this.#end('is silent, and the server does not answer')
    else this.#wait()
  }

  async #untilAnswered(signal: AbortSignal): Promise<boolean> {
    const { clock, probe } = this.#options
    while (!signal.aborted) {
      try {
        await probe(signal)
        return true
      } catch {
        // No answer: the server may be starting, so it is asked until the time is over, or the question taken back.
        await sleep(clock, pauseMs, signal).catch(() => undefined)
      }
    }
    return false
  }

  #end(why: string): void {
    this.#ending.abort(new ConnectionError(`the watch ${why}`))
  }
}

const background = { background: true } as const
