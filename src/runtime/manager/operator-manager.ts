import type { InformerCache } from '../cache/informer-cache.ts'
import type { Client } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import type { ControllerOptions } from '../controller/controller-options.ts'
import type { EventBroadcaster } from '../events/event-broadcaster.ts'
import type { EventRecorder } from '../events/event-recorder.ts'
import { LeadershipLostError, type LeaderElector } from '../leaderelection/leader-elector.ts'
import { Lease } from '../leaderelection/lease.ts'
import type { Logger } from '../log/logger.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import { webhookCertificate } from '../webhook/webhook-certificate.ts'
import type { WebhookOptions } from '../webhook/webhook-options.ts'
import { WebhookServer } from '../webhook/webhook-server.ts'
import { newSharedAbort } from '../clock/shared-abort.ts'
import { Lifecycle, type Election } from './lifecycle.ts'
import type { Manager } from './manager.ts'
import type { Runnable } from './runnable.ts'
import type { HealthCheck, HealthChecks } from './servers/health-checks.ts'

/** The parts of a manager, put together by `newManager`. */
export interface ManagerParts {
  readonly client: Client
  readonly apiClient: Client
  readonly cache: InformerCache
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly namespace: string
  readonly elector: LeaderElector | undefined
  readonly events: EventBroadcaster
  readonly health: HealthChecks
  readonly readiness: HealthChecks
  readonly webhooks: WebhookOptions | undefined
  readonly enableHttp2: boolean | undefined
  readonly controllerDefaults: ControllerOptions | undefined
  readonly gracefulShutdownTimeoutMs: number | undefined
  /** Ends the connections that writes go over: those that are on their way are cut off. */
  readonly closeWrites: () => void
  /** Ends all connections. */
  readonly close: () => void
  /** Begins to measure the process; what it returns ends it. */
  readonly observe: () => () => void
}

/** A manager over parts that are made already. Use `newManager`. */
export class OperatorManager implements Manager {
  readonly client: Client
  readonly apiClient: Client
  readonly cache: InformerCache
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly namespace: string
  readonly controllerDefaults: ControllerOptions | undefined
  readonly elected: Promise<void>
  readonly webhookServer: WebhookServer
  readonly #parts: ManagerParts
  readonly #lifecycle: Lifecycle

  constructor(parts: ManagerParts) {
    this.#parts = parts
    this.client = parts.client
    this.apiClient = parts.apiClient
    this.cache = parts.cache
    this.clock = parts.clock
    this.logger = parts.logger
    this.metrics = parts.metrics
    this.namespace = parts.namespace
    this.controllerDefaults = parts.controllerDefaults
    const election = parts.elector && this.#electionBy(parts.elector)
    const { clock, logger, gracefulShutdownTimeoutMs } = parts
    this.#lifecycle = new Lifecycle({ clock, logger, election, gracefulShutdownTimeoutMs })
    this.elected = this.#lifecycle.elected
    this.webhookServer = this.#newWebhookServer(parts)
  }

  add(runnable: Runnable): void {
    this.#lifecycle.add(runnable)
  }

  addHealthCheck(name: string, check: HealthCheck): void {
    this.#parts.health.add(name, check)
  }

  addReadinessCheck(name: string, check: HealthCheck): void {
    this.#parts.readiness.add(name, check)
  }

  eventRecorder(reportingController: string): EventRecorder {
    return this.#parts.events.recorder(reportingController)
  }

  async start(signal: AbortSignal): Promise<void> {
    const { close, observe, events, elector } = this.#parts
    if (elector) void elector.elected.then(() => this.#tellOfElection(elector))
    const endObserving = observe()
    const stopEvents = newSharedAbort()
    const written = events.start(stopEvents.signal)
    try {
      await this.#lifecycle.run(signal)
    } catch (error) {
      // Another replica is at work already: this one must be gone soon.
      if (error instanceof LeadershipLostError) events.abort(error)
      throw error
    } finally {
      stopEvents.abort()
      await written
      endObserving()
      close()
    }
  }

  inspect(): object {
    const { elector, events } = this.#parts
    const leader = elector
      ? { phase: elector.phase, isLeader: elector.isLeader(), holder: elector.holder }
      : { isLeader: true }
    return { leader, ...this.#lifecycle.inspect(), events: events.inspect() }
  }

  /** It is started where something is registered with it, and then this process is not ready before it listens. */
  #newWebhookServer({
    clock,
    logger,
    metrics,
    webhooks = {},
    enableHttp2,
  }: ManagerParts): WebhookServer {
    const server: WebhookServer = new WebhookServer({
      clock,
      logger,
      metrics,
      options: webhooks,
      enableHttp2,
      findCertificate: () => webhookCertificate(webhooks, this),
      onUse: () => {
        this.add(server)
        this.addReadinessCheck('webhook', server.startedChecker())
      },
    })
    return server
  }

  /** As an event of the Lease, which `kubectl describe lease` shows. */
  #tellOfElection({ lease, identity }: LeaderElector): void {
    this.eventRecorder(lease.name).event(
      { metadata: { ...lease } },
      { reason: 'LeaderElection', action: 'Elect', note: `${identity} became leader` },
      Lease,
    )
  }

  /** An election whose loss cuts off the writes that are on their way. */
  #electionBy(elector: LeaderElector): Election {
    const { closeWrites } = this.#parts
    return {
      elected: elector.elected,
      run: async (signal) => {
        try {
          await elector.run(signal)
        } catch (error) {
          closeWrites()
          throw error
        }
      },
    }
  }
}
