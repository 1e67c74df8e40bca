import type { Clock, Timer } from '../clock/clock.ts'

export interface LivenessOptions {
  readonly clock: Clock
  /** How long a watch may be silent before the server is asked something else. Default: 30 s. */
  readonly silenceMs?: number | undefined
  /** How long the answer may take. Default: 15 s. */
  readonly probeMs?: number | undefined
  /** A cheap read on another connection; resolves when an answer came, whatever it says. */
  readonly probe: (signal: AbortSignal) => Promise<void>
}

/**
 * Notices a server that stopped without a word: TCP does not tell, and bookmarks are no heartbeat. A silent watch is
 * left alone as long as the server answers something else.
 */
export class WatchLiveness {
  readonly #options: LivenessOptions
  readonly #stalled = new AbortController()
  #timer: Timer | undefined
  #probe: AbortController | undefined

  constructor(options: LivenessOptions) {
    this.#options = options
    this.active()
  }

  /** Aborts when the server is found not to answer. */
  get signal(): AbortSignal {
    return this.#stalled.signal
  }

  /** The watch said something. */
  active(): void {
    this.#timer?.cancel()
    this.#probe?.abort()
    this.#probe = undefined
    const { clock, silenceMs = 30_000 } = this.#options
    this.#timer = clock.after(silenceMs, () => void this.#ask(), { background: true })
  }

  stop(): void {
    this.#timer?.cancel()
    this.#probe?.abort()
  }

  async #ask(): Promise<void> {
    const { clock, probe, probeMs = 15_000 } = this.#options
    const asking = new AbortController()
    this.#probe = asking
    this.#timer = clock.after(probeMs, () => this.#giveUp(asking), { background: true })
    try {
      await probe(asking.signal)
      if (this.#probe === asking) this.active()
    } catch {
      // The server refuses connections, or `active` and `stop` took the question back.
      if (!asking.signal.aborted) this.#giveUp(asking)
    }
  }

  #giveUp(asking: AbortController): void {
    this.#timer?.cancel()
    asking.abort()
    this.#stalled.abort(new Error('the server stopped answering'))
  }
}
