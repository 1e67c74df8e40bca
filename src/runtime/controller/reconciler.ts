import type { Logger } from '../log/logger.ts'

/** What to reconcile: a name, never an object. */
export interface Request {
  readonly namespace: string
  readonly name: string
}

/** What happens after a reconcile that did not throw. Nothing: it is done until something changes. */
export interface Result {
  /** Again after so many milliseconds, whatever happens. */
  readonly requeueAfterMs?: number
  readonly priority?: number
}

/** What a reconcile is given beside its request. */
export interface ReconcileContext {
  /** Aborts when the reconciliation timeout is over or the manager gives up waiting for it. */
  readonly signal: AbortSignal
  /** Carries controller, object and reconcile id. */
  readonly log: Logger
  /** What brought the request here since the last reconcile. */
  readonly causes: readonly ReconcileCause[]
}

export interface ReconcileCause {
  /** `add`, `update`, `delete`, `generic`, `resync`, `retry`, `requeue-after`. */
  readonly event: string
  /** The object that changed: kind and key. */
  readonly object?: string
  /** The watch that saw it. */
  readonly source?: string
}

/** Makes the world as the object says. Thrown errors are retried with back-off, `TerminalError` is not. */
export interface Reconciler {
  reconcile(request: Request, context: ReconcileContext): Promise<Result | void>
}

/** An error that no retry mends: counted and logged, and the request waits for a change. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError'
}
