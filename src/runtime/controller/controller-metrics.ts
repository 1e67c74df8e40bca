import type { Counter, Gauge, Histogram, Labels, MetricsRegistry } from '../metrics/metric.ts'
import type { PriorityWorkQueue } from '../workqueue/priority-work-queue.ts'
import type { FailedDelivery } from './event-delivery.ts'
import type { WorkQueueObserver } from '../workqueue/work-queue-observer.ts'

const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
  1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
]
/** 10 ns, and eleven times ten times as much. */
const queueBuckets = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000]

/** After so many priorities of one queue, the others are counted together. */
const mostPriorities = 25
const otherPriorities = 'exceeded_cardinality_limit'

export type ReconcileResult = 'success' | 'error' | 'requeue' | 'requeue_after'
const results: readonly ReconcileResult[] = ['success', 'error', 'requeue', 'requeue_after']

const of = ['controller']
const prefix = 'controller_runtime'

/** kops's own: name, help and labels. */
const eventFailures = [
  'kops_event_handler_failures_total',
  'How often a predicate, event handler or map function failed, by what became of the event',
  ['controller', 'outcome'],
] as const

/** What is asked of a controller at each scrape. */
export interface MeasuredController {
  readonly name: string
  readonly activeWorkers: number
  readonly queue: PriorityWorkQueue
  /** For how long each request that is in hand has been so. */
  workedMs(): readonly number[]
}

/** The metrics of all controllers of one registry, under controller-runtime's names. */
export class ControllerMetrics {
  readonly #names = new Set<string>()
  readonly #running = new Set<MeasuredController>()
  readonly total: Counter
  readonly errors: Counter
  readonly terminalErrors: Counter
  readonly panics: Counter
  readonly timeouts: Counter
  readonly eventFailures: Counter
  readonly seconds: Histogram
  readonly workers: Gauge
  readonly #adds: Counter
  readonly #retries: Counter
  readonly #queueSeconds: Histogram
  readonly #workSeconds: Histogram

  constructor(registry: MetricsRegistry) {
    const counter = (name: string, help: string, labelNames: readonly string[]): Counter =>
      registry.counter({ name, help, labelNames })
    this.total = counter(
      `${prefix}_reconcile_total`,
      'Total number of reconciliations per controller',
      ['controller', 'result'],
    )
    this.errors = counter(
      `${prefix}_reconcile_errors_total`,
      'Total number of reconciliation errors per controller',
      of,
    )
    this.terminalErrors = counter(
      `${prefix}_terminal_reconcile_errors_total`,
      'Total number of terminal reconciliation errors per controller',
      of,
    )
    this.panics = counter(
      `${prefix}_reconcile_panics_total`,
      'Total number of reconciliation panics per controller',
      of,
    )
    this.timeouts = counter(
      `${prefix}_reconcile_timeouts_total`,
      'Total number of reconciliation timeouts per controller',
      of,
    )
    this.eventFailures = counter(...eventFailures)
    this.seconds = registry.histogram({
      name: `${prefix}_reconcile_time_seconds`,
      help: 'Length of time per reconciliation per controller',
      labelNames: of,
      buckets: reconcileBuckets,
    })
    this.workers = registry.gauge({
      name: `${prefix}_max_concurrent_reconciles`,
      help: 'Maximum number of concurrent reconciles per controller',
      labelNames: of,
    })
    const named = ['name', 'controller']
    this.#adds = counter('workqueue_adds_total', 'Total number of adds handled by workqueue', named)
    this.#retries = counter(
      'workqueue_retries_total',
      'Total number of items added to the workqueue with a delay',
      named,
    )
    const inQueue = (name: string, help: string): Histogram =>
      registry.histogram({ name, help, labelNames: named, buckets: queueBuckets })
    this.#queueSeconds = inQueue(
      'workqueue_queue_duration_seconds',
      'How long in seconds an item stays in workqueue before being requested',
    )
    this.#workSeconds = inQueue(
      'workqueue_work_duration_seconds',
      'How long in seconds processing an item from workqueue takes',
    )
    this.#registerScraped(registry)
  }

  /** Takes a name for one controller. Throws where another has it. */
  claim(name: string): void {
    if (this.#names.has(name)) {
      throw new Error(
        `a controller named \`${name}\` exists already; names are unique, since metrics and logs go by them: choose another with \`named()\``,
      )
    }
    this.#names.add(name)
  }

  /** Counts for one controller. */
  recorder(name: string): ReconcileRecorder {
    return new ReconcileRecorder(this, name)
  }

  /** Shows a controller's counters at 0 before anything happens, and its queue at each scrape. */
  show(controller: MeasuredController, maxConcurrentReconciles: number): () => void {
    const labels = { controller: controller.name }
    for (const result of results) this.total.increment({ ...labels, result }, 0)
    for (const each of [this.errors, this.terminalErrors, this.panics, this.timeouts]) {
      each.increment(labels, 0)
    }
    for (const outcome of ['retried', 'dropped']) {
      this.eventFailures.increment({ ...labels, outcome }, 0)
    }
    this.workers.set(maxConcurrentReconciles, labels)
    this.#running.add(controller)
    return () => this.#running.delete(controller)
  }

  /** Counts what happens in a controller's queue. */
  queueObserver(name: string): WorkQueueObserver {
    const labels = { name, controller: name }
    return {
      added: () => this.#adds.increment(labels),
      retried: () => this.#retries.increment(labels),
      taken: (_key, waitedMs) => this.#queueSeconds.observe(waitedMs / 1000, labels),
      finished: (_key, workedMs) => this.#workSeconds.observe(workedMs / 1000, labels),
    }
  }

  #registerScraped(registry: MetricsRegistry): void {
    const scraped = (
      options: { readonly name: string; readonly help: string; readonly labelNames: string[] },
      collect: (controller: MeasuredController, gauge: Gauge) => void,
    ): Gauge =>
      registry.gauge({
        ...options,
        collect: (gauge) => {
          for (const each of this.#running) collect(each, gauge)
        },
      })
    scraped(
      {
        name: 'controller_runtime_active_workers',
        help: 'Number of currently used workers per controller',
        labelNames: ['controller'],
      },
      ({ name, activeWorkers }, gauge) => gauge.set(activeWorkers, { controller: name }),
    )
    scraped(
      {
        name: 'workqueue_depth',
        help: 'Current depth of workqueue by workqueue and priority',
        labelNames: ['name', 'controller', 'priority'],
      },
      ({ name, queue }, gauge) => setDepths(gauge, name, queue.depths()),
    )
    scraped(
      {
        name: 'workqueue_unfinished_work_seconds',
        help: 'How many seconds of work is in progress and not yet observed by work_duration',
        labelNames: ['name', 'controller'],
      },
      (controller, gauge) => {
        const { name } = controller
        const sumMs = controller.workedMs().reduce((sum, each) => sum + each, 0)
        gauge.set(sumMs / 1000, { name, controller: name })
      },
    )
    scraped(
      {
        name: 'workqueue_longest_running_processor_seconds',
        help: 'How many seconds the longest running processor has been running',
        labelNames: ['name', 'controller'],
      },
      (controller, gauge) => {
        const { name } = controller
        gauge.set(Math.max(0, ...controller.workedMs()) / 1000, { name, controller: name })
      },
    )
  }
}

