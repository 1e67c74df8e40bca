import type { TypedObject } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import { sleep } from '../clock/sleep.ts'
import type { Logger } from '../log/logger.ts'
import { CausedQueue, type Destination } from './caused-queue.ts'
import { lowPriority } from './event-handler.ts'
import { isResync, isUnchanged, type ObjectEvent } from './object-event.ts'
import { and, type Predicate } from './predicate.ts'
import type { ReconcileCause } from './reconciler.ts'
import { requestOf, showRequest } from './request.ts'
import type { EventRoute } from './source.ts'

const normal = { priority: 0 }
const low = { priority: lowPriority }

const firstRetryMs = 100
const longestRetryMs = 30_000
/** About a quarter of an hour of failures; then the event is given up with an error. */
const mostTries = 36

export interface EventDeliveryOptions<T> {
  readonly source: string
  readonly route: EventRoute<T>
  readonly signal: AbortSignal
  readonly log: Logger
  readonly clock: Clock
  readonly destination: Destination
}

/**
 * Takes one source's events of one kind through predicates and handler into the queue. What they throw concerns that
 * event alone. Handlers that promise are called one after the other, so that events of an object stay in order.
 */
export class EventDelivery<T extends TypedObject> {
  readonly #options: EventDeliveryOptions<T>
  readonly #predicate: Predicate<T> | undefined
  /** The last event whose handler promised something. */
  #pending: Promise<void> | undefined

  constructor(options: EventDeliveryOptions<T>) {
    this.#options = options
    const { predicates = [] } = options.route
    this.#predicate = predicates.length > 1 ? and(...predicates) : predicates[0]
  }

  deliver(event: ObjectEvent<T>): void {
    if (this.#options.signal.aborted) return
    if (this.#pending !== undefined) {
      this.#follow(() => this.#handle(event), event)
      return
    }
    try {
      const promise = this.#handle(event)
      if (promise !== undefined) this.#follow(() => promise, event)
    } catch (error) {
      this.#report(event, error)
    }
  }

  #handle(event: ObjectEvent<T>): Promise<void> | undefined {
    if (this.#predicate?.admits(event) === false) return undefined
    const { route, destination } = this.#options
    const priority = isUnchanged(event) ? low : normal
    const queue = new CausedQueue(destination, this.#causeOf(event), priority)
    const handled = route.handler.handle(event, queue)
    return handled instanceof Promise ? handled : undefined
  }

  #follow(handle: () => Promise<void> | undefined, event: ObjectEvent<T>): void {
    const before = this.#pending ?? Promise.resolve()
    const pending = before
      .then(() => this.#persist(handle, event))
      .finally(() => {
        if (this.#pending === pending) this.#pending = undefined
      })
    this.#pending = pending
  }

  /** Handles an event until it works, since a lost event is a request that nobody reconciles. */
  async #persist(handle: () => Promise<void> | undefined, event: ObjectEvent<T>): Promise<void> {
    const { clock, signal, log } = this.#options
    let attempt = handle
    for (let tries = 1, delayMs = firstRetryMs; !signal.aborted; tries++) {
      try {
        await attempt()
        return
      } catch (error) {
        if (tries === mostTries) return this.#report(event, error)
        log.warn('event handler failed; the event is handled again', {
          ...this.#fieldsOf(event),
          delayMs,
          error,
        })
      }
      try {
        await sleep(clock, delayMs, signal)
      } catch {
        // The controller ends: nobody reconciles any more.
        return
      }
      delayMs = Math.min(delayMs * 2, longestRetryMs)
      attempt = () => this.#handle(event)
    }
  }

  #causeOf(event: ObjectEvent<T>): ReconcileCause {
    const { source, route } = this.#options
    const isShownAgain = event.type === 'update' && isResync(event)
    return {
      event: isShownAgain ? 'resync' : event.type,
      object: `${route.kind} ${showRequest(requestOf(event.object))}`,
      source,
      ...(this.#predicate && { predicate: this.#predicate.name }),
    }
  }

  #report(event: ObjectEvent<T>, error: unknown): void {
    const { log } = this.#options
    log.error('event handler failed; the event is skipped', { ...this.#fieldsOf(event), error })
  }

  #fieldsOf(event: ObjectEvent<T>): Record<string, unknown> {
    const { source } = this.#options
    return { source, event: event.type, object: showRequest(requestOf(event.object)) }
  }
}
