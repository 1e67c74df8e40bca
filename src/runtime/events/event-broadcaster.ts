import { randomUUID } from 'node:crypto'
import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import { isAlreadyExists, isNotFound } from '../../apimachinery/status-errors.ts'
import { StatusError } from '../../apimachinery/status.ts'
import type { Client, TypedObject } from '../client/client.ts'
import type { Clock, Timer } from '../clock/clock.ts'
import { sleep } from '../clock/sleep.ts'
import type { Logger } from '../log/logger.ts'
import type { Runnable } from '../manager/runnable.ts'
import type { Counter, MetricsRegistry } from '../metrics/metric.ts'
import { newSharedAbort } from '../clock/shared-abort.ts'
import {
  eventResource,
  newEventObject,
  referenceTo,
  subjectOf,
  type EventObject,
} from './event-object.ts'
import type { EventRecorder, RecordedEvent } from './event-recorder.ts'
import { SeriesTable } from './series-table.ts'
import { SpamFilter } from './spam-filter.ts'

/** How many events wait to be written; more are dropped. */
const mostQueued = 1000
/** How often one is tried while the server cannot be reached, and how long each wait is. */
const mostTries = 12
const retryMs = 10_000
/** Up to this part longer, so that operators do not come back all at once. */
const jitter = 0.25
/** The cause of a refusal in a namespace that is being deleted. */
const terminating = 'NamespaceTerminating'
/** How often series are looked through. */
const sweepMs = 60_000
/** How long the last events may take when the operator stops. */
const farewellMs = 5000

/** What an `EventBroadcaster` works with. */
export interface EventBroadcasterOptions {
  readonly client: Pick<Client, 'create' | 'patch'>
  readonly clock: Clock
  readonly logger: Logger
  /** Where this process runs. */
  readonly hostname: string
  /** Counts events that are lost. */
  readonly metrics?: MetricsRegistry
  /** A number from 0 up to 1. Default: `Math.random`. */
  readonly random?: () => number
}

/**
 * Writes events in the background, one after the other. Recording never waits: a full queue, an object with too many
 * events and a server that refuses one lose it, with a line in the log. It runs from before the first controller
 * until after the last.
 */
export class EventBroadcaster implements Runnable {
  readonly name = 'events'
  readonly group = 'other'
  readonly #options: EventBroadcasterOptions
  readonly #log: Logger
  readonly #queue: EventObject[] = []
  readonly #series: SeriesTable
  readonly #filter: SpamFilter
  /** Part of the events' names, with a number each. */
  readonly #instance = randomUUID().slice(0, 8)
  readonly #abort = newSharedAbort()
  /** Controllers and reasons whose refusal stands in the log. */
  readonly #refused = new Set<string>()
  readonly #lost: Counter | undefined
  #sequence = 0
  #dropped = 0
  #wake: (() => void) | undefined
  #hasEnded = false

