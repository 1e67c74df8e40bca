import type { InformerCache } from '../cache/informer-cache.ts'
import type { Client } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import type { ControllerOptions } from '../controller/controller-options.ts'
import type { EventRecorder } from '../events/event-recorder.ts'
import type { Logger } from '../log/logger.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import type { Runnable } from './runnable.ts'
import type { HealthCheck } from './servers/health-checks.ts'
import type { WebhookServer } from '../webhook/webhook-server.ts'

/** What an operator runs on: it holds what its parts share, and starts and stops them in order. */
export interface Manager {
  /**
   * Reads from the cache, writes to the API server, and reads what it wrote. With leader election it writes nothing
   * any more once this process has led and does no more: such a write is rejected with `NotLeaderError`.
   */
  readonly client: Client
  /** Reads and writes without the cache: for what must be the newest, and for kinds that nobody should hold. */
  readonly apiClient: Client
  readonly cache: InformerCache
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock: Clock
  /** For options that a controller leaves open. */
  readonly controllerDefaults: ControllerOptions | undefined
  /** Resolves when this process leads: at the start, where there is no leader election. */
  readonly elected: Promise<void>
  /** The namespace of this process: the pod's, or the kubeconfig context's. */
  readonly namespace: string
  /** Serves what is registered with it: nothing is opened where nothing is. `newWebhook` and `newConversion` use it. */
  readonly webhookServer: WebhookServer

  /** Adds something to start and stop, before the start or while it runs. */
  add(runnable: Runnable): void
  /** Adds a check to `/healthz`: a process that fails it is restarted. */
  addHealthCheck(name: string, check: HealthCheck): void
  /** Adds a check to `/readyz`: a process that fails it is sent no requests. */
  addReadinessCheck(name: string, check: HealthCheck): void
  /** Records events about objects in the name of a controller, such as `apps.my.domain/application`. */
  eventRecorder(reportingController: string): EventRecorder
  /**
   * Starts servers, webhooks, caches, what needs no lease, and, once it leads, the rest; runs until the signal aborts;
   * then stops them in order, within the grace. Resolves when all has ended. Rejects with the first failure, with
   * `LeadershipLostError` when the lease is lost, or with `GracePeriodError`: then the process must end with another
   * code than 0. It runs once.
   */
  start(signal: AbortSignal): Promise<void>
  /** The state of all of it, as `/debug/kops` shows it. */
  inspect(): object
}
