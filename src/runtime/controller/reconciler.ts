import type { Logger } from '../log/logger.ts'

/** What to reconcile: a name, never an object. */
export interface Request {
  /** Empty for a cluster-scoped kind. */
  readonly namespace: string
  readonly name: string
}

/** What happens after a reconcile that did not throw. Nothing: it is done until something changes. */
export interface Result {
  /** Again after so many milliseconds, or sooner where something changes. */
  readonly requeueAfterMs?: number
  /** The priority of that run. Default: the priority of this one. */
  readonly priority?: number
}

/** What a reconcile is given beside its request. */
export interface ReconcileContext {
  /**
   * Aborts when the reconciliation timeout is over or the manager gives up waiting for it. Hand it to everything that
   * waits: a reconcile that goes on regardless is abandoned, and the request may be reconciled again beside it.
   */
  readonly signal: AbortSignal
  /** Carries controller, object and reconcile id. */
  readonly log: Logger
  /** Names this reconcile in the log. */
  readonly reconcileId: string
  /** How many reconciles of this request failed in a row before this one. */
  readonly failures: number
  /** What brought the request here since the last reconcile, oldest first; the last few of many. */
  readonly causes: readonly ReconcileCause[]
}

/** One reason for a reconcile. */
export interface ReconcileCause {
  /** `create`, `update`, `delete`, `generic`, `resync`, `retry`, `requeue-after`, or `request` from a function. */
  readonly event: string
  /** The object that changed: `Kind namespace/name`. */
  readonly object?: string
  /** The watch that saw it. */
  readonly source?: string
  /** The predicates of that watch, which let it pass. */
  readonly predicate?: string
  /** How often the same thing happened in a row; absent for once. */
  readonly times?: number
}

/** Makes the world as the object says. Thrown errors are retried with back-off, `TerminalError` is not. */
export interface Reconciler {
  reconcile(request: Request, context: ReconcileContext): Promise<Result | void>
}

/** An error that no retry mends: counted and logged, and the request waits for a change. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError'
}

/** Whether an error, or one that it was caused by, is a `TerminalError`. */
export function isTerminalError(error: unknown): boolean {
  const seen = new Set<unknown>()
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    // By name, since a bundle and its dependency may each hold a copy of the class.
    if (each.name === 'TerminalError') return true
    seen.add(each)
  }
  return false
}
