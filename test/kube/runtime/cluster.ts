import { onTestFinished, type TestContext } from 'vitest'
import { noCredentials, type ClusterConnection } from '../../../src/runtime/client/connection.ts'
import {
  createClient,
  type ClientOptions,
  type ConnectedClient,
} from '../../../src/runtime/client/create-client.ts'
import { tokenCredentials } from '../../../src/runtime/client/connection.ts'
import type { Connection } from '../../../src/testing/index.ts'
import { useControlPlane } from '../provided.ts'

/** What a control plane of the tests hands out, as the runtime's own connection. */
export function clusterConnection(connection: Connection): ClusterConnection {
  const { server, certificateAuthority, certificate, privateKey, token } = connection
  return {
    server: new URL(server),
    tls: { ca: certificateAuthority, cert: certificate, key: privateKey },
    credentials: token === undefined ? noCredentials : tokenCredentials(token),
    namespace: 'default',
  }
}

/** A client of the runtime for a control plane. It is closed when the test ends. */
export function connect(
  connection: ClusterConnection | Connection,
  options: ClientOptions = {},
): ConnectedClient {
  const cluster =
    typeof connection.server === 'string'
      ? clusterConnection(connection as Connection)
      : (connection as ClusterConnection)
  const connected = createClient(cluster, options)
  onTestFinished(() => connected.close())
  return connected
}

/** A client of the runtime for the shared control plane, with an administrator's rights. */
export function useRuntimeClient(context: TestContext, options?: ClientOptions): ConnectedClient {
  return connect(useControlPlane(context).connection, options)
}
