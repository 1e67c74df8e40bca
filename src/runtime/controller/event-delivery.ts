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

/** How long a handler may take over one event. */
const attemptMs = 30_000
const firstRetryMs = 100
const longestRetryMs = 30_000
/** About a quarter of an hour of failures; then the event is given up with an error. */
const mostTries = 36
/** How many events of one object wait for an earlier one; beyond that the oldest is given up. */
const mostWaiting = 16

/** How many handlers that promise run at once. */
const mostAtOnce = 64

/** What becomes of an event whose handler failed. */
export type FailedDelivery = 'retried' | 'dropped'

export interface EventDeliveryOptions<T> {
  readonly source: string
  readonly route: EventRoute<T>
  readonly signal: AbortSignal
  readonly log: Logger
  readonly clock: Clock
  readonly destination: Destination
  /** Counts failures. */
  readonly onFailure: (outcome: FailedDelivery) => void
}

/** A handler that did not settle in time. */
class HandlerTimeoutError extends Error {
  override readonly name = 'HandlerTimeoutError'
}

/**
 * Takes one source's events of one kind through predicates and handler into the queue. An event whose predicate or
 * handler throws, rejects or does not settle within 30 s is handled again with back-off, and given up after about a
 * quarter of an hour. It holds back later events of its own object, which stay in order, and no others.
 */
export class EventDelivery<T extends TypedObject> {
  readonly #options: EventDeliveryOptions<T>
  readonly #predicate: Predicate<T> | undefined
  /** Events that wait for an earlier one of their object, by object. */
  readonly #lanes = new Map<string, ObjectEvent<T>[]>()
  #running = 0
  /** Lanes that wait until fewer handlers run. */
  readonly #turns: (() => void)[] = []

  constructor(options: EventDeliveryOptions<T>) {
    this.#options = options
    const { predicates = [] } = options.route
    this.#predicate = predicates.length > 1 ? and(...predicates) : predicates[0]
  }

  deliver(event: ObjectEvent<T>): void {
    if (this.#options.signal.aborted) return
    const waiting = this.#lanes.size > 0 && this.#lanes.get(laneOf(event))
    if (waiting) {
      this.#append(waiting, event)
      return
    }
    if (this.#running >= mostAtOnce) {
      void this.#follow(event, () => this.#handle(event))
      return
    }
    try {
      const handled = this.#handle(event)
      if (handled !== undefined) void this.#follow(event, () => handled)
    } catch (error) {
      void this.#follow(event, () => Promise.reject(error))
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

  /** Two updates in a row are one, from what was before the first: so an object that fails holds few events. */
  #append(waiting: ObjectEvent<T>[], event: ObjectEvent<T>): void {
    const last = waiting.at(-1)
    if (last?.type === 'update' && event.type === 'update') {
      waiting[waiting.length - 1] = { ...event, oldObject: last.oldObject }
      return
    }
    waiting.push(event)
    if (waiting.length <= mostWaiting) return
    const [oldest] = waiting.splice(0, 1)
    if (oldest) this.#drop(oldest, new Error(`${mostWaiting} later events of the object wait`))
  }

  /** Handles an event that did not settle at once, and then what came of its object meanwhile. */
  async #follow(event: ObjectEvent<T>, first: () => Promise<void> | undefined): Promise<void> {
    const lane = laneOf(event)
    const waiting: ObjectEvent<T>[] = []
    this.#lanes.set(lane, waiting)
    await this.#persist(event, first)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const current = next
      await this.#persist(current, () => this.#handle(current))
    }
    this.#lanes.delete(lane)
  }

  /** Handles an event until it works, since a lost event is a request that nobody reconciles. */
  async #persist(event: ObjectEvent<T>, first: () => Promise<void> | undefined): Promise<void> {
    const { clock, signal } = this.#options
    let attempt = first
    for (let tries = 1, delayMs = firstRetryMs; !signal.aborted; tries++) {
      try {
        await this.#attempt(attempt)
        return
      } catch (error) {
        if (tries === mostTries) return this.#drop(event, error)
        this.#retry(event, { delayMs, error })
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

  async #attempt(handle: () => Promise<void> | undefined): Promise<void> {
    if (this.#running < mostAtOnce) this.#running++
    else await new Promise<void>((resolve) => this.#turns.push(resolve))
    try {
      await this.#inTime(handle())
    } finally {
      const next = this.#turns.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  /** A handler that never settles must not hold its object for ever. */
  async #inTime(handled: Promise<void> | undefined): Promise<void> {
    if (handled === undefined) return
    let timer = { cancel: (): void => undefined }
    const late = new Promise<never>((_resolve, reject) => {
      const expire = (): void =>
        reject(new HandlerTimeoutError(`the handler did not settle within ${attemptMs} ms`))
      timer = this.#options.clock.after(attemptMs, expire, { background: true })
    })
    try {
      await Promise.race([handled, late])
    } finally {
      timer.cancel()
    }
  }

  #causeOf(event: ObjectEvent<T>): ReconcileCause {
    const { source, route } = this.#options
    const isShownAgain = event.type === 'update' && isResync(event)
    return {
      event: isShownAgain ? 'resync' : event.type,
      object: `${route.kind} ${showRequest(requestOf<T>(event.object))}`,
      source,
      ...(this.#predicate && { predicate: this.#predicate.name }),
    }
  }

  #retry(event: ObjectEvent<T>, why: { readonly delayMs: number; readonly error: unknown }): void {
    const { log, onFailure } = this.#options
    onFailure('retried')
    log.warn('event handler failed; the event is handled again', {
      ...this.#fieldsOf(event),
      ...why,
    })
  }

  #drop(event: ObjectEvent<T>, error: unknown): void {
    const { log, onFailure } = this.#options
    onFailure('dropped')
    log.error('event handler failed; the event is skipped', { ...this.#fieldsOf(event), error })
  }

  #fieldsOf(event: ObjectEvent<T>): Record<string, unknown> {
    const { source } = this.#options
    return { source, event: event.type, object: showRequest(requestOf<T>(event.object)) }
  }
}

function laneOf<T extends TypedObject>({ object }: ObjectEvent<T>): string {
  return showRequest(requestOf<T>(object))
}
