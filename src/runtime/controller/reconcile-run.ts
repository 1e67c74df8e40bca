import { randomUUID } from 'node:crypto'
import type { Timer } from '../clock/clock.ts'
import type { LogFields, Logger } from '../log/logger.ts'
import { newSharedAbort } from '../clock/shared-abort.ts'
import type { ReconcileCause, ReconcileContext, Request, Result } from './reconciler.ts'

/** How a reconcile ended. */
export type Outcome =
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'failed'; readonly error: unknown }

export interface ReconcileRunOptions {
  readonly request: Request
  readonly causes: readonly ReconcileCause[]
  readonly failures: number
  /** The controller's. */
  readonly log: Logger
  /** Kind of the object, a name of the log's fields. */
  readonly kind: string | undefined
}

const noResult: Result = {}

/**
 * One reconcile: running, then told to stop, then ended or abandoned. Signal, logger and id are made when asked
 * for, since most reconciles need none.
 */
export class ReconcileRun implements ReconcileContext {
  readonly request: Request
  readonly causes: readonly ReconcileCause[]
  readonly failures: number
  /** Runs once it was told to stop. */
  abandonTimer: Timer | undefined
  readonly #options: ReconcileRunOptions
  #id: string | undefined
  #fields: LogFields | undefined
  #controller: AbortController | undefined
  #log: Logger | undefined
  #stopReason: Error | undefined
  #end: ((outcome: Outcome) => void) | undefined

  constructor(options: ReconcileRunOptions) {
    this.#options = options
    this.request = options.request
    this.causes = options.causes
    this.failures = options.failures
  }

  get reconcileId(): string {
    this.#id ??= randomUUID()
    return this.#id
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = newSharedAbort()
      if (this.#stopReason !== undefined) this.#controller.abort(this.#stopReason)
    }
    return this.#controller.signal
  }

  get log(): Logger {
    this.#log ??= this.#options.log.with(this.logFields)
    return this.#log
  }

  /** Under controller-runtime's names. */
  get logFields(): LogFields {
    if (this.#fields === undefined) {
      const { request, reconcileId } = this
      const { kind } = this.#options
      const { namespace, name } = request
      const fields = { namespace, name, reconcileID: reconcileId }
      this.#fields = kind === undefined ? fields : { [kind]: request, ...fields }
    }
    return this.#fields
  }

  /** Why it was told to stop. */
  get stopReason(): Error | undefined {
    return this.#stopReason
  }

  /** Runs the reconciler. Resolves when it ends, or when it is abandoned. */
  run(reconcile: () => Promise<Result | void>): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#end = resolve
      start(reconcile).then(
        (result) => this.#settle({ type: 'done', result: result ?? noResult }),
        (error: unknown) => this.#settle({ type: 'failed', error }),
      )
    })
  }

  /** Aborts the signal. */
  stop(reason: Error): void {
    if (this.#stopReason !== undefined) return
    this.#stopReason = reason
    this.#controller?.abort(reason)
  }

  /** Waits for it no longer. */
  abandon(error: Error): void {
    const end = this.#end
    this.#end = undefined
    end?.({ type: 'failed', error })
  }

  #settle(outcome: Outcome): void {
    if (this.#end === undefined) {
      // It was abandoned, and its request has a new run or none: what it says now is for the log alone.
      const error = outcome.type === 'failed' ? { error: outcome.error } : {}
      this.log.warn('abandoned reconcile ended after all', error)
      return
    }
    this.#end(outcome)
    this.#end = undefined
  }
}

/** A reconciler that throws before it promises anything has failed like any other. */
async function start(reconcile: () => Promise<Result | void>): Promise<Result | void> {
  return await reconcile()
}
