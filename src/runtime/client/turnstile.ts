import { abortReason } from './dial.ts'

/** Lets a limited number through at a time; the others wait in the order of their coming. */
export class Turnstile {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(limit: number) {
    this.#free = limit
  }

  /** Resolves when there is room, with what makes room again. It may be called more than once. */
  async enter(signal?: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await this.#wait(signal)
    let isInside = true
    return () => {
      if (isInside) this.#leave()
      isInside = false
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(abortReason(signal))
      }
      this.#waiting.push(enter)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next()
  }
}
