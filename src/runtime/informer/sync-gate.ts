import type { Clock, Timer } from '../clock/clock.ts'

/**
 * Holds reads back until the list is stored, and no longer than there is hope for one: after an obstacle has lasted for
 * as long as it is given, reads reject with it until the server answers otherwise.
 */
export class SyncGate {
  readonly #clock: Clock
  #waiting = newDeferred()
  #isOpen = false
  #obstacle: Error | undefined
  #since: number | undefined
  #timer: Timer | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Why reads are rejected, or would be if they were not answered from the store. */
  get obstacle(): Error | undefined {
    return this.#obstacle
  }

  /** Resolves when the list is stored; rejects with what is in the way of it. */
  passed(): Promise<void> {
    return this.#waiting.promise
  }

  /** The list is stored. */
  open(): void {
    this.clear()
    this.#isOpen = true
    this.#waiting.resolve()
  }

  /** What was stored is gone. */
  close(why: Error): void {
    this.#isOpen = false
    this.#waiting = newDeferred()
    this.obstruct(why, 0)
  }

  /** Something is in the way; it is given so long, counted from the first failure since the server last answered. */
  obstruct(error: Error, patienceMs: number): void {
    const now = this.#clock.monotonic()
    this.#since ??= now
    this.#timer?.cancel()
    const leftMs = this.#since + patienceMs - now
    const giveUp = (): void => this.#giveUp(error)
    if (leftMs <= 0) giveUp()
    else this.#timer = this.#clock.after(leftMs, giveUp, { background: true })
  }

  /** The server answers. */
  clear(): void {
    this.#since = undefined
    this.#timer?.cancel()
    if (this.#obstacle === undefined) return
    this.#obstacle = undefined
    if (!this.#isOpen) this.#waiting = newDeferred()
  }

  #giveUp(error: Error): void {
    this.#obstacle = error
    if (this.#isOpen) return
    this.#waiting.reject(error)
    this.#waiting = rejected(error)
  }
}

interface Deferred {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

function newDeferred(): Deferred {
  let settle: Pick<Deferred, 'resolve' | 'reject'> = {
    resolve: () => undefined,
    reject: () => undefined,
  }
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }))
  // It may be that no read waits.
  promise.catch(() => undefined)
  return { promise, ...settle }
}

function rejected(error: Error): Deferred {
  const deferred = newDeferred()
  deferred.reject(error)
  return deferred
}