/** Counts the reconciles of one controller. Its labels are made once, since this happens at each of them. */
export class ReconcileRecorder {
  readonly #metrics: ControllerMetrics
  readonly #labels: Labels
  readonly #resultLabels: Readonly<Record<ReconcileResult, Labels>>

  constructor(metrics: ControllerMetrics, controller: string) {
    this.#metrics = metrics
    this.#labels = { controller }
    this.#resultLabels = {
      success: { controller, result: 'success' },
      error: { controller, result: 'error' },
      requeue: { controller, result: 'requeue' },
      requeue_after: { controller, result: 'requeue_after' },
    }
  }

  count(result: ReconcileResult): void {
    this.#metrics.total.increment(this.#resultLabels[result])
    if (result === 'error') this.#metrics.errors.increment(this.#labels)
  }

  countTerminalError(): void {
    this.#metrics.terminalErrors.increment(this.#labels)
  }

  countPanic(): void {
    this.#metrics.panics.increment(this.#labels)
  }

  countTimeout(): void {
    this.#metrics.timeouts.increment(this.#labels)
  }

  countEventFailure(outcome: FailedDelivery): void {
    this.#metrics.eventFailures.increment({ ...this.#labels, outcome })
  }

  observe(elapsedMs: number): void {
    this.#metrics.seconds.observe(elapsedMs / 1000, this.#labels)
  }
}

/** Depth 0 of priority 0 is shown where nothing waits, so that the series does not come and go. */
function setDepths(gauge: Gauge, name: string, depths: ReadonlyMap<number, number>): void {
  if (depths.size === 0) gauge.set(0, { name, controller: name, priority: '0' })
  let shown = 0
  for (const [priority, depth] of depths) {
    const label = shown++ < mostPriorities ? String(priority) : otherPriorities
    gauge.add(depth, { name, controller: name, priority: label })
  }
}

const byRegistry = new WeakMap<MetricsRegistry, ControllerMetrics>()

/** The controllers' metrics of a registry: they are one set, since a name is registered once. */
export function controllerMetrics(registry: MetricsRegistry): ControllerMetrics {
  const known = byRegistry.get(registry)
  if (known !== undefined) return known
  const metrics = new ControllerMetrics(registry)
  byRegistry.set(registry, metrics)
  return metrics
}
