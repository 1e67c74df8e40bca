/** A timer that can be stopped. */
export interface Timer {
  cancel(): void
}

/** Time as a parameter, so that tests can move it. */
export interface Clock {
  /** Milliseconds that never run backwards. Compare them with one another only. */
  monotonic(): number
  /** Milliseconds since 1970, as the machine believes. */
  now(): number
  /** Calls back once after `delayMs`. The timer keeps the process alive unless `background`. */
  after(delayMs: number, callback: () => void, options?: { readonly background?: boolean }): Timer
}
