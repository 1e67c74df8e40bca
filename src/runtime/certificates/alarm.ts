import type { Clock } from '../clock/clock.ts'

/** Wakes one who sleeps, or who is about to: a ring while nobody sleeps ends the next sleep at once. */
export class Alarm {
  readonly #clock: Clock
  #hasRung = false
  #wake: () => void = () => undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  ring(): void {
    this.#hasRung = true
    this.#wake()
  }

  /** Resolves after a while, or with the next ring. */
  async sleep(delayMs: number): Promise<void> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = this.#clock.after(delayMs, resolve, { background: true })
        this.#wake = () => {
          timer.cancel()
          resolve()
        }
      })
    }
    this.#hasRung = false
    this.#wake = () => undefined
  }
}
