import { systemClock } from '../clock/system-clock.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { Runnable } from '../manager/runnable.ts'
import { PriorityWorkQueue } from '../workqueue/priority-work-queue.ts'
import type { QueuedKey } from '../workqueue/workqueue.ts'
import { newSharedAbort } from '../clock/shared-abort.ts'
import { CausedQueue } from './caused-queue.ts'
import { CauseLog } from './cause-log.ts'
import {
  controllerMetrics,
  type ControllerMetrics,
  type ReconcileRecorder,
} from './controller-metrics.ts'
import { checkOptions, type CheckedOptions, type ControllerParts } from './controller-options.ts'
import { EventDelivery } from './event-delivery.ts'
import { ReconcileAbandonedError, ReconcileTimeoutError } from './reconcile-errors.ts'
import { ReconcileRun, type Outcome } from './reconcile-run.ts'
import type { Reconciler, Request } from './reconciler.ts'
import { parseRequest, renderRequest, showRequest } from './request.ts'
import { ResultRules } from './result-rules.ts'
import type { Source, SourceSink } from './source.ts'
import { SourceGroup, type SourceStatus } from './source-group.ts'
import { Turn } from './turn.ts'

/** How long a reconcile may go on after its signal has aborted. */
const abandonAfterMs = 500

/**
 * `new`: sources are collected. `starting`: caches fill. `running`: workers reconcile. `draining`: nothing new is
 * taken, what is in hand ends. `stopped`: nothing is left.
 */
export type ControllerPhase = 'new' | 'starting' | 'running' | 'draining' | 'stopped'

/** A moment of a controller's life, for `/debug/kops`. */
export interface ControllerStatus {
  readonly name: string
  readonly phase: ControllerPhase
  readonly sources: readonly SourceStatus[]
  /** Requests that wait, by priority. */
  readonly waiting: Readonly<Record<string, number>>
  /** Requests that wait for a time. */
  readonly delayed: number
  readonly processing: readonly { readonly request: string; readonly forMs: number }[]
}

/**
 * Events become requests, requests wait in a queue, and workers reconcile them.
 *
 * A request is reconciled by one worker at a time, and once more after each event that comes while it is. No request
 * is lost: one that fails comes back with back-off. When `start`'s signal aborts, nothing new is taken and what is in
 * hand ends; `abort` ends that as well. A reconcile that ignores its aborted signal for half a second is abandoned.
 *
 * Start reading at `start`; what follows a reconcile stands in `ResultRules`.
 */
export class Controller implements Runnable {
  readonly name: string
  readonly group: 'leader' | 'other'
  readonly queue: PriorityWorkQueue
  readonly #options: CheckedOptions
  readonly #reconciler: Reconciler
  readonly #kind: string | undefined
  readonly #log: Logger
  readonly #clock: Clock
  readonly #metrics: ControllerMetrics
  readonly #recorder: ReconcileRecorder
  readonly #causes = new CauseLog()
  readonly #rules: ResultRules
  readonly #sources: SourceGroup
  readonly #turn: Turn
  readonly #inHand = new Set<ReconcileRun>()
  /** Ends the sources. */
  readonly #end = newSharedAbort()
  /** Rejects when the controller cannot go on. */
  readonly #failure: Promise<never>
  #fail: (error: Error) => void = () => undefined
  #phase: ControllerPhase = 'new'
  #abortReason: Error | undefined