  constructor(options: EventBroadcasterOptions) {
    this.#options = options
    this.#log = options.logger
    this.#series = new SeriesTable(options.clock)
    this.#filter = new SpamFilter(options.clock)
    this.#lost = options.metrics?.counter({
      name: 'kops_events_lost_total',
      help: 'How many events were not written, by controller and cause',
      labelNames: ['controller', 'cause'],
    })
  }

  /** A recorder whose events say that they come from this controller: a name such as `apps.my.domain/application`. */
  recorder(reportingController: string): EventRecorder {
    return {
      event: (regarding, event, kind) => {
        try {
          this.#record(reportingController, { regarding, event, kind })
        } catch (error) {
          this.#lost?.increment({ controller: reportingController, cause: 'invalid' })
          this.#log.error('event could not be recorded', { error })
        }
      },
    }
  }

  /** Writes until the signal aborts, and then what is left, for 5 s at most. */
  async start(signal: AbortSignal): Promise<void> {
    const sweeper = new Sweeper(this.#options.clock, () => this.#sweep())
    const onAbort = (): void => this.#wake?.()
    signal.addEventListener('abort', onAbort, { once: true })
    while (!signal.aborted) {
      const next = this.#queue.shift()
      if (next === undefined) await this.#untilWoken(signal)
      else await this.#writePatiently(next, signal)
    }
    sweeper.stop()
    await this.#sayFarewell()
  }

  /** Drops what is not written. */
  abort(reason: Error): void {
    this.#abort.abort(reason)
  }

  inspect(): { readonly queued: number; readonly series: number; readonly dropped: number } {
    return { queued: this.#queue.length, series: this.#series.size, dropped: this.#dropped }
  }

  #record(
    reportingController: string,
    what: {
      readonly regarding: TypedObject
      readonly event: RecordedEvent
      readonly kind: GroupVersionKind | undefined
    },
  ): void {
    const { clock, hostname } = this.#options
    const reference = referenceTo(what.regarding, what.kind)
    const object = newEventObject(reference, what.event, {
      reportingController,
      reportingInstance: `${reportingController}-${hostname}`,
      epochMs: clock.now(),
      suffix: `${this.#instance}${(this.#sequence++).toString(16).padStart(8, '0')}`,
    })
    const { type, reason, action, note } = object
    this.#log.debug('event', { object: reference, type, reason, action, note })
    if (this.#hasEnded) return this.#drop('the operator stops', object)
    const written = this.#series.observe(object)
    if (written === undefined) return
    if (!this.#filter.admits(subjectOf(reference)))
      this.#drop('too many events of one object', object)
    else this.#enqueue(written)
  }

  #enqueue(event: EventObject): void {
    if (this.#queue.length >= mostQueued) {
      this.#drop('too many events at once', event)
      return
    }
    this.#queue.push(event)
    this.#wake?.()
  }

  #drop(why: string, { regarding, reason, reportingController }: EventObject): void {
    this.#dropped++
    this.#lost?.increment({ controller: reportingController, cause: 'dropped' })
    this.#log.debug('event is dropped', { why, object: regarding, reason, dropped: this.#dropped })
  }

  #sweep(): void {
    for (const event of this.#series.takeDue()) this.#enqueue(event)
  }

  async #untilWoken(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#wake = undefined
  }

  /** Tries while the server cannot be reached: what it refuses once, it refuses always. */
  async #writePatiently(event: EventObject, signal: AbortSignal): Promise<void> {
    const { clock, random = Math.random } = this.#options
    for (let tries = 1; ; tries++) {
      const error = await this.#tryToWrite(event, signal)
      if (error === undefined) return
      if (tries === mostTries) {
        this.#lost?.increment({ controller: event.reportingController, cause: 'failed' })
        this.#log.error('event could not be written', { object: event.regarding, error })
        return
      }
      try {
        await sleep(clock, retryMs * (1 + random() * jitter), signal)
      } catch {
        // The operator stops: it is written with the last ones, once.
        this.#queue.unshift(event)
        return
      }
    }
  }

  /** The error that another try may mend; `undefined` where the event is written, or lost for good. */
  async #tryToWrite(event: EventObject, signal: AbortSignal): Promise<unknown> {
    try {
      await this.#write(event, signal)
      return undefined
    } catch (error) {
      if (!(error instanceof StatusError) || error.code >= 500 || error.code === 429) return error
      this.#refuse(event, error)
      return undefined
    }
  }

  /** A refusal is final. The first of each reason and controller stands in the log, since the next one says the same. */
  #refuse(event: EventObject, error: StatusError): void {
    const { regarding, reason, reportingController } = event
    const { reason: why, code } = error
    const fields = { controller: reportingController, object: regarding, reason, error }
    // It was written by an earlier try whose answer was lost, or its namespace is being deleted.
    const isExpected = isAlreadyExists(error) || isNamespaceEnding(error)
    if (isExpected) {
      this.#log.debug('API server refused an event', fields)
      return
    }
    this.#lost?.increment({ controller: reportingController, cause: 'refused' })
    const key = JSON.stringify([reportingController, why, code])
    const isKnown = this.#refused.has(key)
    this.#refused.add(key)
    this.#log[isKnown ? 'debug' : 'error']('API server refused an event', fields)
  }

  async #write(event: EventObject, signal: AbortSignal): Promise<void> {
    const { client } = this.#options
    if (event.series !== undefined) {
      const { name = '', namespace } = event.metadata
      const patch = { type: 'merge', value: { series: event.series } } as const
      try {
        await client.patch(eventResource, { name, namespace }, patch, { signal })
        return
      } catch (error) {
        // The server keeps events for an hour: a series may outlive its event.
        if (!isNotFound(error)) throw error
      }
    }
    await client.create(eventResource, event, { signal })
  }

  async #sayFarewell(): Promise<void> {
    this.#queue.push(...this.#series.takeAll())
    this.#hasEnded = true
    const late = new Error('the operator stops')
    const timer = this.#options.clock.after(farewellMs, () => this.#abort.abort(late))
    for (const event of this.#queue.splice(0)) {
      if (this.#abort.signal.aborted) this.#drop('the operator stops', event)
      else if ((await this.#tryToWrite(event, this.#abort.signal)) !== undefined) {
        this.#drop('the operator stops', event)
      }
    }
    timer.cancel()
  }
}

/** Nothing can be created in a namespace that is being deleted, and nothing in one that is gone. */
function isNamespaceEnding(error: unknown): boolean {
  if (isNotFound(error)) return true
  return error instanceof StatusError && error.causes.some(({ reason }) => reason === terminating)
}

/** Calls again and again, without keeping the process alive. */
class Sweeper {
  readonly #clock: Clock
  readonly #sweep: () => void
  #timer: Timer | undefined

  constructor(clock: Clock, sweep: () => void) {
    this.#clock = clock
    this.#sweep = sweep
    this.#schedule()
  }

  stop(): void {
    this.#timer?.cancel()
  }

  #schedule(): void {
    const fire = (): void => {
      this.#sweep()
      this.#schedule()
    }
    this.#timer = this.#clock.after(sweepMs, fire, { background: true })
  }
}
