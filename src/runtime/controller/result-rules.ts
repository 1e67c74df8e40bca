import { isConflict } from '../../apimachinery/status-errors.ts'
import type { Logger } from '../log/logger.ts'
import type { WorkQueue } from '../workqueue/workqueue.ts'
import type { CauseLog } from './cause-log.ts'
import type { ReconcileRecorder } from './controller-metrics.ts'
import { isPanic } from './reconcile-errors.ts'
import type { Outcome, ReconcileRun } from './reconcile-run.ts'
import { isTerminalError, type Result } from './reconciler.ts'

export interface ResultRulesOptions {
  readonly queue: WorkQueue
  readonly causes: CauseLog
  readonly metrics: ReconcileRecorder
  readonly log: Logger
  readonly maxAttempts: number
  /** The reconciler has a bug. */
  readonly onPanic: (error: Error) => void
}

/** A reconcile that ended. */
export interface Ended {
  readonly key: string
  /** The priority that its request had. */
  readonly priority: number
  readonly run: ReconcileRun
  readonly outcome: Outcome
  /** The controller was told to end what is in hand: failures are no surprise. */
  readonly isStopping: boolean
}

/**
 * What follows a reconcile. Success: failures are forgotten. With `requeueAfterMs`: the same, and again after that
 * time. An error: again with back-off, at the same priority. A terminal error: not again, and the failures so far still
 * count at the next event. As many failures in a row as the options allow: not again, and the next event starts anew.
 */
export class ResultRules {
  readonly #options: ResultRulesOptions

  constructor(options: ResultRulesOptions) {
    this.#options = options
  }

  settle(ended: Ended): void {
    const { outcome } = ended
    if (outcome.type === 'failed') return this.#fail(ended, outcome.error)
    const wrong = wrongPart(outcome.result)
    if (wrong !== undefined) return this.#fail(ended, new TypeError(wrong))
    this.#succeed(ended, outcome.result)
  }

  #succeed({ key, priority, run }: Ended, result: Result): void {
    const { queue, causes, log, metrics } = this.#options
    const { requeueAfterMs = 0 } = result
    queue.forget(key)
    if (requeueAfterMs <= 0) {
      metrics.count('success')
      if (log.isDebugEnabled !== false) log.debug('reconciled', run.logFields)
      return
    }
    causes.record(key, { event: 'requeue-after' })
    queue.addAfter(key, requeueAfterMs, { priority: result.priority ?? priority })
    metrics.count('requeue_after')
    log.debug('reconciled; again later', { ...run.logFields, requeueAfterMs })
  }

  #fail(ended: Ended, error: unknown): void {
    const { metrics, queue, causes } = this.#options
    const { key, priority } = ended
    if (isPanic(error)) this.#notePanic(error)
    const isTerminal = isTerminalError(error)
    const isFinal = isTerminal || ended.run.failures + 1 >= this.#options.maxAttempts
    if (isFinal) {
      metrics.countTerminalError()
      if (!isTerminal) queue.forget(key)
    } else {
      causes.record(key, { event: 'retry' })
      queue.addRateLimited(key, { priority })
    }
    metrics.count('error')
    this.#report(ended, error, isFinal)
  }

  #notePanic(error: unknown): void {
    const { metrics, onPanic } = this.#options
    metrics.countPanic()
    onPanic(
      error instanceof Error ? error : new Error('the reconciler threw no error', { cause: error }),
    )
  }

  #report({ run, isStopping }: Ended, error: unknown, isFinal: boolean): void {
    const { log } = this.#options
    const fields = { ...run.logFields, failures: run.failures + 1, causes: run.causes, error }
    if (isStopping) log.info('reconcile was stopped', fields)
    else if (isFinal) log.error('reconcile failed; it waits for the next event', fields)
    // Everyday work: somebody changed the object since it was read.
    else if (run.failures === 0 && isConflict(error)) {
      log.info('reconcile met a conflict; it is tried again', fields)
    } else log.error('reconcile failed', fields)
  }
}

/** What of a result no queue can use. */
function wrongPart({ requeueAfterMs, priority }: Result): string | undefined {
  if (requeueAfterMs !== undefined && !Number.isFinite(requeueAfterMs)) {
    return `Expected \`requeueAfterMs\` to be a number of milliseconds, got ${requeueAfterMs}`
  }
  if (priority !== undefined && !Number.isInteger(priority)) {
    return `Expected \`priority\` to be an integer, got ${priority}`
  }
  return undefined
}
