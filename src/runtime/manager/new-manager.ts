import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { CachedClient } from '../cache/cached-client.ts'
import { InformerCache } from '../cache/informer-cache.ts'
import type { ClusterConnection } from '../client/connection.ts'
import { createClient, type ClientOptions, type ConnectedClient } from '../client/create-client.ts'
import { loadConnection } from '../client/load-connection.ts'
import type { Clock } from '../clock/clock.ts'
import { systemClock } from '../clock/system-clock.ts'
import { EventBroadcaster } from '../events/event-broadcaster.ts'
import { InformerMetrics } from '../informer/informer-metrics.ts'
import { LeaderElector } from '../leaderelection/leader-elector.ts'
import { FencedTransport } from '../leaderelection/leader-fence.ts'
import type { Logger } from '../log/logger.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import { observeProcess } from '../metrics/process-metrics.ts'
import { PrometheusRegistry } from '../metrics/prometheus-registry.ts'
import { newLogger } from './log-output.ts'
import type { CacheOptions, LeaderElectionOptions, ManagerOptions } from './manager-options.ts'
import type { Manager } from './manager.ts'
import { managerServers, servesMetrics } from './manager-servers.ts'
import { OperatorManager } from './operator-manager.ts'
import { HealthChecks, ping } from './servers/health-checks.ts'

/** What every part is made with. */
interface Basics {
  readonly connection: ClusterConnection
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly fieldManager: string
}

/**
 * Makes a manager: nothing is started, and nothing is sent to the API server. Rejects with `ConfigurationError` where
 * no cluster is found, and with `RangeError` for options that cannot be.
 */
export async function newManager(options: ManagerOptions = {}): Promise<Manager> {
  const basics = await readBasics(options)
  const { connection, clock, logger, metrics } = basics
  const connections: ConnectedClient[] = []
  const connect = (more: ClientOptions): ConnectedClient => {
    const { http, metrics: served } = options
    const withHistograms = served?.requestHistograms
    const connected = createClient(connection, { ...basics, http, withHistograms, ...more })
    connections.push(connected)
    return connected
  }
  const elector = options.leaderElection && newElector(options.leaderElection, basics, connect)
  const main = connect({
    ...(elector && { wrapTransport: (transport) => new FencedTransport(transport, elector) }),
  })
  const cache = newCache(options.cache, main, basics)
  const isLive = options.cache?.isLive
  const client = new CachedClient({ live: main.client, cache, ...(isLive && { isLive }) })
  // Neither events nor reviews wait behind writes, or end with them.
  const aside = connect({})
  const health = new HealthChecks('/healthz', logger)
  const readiness = new HealthChecks('/readyz', logger)
  health.add('ping', ping)
  readiness.add('ping', ping)
  readiness.add('cache', () => cache.checkReadiness())
  const manager = new OperatorManager({
    client,
    apiClient: main.client,
    cache,
    clock,
    logger,
    metrics,
    elector,
    health,
    readiness,
    namespace: connection.namespace,
    events: new EventBroadcaster({ ...basics, client: aside.client, hostname: hostname() }),
    webhooks: options.webhooks,
    enableHttp2: options.enableHttp2,
    controllerDefaults: options.controllerDefaults,
    gracefulShutdownTimeoutMs: options.gracefulShutdownTimeoutMs,
    closeWrites: () => main.close(),
    close: () => connections.forEach((each) => each.close()),
    observe: () => (servesMetrics(options) ? observeProcess(metrics) : () => undefined),
  })
  const servers = await managerServers(options, {
    clock,
    logger,
    metrics,
    probes: [health, readiness],
    reviewClient: () => aside.client,
    inspect: () => manager.inspect(),
  })
  for (const server of servers) manager.add(server)
  manager.add(cache)
  return manager
}

async function readBasics(options: ManagerOptions): Promise<Basics> {
  const { clock = systemClock, metricsRegistry = new PrometheusRegistry() } = options
  const { logger = newLogger(), fieldManager = 'kops', kubeconfig } = options
  const connection =
    options.connection ??
    (await loadConnection({ kubeconfig: kubeconfig || undefined, clock, logger }))
  return { connection, clock, logger, metrics: metricsRegistry, fieldManager }
}

/** The lease is renewed on connections of its own, so that no other request holds it up. */
function newElector(
  { id, namespace, labels, times, identity }: LeaderElectionOptions,
  { connection, clock, logger, metrics }: Basics,
  connect: (options: ClientOptions) => ConnectedClient,
): LeaderElector {
  return new LeaderElector({
    client: connect({ http: '1.1' }).client,
    namespace: namespace ?? connection.namespace,
    name: id,
    identity: identity ?? `${hostname()}_${randomUUID()}`,
    clock,
    logger,
    metrics,
    labels,
    times,
  })
}

function newCache(
  { namespaces, transform, freeze, kinds, failOnMissingInformer }: CacheOptions = {},
  { client }: ConnectedClient,
  { clock, logger, metrics }: Basics,
): InformerCache {
  return new InformerCache({
    client,
    clock,
    log: logger,
    metrics: new InformerMetrics(metrics),
    defaults: { namespaces, transform, freeze },
    ...(kinds && { kinds }),
    ...(failOnMissingInformer !== undefined && { failOnMissingInformer }),
  })
}
