import { systemClock } from '../clock/system-clock.ts'
import type { Clock } from '../clock/clock.ts'
import { ApiClient } from './api-client.ts'
import type { ClusterConnection } from './connection.ts'
import { HttpsTransport } from './https-transport.ts'
import { Requester } from './requester.ts'
import { ResourceMapper } from './resource-mapper.ts'

export interface ClientOptions {
  /** Names this client in `metadata.managedFields` and in the server's logs. Default: `kops`. */
  readonly fieldManager?: string
  readonly clock?: Clock
  /** Told of each warning that the server sends. */
  readonly onWarning?: (text: string) => void
  /** Told of each answer: its method, and its code or 0 where none came. */
  readonly onResponse?: (method: string, code: number) => void
  /** How long a watch may be silent before the server is asked something else. Default: 30,000. */
  readonly silenceMs?: number
  /** How long that answer may take before the watch is ended. Default: 15,000. */
  readonly probeMs?: number
}

/** A client for one cluster, and the end of its connections. */
export interface ConnectedClient {
  readonly client: ApiClient
  close(): void
}

/** Connects lazily: nothing is sent until the first call. */
export function createClient(
  connection: ClusterConnection,
  { clock = systemClock, fieldManager = 'kops', ...options }: ClientOptions = {},
): ConnectedClient {
  const transport = new HttpsTransport(connection)
  const requester = new Requester({
    transport,
    credentials: connection.credentials,
    clock,
    userAgent: fieldManager,
    ...options,
  })
  const mapper = new ResourceMapper(requester)
  const client = new ApiClient({ requester, mapper, clock, fieldManager, ...options })
  return { client, close: () => transport.close() }
}
