/**
 * client-go's workqueue. Its promises: a key is handled by one worker at a time; a key added while it is
 * handled is handled once more afterwards; a key added many times before it is taken is handled once; no
 * key is lost.
 */
export interface WorkQueue {
  /** Adds a key, unless it waits already. `priority` is higher first, 0 by default; of two the higher stays. */
  add(key: string, options?: { readonly priority?: number }): void
  /** Adds a key after a delay. Of several delays of one key the soonest stays. */
  addAfter(key: string, delayMs: number, options?: { readonly priority?: number }): void
  /** Adds a key after the delay that its failures so far have earned. */
  addRateLimited(key: string, options?: { readonly priority?: number }): void
  /** Ends the count of a key's failures. */
  forget(key: string): void
  /** How often `addRateLimited` was called since the last `forget`. */
  numRequeues(key: string): number
  /** Waits for a key; `undefined` when the queue is shut down and empty. Every key taken is given back with `done`. */
  get(): Promise<QueuedKey | undefined>
  done(key: string): void
  /** Keys that wait, not those that are handled or delayed. */
  readonly length: number
  /** Refuses new keys; `get` gives out what waits, then `undefined`. */
  shutDown(): void
  /** As `shutDown`, and waits until all that was taken is done. */
  shutDownWithDrain(): Promise<void>
}

/** A key that was taken from a queue. */
export interface QueuedKey {
  readonly key: string
  readonly priority: number
}

/** How long a failing key waits. */
export interface RateLimiter {
  /** Counts a failure, and says for how many milliseconds the key has to wait. */
  when(key: string): number
  forget(key: string): void
  numRequeues(key: string): number
}
