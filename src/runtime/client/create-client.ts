import { systemClock } from '../clock/system-clock.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import { ApiClient } from './api-client.ts'
import { observeLookups, observeRequests } from './client-metrics.ts'
import type { ClusterConnection } from './connection.ts'
import type { DialTimeouts } from './dial.ts'
import { Http2Transport, type PingTimeouts } from './http2-transport.ts'
import { HttpsTransport } from './https-transport.ts'
import { logWarnings } from './log-warnings.ts'
import { Requester } from './requester.ts'
import { ResourceMapper } from './resource-mapper.ts'
import type { Transport } from './transport.ts'

/** How a client asks, and who hears of it. */
export interface ClientOptions extends DialTimeouts, PingTimeouts {
  /** Names this client in `metadata.managedFields` and in the server's logs. Default: `kops`. */
  readonly fieldManager?: string | undefined
  /** Default: the field manager's name. */
  readonly userAgent?: string | undefined
  readonly clock?: Clock | undefined
  /** `2`: all requests share one connection, which is pinged. Default: `1.1`, connections that are kept. */
  readonly http?: '1.1' | '2' | undefined
  /** Told of each warning that the server sends. Default: each text is logged once. */
  readonly onWarning?: ((text: string) => void) | undefined
  readonly logger?: Logger | undefined
  /** Takes `rest_client_requests_total`. */
  readonly metrics?: MetricsRegistry | undefined
  /** Whether `metrics` takes client-go's histograms too: durations, sizes, and how long names take to resolve. */
  readonly withHistograms?: boolean | undefined
  /** Puts something before the connection that sees each request, repeated ones too: it may refuse one. */
  readonly wrapTransport?: ((transport: Transport) => Transport) | undefined
  /** How long a watch may be silent before the server is asked something else. Default: 30 s. */
  readonly silenceMs?: number | undefined
  /** How long that answer may take before the watch is ended. Default: 15 s. */
  readonly probeMs?: number | undefined
}

/** A client for one cluster, and the end of its connections. */
export interface ConnectedClient {
  readonly client: ApiClient
  /** For requests that no verb makes. */
  readonly requester: Requester
  close(): void
}

function connect(connection: ClusterConnection, options: ClientOptions): Transport {
  return options.http === '2'
    ? new Http2Transport(connection, options)
    : new HttpsTransport(connection, options)
}

/** The same connection, whose look-ups of names are measured where that is wanted. */
function observed(
  connection: ClusterConnection,
  { metrics, withHistograms = false }: ClientOptions,
): ClusterConnection {
  if (metrics === undefined || !withHistograms) return connection
  return { ...connection, lookup: observeLookups(metrics, connection.lookup) }
}

/** Connects lazily: nothing is sent until the first call. */
export function createClient(
  connection: ClusterConnection,
  options: ClientOptions = {},
): ConnectedClient {
  const { clock = systemClock, fieldManager = 'kops', metrics, logger } = options
  const { wrapTransport = (each) => each } = options
  const transport = wrapTransport(connect(observed(connection, options), options))
  const requester = new Requester({
    transport,
    credentials: connection.credentials,
    clock,
    userAgent: options.userAgent ?? fieldManager,
    onWarning: options.onWarning ?? (logger && logWarnings(logger)),
    ...(metrics && observeRequests(metrics, connection.server.host, options)),
  })
  const mapper = new ResourceMapper(requester)
  const { silenceMs, probeMs } = options
  const client = new ApiClient({ requester, mapper, clock, fieldManager, silenceMs, probeMs })
  return { client, requester, close: () => transport.close() }
}