  constructor({ name, kind, reconciler, logger, metrics, clock, options }: ControllerParts) {
    this.name = name
    this.#options = checkOptions(options, kind)
    this.group = this.#options.needLeaderElection ? 'leader' : 'other'
    this.#reconciler = reconciler
    this.#kind = kind?.kind
    this.#clock = clock ?? systemClock
    this.#turn = new Turn(this.#clock)
    this.#log = logger.with({
      controller: name,
      ...(kind && { controllerGroup: kind.group, controllerKind: kind.kind }),
    })
    this.#metrics = controllerMetrics(metrics)
    this.#recorder = this.#metrics.recorder(name)
    if (!this.#options.skipNameValidation) this.#metrics.claim(name)
    this.#failure = new Promise((_resolve, reject) => (this.#fail = reject))
    // Who runs the controller hears of it through `start`.
    this.#failure.catch(() => undefined)
    this.queue = new PriorityWorkQueue({
      clock: this.#clock,
      observer: this.#metrics.queueObserver(name),
      ...(this.#options.rateLimiter && { rateLimiter: this.#options.rateLimiter }),
    })
    this.#rules = new ResultRules({
      queue: this.queue,
      causes: this.#causes,
      metrics: this.#recorder,
      log: this.#log,
      maxAttempts: this.#options.maxAttempts,
      onPanic: this.#options.recoverPanic ? () => undefined : (error) => this.#fail(error),
    })
    this.#sources = new SourceGroup({
      clock: this.#clock,
      log: this.#log,
      cacheSyncTimeoutMs: this.#options.cacheSyncTimeoutMs,
      sinkFor: (source) => this.#sinkFor(source),
      onFailure: (error) => this.#fail(error),
    })
  }

  /** Adds a source. Once the controller runs, it is started at once. */
  watch(source: Source): void {
    this.#sources.add(source)
  }

  /** Asks for a reconcile without an event. */
  enqueue(request: Request, options: { readonly priority?: number } = {}): void {
    this.#causes.record(renderRequest(request), { event: 'request' })
    this.queue.add(renderRequest(request), options)
  }

  /** Fills caches and queue before this process is the leader, where the options ask for it. */
  async warmup(signal: AbortSignal): Promise<void> {
    if (!this.#options.enableWarmup) return
    const stop = (): void => this.#end.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    await this.#sources.start()
  }

  /**
   * Starts the sources, waits for their caches, reconciles until the signal aborts, and then lets what is in hand
   * end. Rejects where a cache does not fill in time or a source fails.
   */
  async start(signal: AbortSignal): Promise<void> {
    if (this.#phase !== 'new') throw new Error(`controller \`${this.name}\` was started before`)
    const { maxConcurrentReconciles } = this.#options
    const hide = this.#metrics.show(this, maxConcurrentReconciles)
    const stopped = untilAborted(signal)
    const workers: Promise<void>[] = []
    try {
      this.#phase = 'starting'
      await Promise.race([this.#sources.start(), stopped, this.#failure])
      if (!signal.aborted) {
        this.#phase = 'running'
        this.#log.info('starting workers', { workerCount: maxConcurrentReconciles })
        for (let count = 0; count < maxConcurrentReconciles; count++) workers.push(this.#employ())
        await Promise.race([stopped, this.#failure])
      }
    } finally {
      await this.#drain(workers)
      hide()
    }
  }

  /** Ends what is in hand: signals abort, and what does not end then is abandoned. */
  abort(reason: Error): void {
    this.#abortReason ??= reason
    for (const run of this.#inHand) this.#stop(run, reason)
  }

  get activeWorkers(): number {
    return this.#inHand.size
  }

  workedMs(): readonly number[] {
    const now = this.#clock.monotonic()
    return [...this.queue.processing.values()].map((since) => now - since)
  }

  inspect(): ControllerStatus {
    const now = this.#clock.monotonic()
    return {
      name: this.name,
      phase: this.#phase,
      sources: this.#sources.statuses(),
      waiting: Object.fromEntries(this.queue.depths()),
      delayed: this.queue.delayedLength,
      processing: [...this.queue.processing].map(([key, since]) => ({
        request: showRequest(parseRequest(key)),
        forMs: now - since,
      })),
    }
  }

  async #drain(workers: readonly Promise<void>[]): Promise<void> {
    this.#phase = 'draining'
    this.#log.info('stopping; what is in hand ends first', { inHand: this.#inHand.size })
    this.#end.abort(new Error(`controller \`${this.name}\` has ended`))
    this.queue.shutDown()
    await Promise.all(workers)
    this.#causes.clear()
    this.#phase = 'stopped'
    this.#log.info('all workers finished')
  }

  /** What a worker throws is no reconciler's error: a rate limiter or a logger does not work. */
  async #employ(): Promise<void> {
    try {
      await this.#work()
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error('a worker failed', { cause: error }))
    }
  }

  async #work(): Promise<void> {
    while (this.#phase === 'running') {
      const taken = await this.queue.get()
      if (taken === undefined) return
      if (this.#turn.isOver()) await this.#turn.next()
      try {
        await this.#process(taken)
      } finally {
        this.queue.done(taken.key)
      }
    }
  }

  async #process({ key, priority }: QueuedKey): Promise<void> {
    // It came while the controller began to stop: whoever starts next lists everything anew.
    if (this.#phase !== 'running') return
    const run = new ReconcileRun({
      request: parseRequest(key),
      causes: this.#causes.take(key),
      failures: this.queue.numRequeues(key),
      log: this.#log,
      kind: this.#kind,
    })
    this.#inHand.add(run)
    if (this.#abortReason !== undefined) this.#stop(run, this.#abortReason)
    const startedAt = this.#clock.monotonic()
    const outcome = await this.#attempt(run)
    this.#inHand.delete(run)
    run.abandonTimer?.cancel()
    this.#recorder.observe(this.#clock.monotonic() - startedAt)
    this.#rules.settle({ key, priority, run, outcome, isStopping: this.#abortReason !== undefined })
  }

  async #attempt(run: ReconcileRun): Promise<Outcome> {
    const { reconciliationTimeoutMs: timeoutMs } = this.#options
    if (this.#log.isDebugEnabled !== false) {
      this.#log.debug('reconciling', { ...run.logFields, causes: run.causes })
    }
    const reconcile = run.run(() => this.#reconciler.reconcile(run.request, run))
    if (timeoutMs === 0) return await reconcile
    const timer = this.#clock.after(timeoutMs, () => {
      this.#recorder.countTimeout()
      this.#stop(run, new ReconcileTimeoutError(timeoutMs))
    })
    const outcome = await reconcile
    timer.cancel()
    return outcome
  }

  #stop(run: ReconcileRun, reason: Error): void {
    run.stop(reason)
    const abandon = (): void => run.abandon(new ReconcileAbandonedError(reason))
    run.abandonTimer ??= this.#clock.after(abandonAfterMs, abandon)
  }

  #sinkFor({ name }: Source): SourceSink {
    const { signal } = this.#end
    const destination = { queue: this.queue, causes: this.#causes }
    const shared = { signal, log: this.#log, clock: this.#clock }
    return {
      ...shared,
      queue: new CausedQueue(destination, { event: 'request', source: name }, { priority: 0 }),
      fail: (error) => this.#fail(error),
      route: (route) => {
        const delivery = new EventDelivery({
          ...shared,
          source: name,
          route,
          destination,
          onFailure: (outcome) => this.#recorder.countEventFailure(outcome),
        })
        return (event) => delivery.deliver(event)
      },
    }
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
