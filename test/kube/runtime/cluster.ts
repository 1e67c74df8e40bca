import { onTestFinished, type TestContext } from 'vitest'
import type { ClusterConnection } from '../../../src/runtime/client/connection.ts'
import {
  createClient,
  type ClientOptions,
  type ConnectedClient,
} from '../../../src/runtime/client/create-client.ts'
import { toClusterConnection, type Connection } from '../../../src/testing/index.ts'
import { useControlPlane } from '../provided.ts'

export { toClusterConnection as clusterConnection } from '../../../src/testing/index.ts'

/** A client of the runtime for a control plane. It is closed when the test ends. */
export function connect(
  connection: ClusterConnection | Connection,
  options: ClientOptions = {},
): ConnectedClient {
  const cluster =
    typeof connection.server === 'string'
      ? toClusterConnection(connection as Connection)
      : (connection as ClusterConnection)
  const connected = createClient(cluster, options)
  onTestFinished(() => connected.close())
  return connected
}

/** A client of the runtime for the shared control plane, with an administrator's rights. */
export function useRuntimeClient(context: TestContext, options?: ClientOptions): ConnectedClient {
  return connect(useControlPlane(context).connection, options)
}
