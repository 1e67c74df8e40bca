import type { WorkQueue } from '../workqueue/workqueue.ts'
import type { CauseLog } from './cause-log.ts'
import type { RequestQueue } from './event-handler.ts'
import type { ReconcileCause, Request } from './reconciler.ts'
import { renderRequest } from './request.ts'

/** Where the requests of a controller go. */
export interface Destination {
  readonly queue: WorkQueue
  readonly causes: CauseLog
}

/** The queue as the handler of one event sees it: requests instead of keys, each with its cause. */
export class CausedQueue implements RequestQueue {
  readonly #destination: Destination
  readonly #cause: ReconcileCause
  /** For a handler that gives no priority of its own. */
  readonly #priority: { readonly priority: number }

  constructor(
    destination: Destination,
    cause: ReconcileCause,
    priority: { readonly priority: number },
  ) {
    this.#destination = destination
    this.#cause = cause
    this.#priority = priority
  }

  add(request: Request, options = this.#priority): void {
    this.#destination.queue.add(this.#note(request), options)
  }

  addAfter(request: Request, delayMs: number, options = this.#priority): void {
    this.#destination.queue.addAfter(this.#note(request), delayMs, options)
  }

  addRateLimited(request: Request, options = this.#priority): void {
    this.#destination.queue.addRateLimited(this.#note(request), options)
  }

  /** Remembers the cause, and gives the key. */
  #note(request: Request): string {
    const key = renderRequest(request)
    this.#destination.causes.record(key, this.#cause)
    return key
  }
}
