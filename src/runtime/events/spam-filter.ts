import type { Clock } from '../clock/clock.ts'

/** How many events of one object may come at once. */
const burst = 25
/** After how long one more may. */
const refillMs = 300_000
/** How many objects are counted. */
const mostSubjects = 4096

interface Bucket {
  tokens: number
  filledAt: number
}

/** A limit for the events of each object: 25 at once, then one every five minutes. */
export class SpamFilter {
  readonly #clock: Clock
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether one more event of the object may be written; it is counted then. */
  admits(subject: string): boolean {
    const bucket = this.#bucketOf(subject)
    this.#buckets.delete(subject)
    this.#buckets.set(subject, bucket)
    this.#forgetOldest()
    if (bucket.tokens < 1) return false
    bucket.tokens--
    return true
  }

  #bucketOf(subject: string): Bucket {
    const now = this.#clock.monotonic()
    const bucket = this.#buckets.get(subject)
    if (bucket === undefined) return { tokens: burst, filledAt: now }
    const more = (now - bucket.filledAt) / refillMs
    return { tokens: Math.min(burst, bucket.tokens + more), filledAt: now }
  }

  #forgetOldest(): void {
    if (this.#buckets.size <= mostSubjects) return
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
