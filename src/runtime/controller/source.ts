import type { TypedObject } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { EventHandler, RequestQueue } from './event-handler.ts'
import type { ObjectEvent } from './object-event.ts'
import type { Predicate } from './predicate.ts'

/** Where events come from. */
export interface Source {
  /** For the log and the causes of a reconcile. */
  readonly name: string
  /**
   * Starts to deliver, until the signal aborts. Resolves when everything that is there already was delivered. A
   * rejection ends the controller.
   */
  start(sink: SourceSink): Promise<void>
}

/** What a source is given by the controller that it serves. */
export interface SourceSink {
  readonly signal: AbortSignal
  readonly log: Logger
  readonly clock: Clock
  /** Where requests go that no event stands behind. */
  readonly queue: RequestQueue
  /** A way to hand over events of one kind of object. */
  route<T extends TypedObject>(route: EventRoute<T>): (event: ObjectEvent<T>) => void
  /** Ends the controller: the source cannot deliver any more. */
  fail(error: Error): void
}

/** How events become requests. */
export interface EventRoute<T> {
  /** Kind of the objects, for the causes of a reconcile. */
  readonly kind: string
  readonly handler: EventHandler<T>
  /** All must admit an event. */
  readonly predicates?: readonly Predicate<T>[] | undefined
}
