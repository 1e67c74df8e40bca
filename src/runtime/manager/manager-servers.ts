import { CertificateFiles } from '../certificates/certificate-files.ts'
import { SelfSignedCertificate } from '../certificates/self-signed-certificate.ts'
import type { ServingCertificate } from '../certificates/serving-certificate.ts'
import type { Client } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import type { ManagerOptions, MetricsServerOptions } from './manager-options.ts'
import { parseBindAddress, type BindAddress } from './servers/bind-address.ts'
import { filterAccess } from './servers/access-filter.ts'
import type { HealthChecks } from './servers/health-checks.ts'
import { answer, type HttpHandler } from './servers/http-answer.ts'
import { HttpServer } from './servers/http-server.ts'
import { inspectionHandler, metricsHandler, routes } from './servers/read-handlers.ts'

/** What the servers of a manager show. */
export interface ManagerServersContext {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  /** Asks the API server who may see metrics. */
  readonly reviewClient: () => Pick<Client, 'create'>
  readonly probes: readonly HealthChecks[]
  readonly inspect: () => object
}

/** The servers that the options ask for: probes, metrics, profiles. */
export async function managerServers(
  options: ManagerOptions,
  context: ManagerServersContext,
): Promise<readonly HttpServer[]> {
  const servers = [
    probeServer(options, context),
    metricsServer(options, context),
    await profilingServer(options, context),
  ]
  return servers.filter((server) => server !== undefined)
}

/** Whether anybody can scrape: where nobody can, what costs is not measured. */
export function servesMetrics(options: ManagerOptions): boolean {
  return metricsAddress(options) !== undefined
}

function metricsAddress({ metrics = {} }: ManagerOptions): BindAddress | undefined {
  return parseBindAddress(metrics.bindAddress ?? ':8080', 'metrics.bindAddress')
}

function probeServer(
  { healthProbeBindAddress = '0' }: ManagerOptions,
  { clock, logger, probes }: ManagerServersContext,
): HttpServer | undefined {
  const address = parseBindAddress(healthProbeBindAddress, 'healthProbeBindAddress')
  if (address === undefined) return undefined
  const handler: HttpHandler = async (request, response) => {
    for (const probe of probes) if (await probe.answer(request, response)) return
    answer(response, 404, { body: '404 page not found\n' })
  }
  return new HttpServer({ name: 'health probe', address, handler, clock, logger })
}

/** Queues and informers are shown to those alone who were let in: names of objects stand in there. */
function metricsServer(
  managerOptions: ManagerOptions,
  context: ManagerServersContext,
): HttpServer | undefined {
  const { clock, logger, metrics, inspect } = context
  const { metrics: options = {}, enableHttp2 } = managerOptions
  const address = metricsAddress(managerOptions)
  if (address === undefined) return undefined
  const { secure = false, extraHandlers = {} } = options
  const handlers = {
    '/metrics': metricsHandler(metrics),
    ...(secure && { '/debug/kops': inspectionHandler(inspect) }),
    ...extraHandlers,
  }
  const handler = routes(handlers)
  const common = { name: 'metrics', address, clock, logger, enableHttp2 }
  if (!secure) return new HttpServer({ ...common, handler })
  const client = context.reviewClient()
  return new HttpServer({
    ...common,
    handler: filterAccess(handler, { client, clock, logger }),
    certificate: metricsCertificate(options, context),
  })
}

function metricsCertificate(
  { certPath, certName, certKey }: MetricsServerOptions,
  { clock, logger, metrics }: ManagerServersContext,
): ServingCertificate {
  if (!certPath) return new SelfSignedCertificate(clock)
  return new CertificateFiles({
    path: certPath,
    certName,
    keyName: certKey,
    clock,
    logger,
    metrics,
  })
}

/** The profilers are loaded only where they are asked for. */
async function profilingServer(
  { profilingBindAddress = '0' }: ManagerOptions,
  { clock, logger, inspect }: ManagerServersContext,
): Promise<HttpServer | undefined> {
  const address = parseBindAddress(profilingBindAddress, 'profilingBindAddress')
  if (address === undefined) return undefined
  const { profilingHandlers } = await import('./servers/profiling-handlers.ts')
  const handler = routes({
    ...profilingHandlers(clock),
    '/debug/kops': inspectionHandler(inspect),
  })
  return new HttpServer({ name: 'profiling', address, handler, clock, logger })
}
