/** A reconcile took longer than `reconciliationTimeoutMs`. */
export class ReconcileTimeoutError extends Error {
  override readonly name = 'ReconcileTimeoutError'

  constructor(timeoutMs: number) {
    super(`the reconcile did not end within ${timeoutMs} ms`)
  }
}

/** A reconcile did not end after its signal had aborted. */
export class ReconcileAbandonedError extends Error {
  override readonly name = 'ReconcileAbandonedError'

  constructor(reason: Error) {
    super('the reconcile went on although its signal had aborted', { cause: reason })
  }
}

/** A cache did not fill in time. */
export class CacheSyncTimeoutError extends Error {
  override readonly name = 'CacheSyncTimeoutError'

  constructor(source: string, timeoutMs: number) {
    super(
      `the cache of ${source} did not fill within ${timeoutMs} ms; is the CRD installed, and may the operator list the kind?`,
    )
  }
}

const bugs = [TypeError, ReferenceError, RangeError, SyntaxError, EvalError, URIError] as const

/**
 * Whether a thrown value shows a bug of the program, as a panic does in Go: something that is no error, or one of the
 * language's own. `fetch` throws a TypeError for a broken connection; that one has a cause.
 */
export function isPanic(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  return bugs.some((bug) => error instanceof bug) && error.cause === undefined
}
