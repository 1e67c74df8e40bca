import type { Clock, Timer } from '../clock/clock.ts'
import { DelayedKeys } from './delayed-keys.ts'
import { ExponentialRateLimiter } from './exponential-rate-limiter.ts'
import { ReadyKeys } from './ready-keys.ts'
import { silentObserver, type WorkQueueObserver } from './work-queue-observer.ts'
import type { QueuedKey, RateLimiter, WorkQueue } from './workqueue.ts'

/** What a `PriorityWorkQueue` works with. */
export interface PriorityWorkQueueOptions {
  readonly clock: Clock
  readonly rateLimiter?: RateLimiter
  readonly observer?: WorkQueueObserver
}

/**
 * The workqueue. Its state is client-go's three sets with a priority each, and these hold at every moment:
 * a key of `ready` is not in `processing`; a key of `dirty` is in `processing` and goes to `ready` with `done`;
 * a key of `delayed` is in neither `ready` nor `dirty`, since the sooner run does for both.
 */
export class PriorityWorkQueue implements WorkQueue {
  readonly #ready = new ReadyKeys()
  readonly #delayed = new DelayedKeys()
  /** Keys that a worker has, with the moment it took them. */
  readonly #processing = new Map<string, number>()
  /** Keys added while a worker has them, with the priority they come back with. */
  readonly #dirty = new Map<string, number>()
  readonly #takers: ((key: QueuedKey | undefined) => void)[] = []
  readonly #drained: (() => void)[] = []
  readonly #clock: Clock
  readonly #rateLimiter: RateLimiter
  readonly #observer: WorkQueueObserver
  #timer: { readonly dueAt: number; readonly timer: Timer } | undefined
  #isShuttingDown = false

  constructor({ clock, rateLimiter, observer }: PriorityWorkQueueOptions) {
    this.#clock = clock
    this.#rateLimiter = rateLimiter ?? new ExponentialRateLimiter()
    this.#observer = observer ?? silentObserver
  }

  get length(): number {
    return this.#ready.size
  }

  /** Keys that workers have, with the monotonic moment they took them. */
  get processing(): ReadonlyMap<string, number> {
    return this.#processing
  }

  /** How many keys wait, by priority. */
  depths(): ReadonlyMap<number, number> {
    return this.#ready.sizes()
  }

  /** How many keys wait for a time. */
  get delayedLength(): number {
    return this.#delayed.size
  }

  add(key: string, { priority = 0 }: { readonly priority?: number } = {}): void {
    if (this.#isShuttingDown) return
    this.#delayed.delete(key)
    if (this.#processing.has(key)) {
      const known = this.#dirty.get(key)
      if (known === undefined) this.#observer.added(key)
      this.#dirty.set(key, Math.max(priority, known ?? priority))
      return
    }
    if (this.#ready.add(key, priority, this.#clock.monotonic())) this.#observer.added(key)
    this.#serve()
  }

  addAfter(
    key: string,
    delayMs: number,
    { priority = 0 }: { readonly priority?: number } = {},
  ): void {
    if (this.#isShuttingDown) return
    this.#observer.retried(key)
    if (delayMs <= 0 || this.#ready.has(key) || this.#dirty.has(key)) {
      this.add(key, { priority })
      return
    }
    this.#delayed.add({ key, priority, dueAt: this.#clock.monotonic() + delayMs })
    this.#schedule()
  }

  addRateLimited(key: string, options: { readonly priority?: number } = {}): void {
    this.addAfter(key, this.#rateLimiter.when(key), options)
  }

  forget(key: string): void {
    this.#rateLimiter.forget(key)
  }

  numRequeues(key: string): number {
    return this.#rateLimiter.numRequeues(key)
  }

  get(): Promise<QueuedKey | undefined> {
    return new Promise((resolve) => {
      this.#takers.push(resolve)
      this.#serve()
    })
  }

  done(key: string): void {
    const since = this.#processing.get(key)
    if (since === undefined) return
    this.#processing.delete(key)
    const now = this.#clock.monotonic()
    this.#observer.finished(key, now - since)
    const priority = this.#dirty.get(key)
    this.#dirty.delete(key)
    if (priority !== undefined) this.#ready.add(key, priority, now)
    this.#serve()
  }

  shutDown(): void {
    this.#isShuttingDown = true
    this.#delayed.clear()
    this.#timer?.timer.cancel()
    this.#timer = undefined
    this.#serve()
  }

  async shutDownWithDrain(): Promise<void> {
    this.shutDown()
    if (this.#isEmpty) return
    await new Promise<void>((resolve) => this.#drained.push(resolve))
  }

  get #isEmpty(): boolean {
    return this.#ready.size === 0 && this.#processing.size === 0
  }

  /** Gives keys to those who wait for one, and tells the end to those who wait in vain. */
  #serve(): void {
    while (this.#takers.length > 0 && this.#ready.size > 0) this.#hand()
    if (!this.#isShuttingDown) return
    if (this.#ready.size === 0) for (const taker of this.#takers.splice(0)) taker(undefined)
    if (this.#isEmpty) for (const resolve of this.#drained.splice(0)) resolve()
  }

  #hand(): void {
    const next = this.#ready.take()
    const taker = next && this.#takers.shift()
    if (!next || !taker) return
    const now = this.#clock.monotonic()
    this.#processing.set(next.key, now)
    this.#observer.taken(next.key, now - next.since)
    taker({ key: next.key, priority: next.priority })
  }

  /** Keeps one timer, for the key that is due next. */
  #schedule(): void {
    const dueAt = this.#delayed.nextDueAt
    if (dueAt === undefined || dueAt === this.#timer?.dueAt) return
    this.#timer?.timer.cancel()
    const delayMs = Math.max(0, dueAt - this.#clock.monotonic())
    const timer = this.#clock.after(delayMs, () => this.#release(), { background: true })
    this.#timer = { dueAt, timer }
  }

  #release(): void {
    this.#timer = undefined
    for (const { key, priority } of this.#delayed.takeDue(this.#clock.monotonic())) {
      this.add(key, { priority })
    }
    this.#schedule()
  }
}
