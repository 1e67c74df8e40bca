import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import type { RateLimiter } from '../workqueue/workqueue.ts'
import type { Reconciler } from './reconciler.ts'

/** How a controller works. Names and defaults are controller-runtime's. */
export interface ControllerOptions {
  /** How many requests are reconciled at once; never one of them twice. Default: 1. */
  readonly maxConcurrentReconciles?: number
  /** The same by kind, for a manager's defaults: `{ 'Application.apps.my.domain': 4 }`, and `Pod` of the core group. */
  readonly groupKindConcurrency?: Readonly<Record<string, number>>
  /** When a reconcile's signal aborts. Default: never. */
  readonly reconciliationTimeoutMs?: number
  /** How long the caches may take to fill before the controller gives up; 0: as long as it takes. Default: 120,000. */
  readonly cacheSyncTimeoutMs?: number
  /** How long a failing request waits. Default: 5 ms, doubled with each failure, up to 1,000 s. */
  readonly rateLimiter?: RateLimiter
  /** Whether a bug in the reconciler (a `TypeError`, something thrown that is no error) is an error like others, or the end of the controller. Default: true. */
  readonly recoverPanic?: boolean
  /** After how many failures in a row a request waits for its next event instead of a retry. Default: never. */
  readonly maxAttempts?: number
  /** Whether it runs in the leader alone. Default: true. */
  readonly needLeaderElection?: boolean
  /** Whether caches and queue fill before this process is the leader. Default: false. */
  readonly enableWarmup?: boolean
  /** Whether another controller may have the same name, and share its metrics. Default: false. */
  readonly skipNameValidation?: boolean
}

/** What a controller is made of. */
export interface ControllerParts {
  /** Unique in a process: metrics and logs go by it. */
  readonly name: string
  /** The kind that it reconciles, for the log. */
  readonly kind?: GroupVersionKind | undefined
  readonly reconciler: Reconciler
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock?: Clock | undefined
  readonly options?: ControllerOptions | undefined
}

/** Options after their gate: every number is one that works. */
export interface CheckedOptions extends Required<
  Omit<
    ControllerOptions,
    'rateLimiter' | 'reconciliationTimeoutMs' | 'maxAttempts' | 'groupKindConcurrency'
  >
> {
  /** 0 for none. */
  readonly reconciliationTimeoutMs: number
  readonly maxAttempts: number
  readonly rateLimiter: RateLimiter | undefined
}

/** Fills in the defaults. Throws a TypeError that names the wrong option. */
export function checkOptions(
  options: ControllerOptions = {},
  kind?: GroupVersionKind,
): CheckedOptions {
  const ofKind = options.groupKindConcurrency?.[kind ? groupKindOf(kind) : ''] ?? 1
  const concurrency = options.maxConcurrentReconciles ?? ofKind
  return {
    maxConcurrentReconciles: checkCount(
      { maxConcurrentReconciles: concurrency },
      'maxConcurrentReconciles',
      1,
    ),
    maxAttempts: checkCount(options, 'maxAttempts', Number.POSITIVE_INFINITY),
    cacheSyncTimeoutMs: checkDuration(options, 'cacheSyncTimeoutMs', 120_000),
    reconciliationTimeoutMs: checkDuration(options, 'reconciliationTimeoutMs', 0),
    recoverPanic: options.recoverPanic ?? true,
    needLeaderElection: options.needLeaderElection ?? true,
    enableWarmup: options.enableWarmup ?? false,
    skipNameValidation: options.skipNameValidation ?? false,
    rateLimiter: options.rateLimiter,
  }
}

/** `Kind.group`, and `Kind` of the core group. */
function groupKindOf({ group, kind }: GroupVersionKind): string {
  return group === '' ? kind : `${kind}.${group}`
}

function checkCount(
  options: ControllerOptions,
  name: 'maxConcurrentReconciles' | 'maxAttempts',
  fallback: number,
): number {
  const value = options[name]
  if (value === undefined) return fallback
  if (Number.isInteger(value) && value > 0) return value
  throw new TypeError(`Expected \`${name}\` to be a positive integer, got ${value}`)
}

function checkDuration(
  options: ControllerOptions,
  name: 'cacheSyncTimeoutMs' | 'reconciliationTimeoutMs',
  fallback: number,
): number {
  const value = options[name]
  if (value === undefined) return fallback
  if (Number.isFinite(value) && value >= 0) return value
  throw new TypeError(`Expected \`${name}\` to be a number of milliseconds, got ${value}`)
}
