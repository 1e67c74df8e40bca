/** How long work on one request may go on before others get a turn. */
const longestMs = 10

/** A stretch of work on the event loop. */
export class Turn {
  #start = performance.now()

  /** Whether others have waited long enough. */
  get isLong(): boolean {
    return performance.now() - this.#start > longestMs
  }

  /** Lets others have their turn, and begins a new one. */
  async end(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.#start = performance.now()
  }
}
