import type { Clock } from '../../clock/clock.ts'

/** Questions to the API server that strangers can cause: so many at once, and so many a second afterwards. */
const burstOfClient = 10
const perSecondOfClient = 1
const burstOfAll = 50
const perSecondOfAll = 10
const mostClients = 1024

/** More was asked than the API server should hear. */
export class TooManyQuestionsError extends Error {
  override readonly name = 'TooManyQuestionsError'

  constructor() {
    super('too many unknown tokens; try again later')
  }
}

/**
 * Bounds how many questions about unknown tokens reach the API server: for each client address, so that one that sends
 * token after token does not keep others out, and for all of them.
 */
export class QuestionLimit {
  readonly #clock: Clock
  readonly #all: Bucket
  readonly #clients = new Map<string, Bucket>()

  constructor(clock: Clock) {
    this.#clock = clock
    this.#all = new Bucket(burstOfAll, perSecondOfAll)
  }

  /** Throws `TooManyQuestionsError` where a client has asked too much. */
  take(client: string): void {
    const now = this.#clock.monotonic()
    const bucket = this.#clients.get(client) ?? new Bucket(burstOfClient, perSecondOfClient)
    this.#clients.delete(client)
    this.#clients.set(client, bucket)
    for (const oldest of this.#clients.keys()) {
      if (this.#clients.size <= mostClients) break
      this.#clients.delete(oldest)
    }
    if (!bucket.take(now) || !this.#all.take(now)) throw new TooManyQuestionsError()
  }
}

class Bucket {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #filledAt: number | undefined

  constructor(burst: number, perSecond: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
  }

  take(now: number): boolean {
    const gained = ((now - (this.#filledAt ?? now)) / 1000) * this.#perSecond
    this.#filledAt = now
    this.#left = Math.min(this.#left + gained, this.#burst)
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
