import type { TypedObject } from '../client/client.ts'
import type { Delta } from './delta.ts'

/**
 * What reflectors saw and the store does not hold yet, in the order of arrival. It is empty most of the time, since
 * one thread needs no hand-over; it fills while a long list is being told to handlers in slices, and then holds the
 * reflector back.
 */
export class DeltaQueue<T extends TypedObject> {
  #deltas: Delta<T>[] = []
  #waiting: (() => void)[] = []

  get length(): number {
    return this.#deltas.length
  }

  push(delta: Delta<T>): void {
    this.#deltas.push(delta)
  }

  pop(): Delta<T> | undefined {
    return this.#deltas.shift()
  }

  clear(): void {
    this.#deltas = []
    this.release()
  }

  /** Resolves when the consumer says that it has caught up. */
  caughtUp(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Says that everything is applied. */
  release(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}
