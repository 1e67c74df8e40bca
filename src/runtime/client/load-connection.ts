import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { showUrl } from '../../apimachinery/url-text.ts'
import type { Clock } from '../clock/clock.ts'
import { systemClock } from '../clock/system-clock.ts'
import type { Logger } from '../log/logger.ts'
import { ConfigurationError } from './config/configuration-error.ts'
import { selectContext, type Kubeconfig, type SelectionOptions } from './config/kubeconfig.ts'
import {
  loadHomeKubeconfig,
  loadKubeconfigFile,
  loadKubeconfigList,
} from './config/load-kubeconfig.ts'
import { connectAs, type ConnectContext } from './connect-as.ts'
import { noCredentials, type ClusterConnection } from './connection.ts'
import { readTls, TlsFiles } from './credentials/tls-files.ts'
import { TokenFileCredentials } from './credentials/token-file.ts'
import { selectProxy } from './proxy.ts'

/** Where to look for the cluster. */
export interface ConnectionOptions extends SelectionOptions {
  /** A kubeconfig file, which must be there. */
  readonly kubeconfig?: string | undefined
  /** The server's URL, in place of the kubeconfig's (`--master`). */
  readonly server?: string | undefined
  readonly logger?: Logger | undefined
  readonly clock?: Clock | undefined
  /** Default: the process's own. */
  readonly environment?: NodeJS.ProcessEnv | undefined
  /** Default: the user's. */
  readonly homeDirectory?: string | undefined
  /** Where a pod finds its token, authority and namespace. */
  readonly serviceAccountDirectory?: string | undefined
}

const podDirectory = '/var/run/secrets/kubernetes.io/serviceaccount'

/**
 * How to reach the cluster, found as controller-runtime does: the given kubeconfig, those of `$KUBECONFIG`, the pod
 * that this process runs in, `~/.kube/config`. Throws `ConfigurationError`, which says what is wrong and where.
 */
export async function loadConnection(options: ConnectionOptions = {}): Promise<ClusterConnection> {
  const { environment = process.env, clock = systemClock, logger } = options
  const context: ConnectContext = { environment, clock, logger }
  const list = environment['KUBECONFIG'] ?? ''
  if (options.kubeconfig) {
    return fromKubeconfig(await loadKubeconfigFile(options.kubeconfig), options, context)
  }
  if (list !== '') return fromKubeconfig(await loadKubeconfigList(list), options, context)
  if (options.server) return toServer(options.server, environment)
  const pod = await loadPodConnection(options)
  if (pod !== undefined) return pod
  const home = await loadHomeKubeconfig(options.homeDirectory)
  if (home !== undefined) return fromKubeconfig(home, options, context)
  throw new ConfigurationError(
    'no cluster: there is no --kubeconfig, $KUBECONFIG is not set, this is no pod, and ~/.kube/config is not there',
  )
}

/** The connection of the pod that this process runs in; undefined where it runs in none. */
export async function loadPodConnection(
  options: ConnectionOptions = {},
): Promise<ClusterConnection | undefined> {
  const { environment = process.env, clock = systemClock, logger } = options
  const directory = options.serviceAccountDirectory ?? podDirectory
  const host = environment['KUBERNETES_SERVICE_HOST']
  const port = environment['KUBERNETES_SERVICE_PORT']
  if (!host || !port) return undefined
  const tokenFile = join(directory, 'token')
  const token = await readOptional(tokenFile)
  if (token === undefined) return undefined
  const server = new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`)
  const authority = join(directory, 'ca.crt')
  const hasAuthority = (await readOptional(authority)) !== undefined
  const material = {
    ca: hasAuthority ? { file: authority } : {},
    cert: {},
    key: {},
    servername: undefined,
    rejectUnauthorized: true,
  }
  return {
    server,
    tls: new TlsFiles(material, await readTls(material), { clock, logger }),
    credentials: new TokenFileCredentials({ file: tokenFile, fallback: token, clock, logger }),
    namespace:
      options.namespace ?? ((await readOptional(join(directory, 'namespace'))) || 'default'),
    proxy: selectProxy(server, environment),
  }
}

function fromKubeconfig(
  config: Kubeconfig,
  options: ConnectionOptions,
  context: ConnectContext,
): Promise<ClusterConnection> {
  const selection = selectContext(config, options)
  const server = options.server || selection.cluster.server
  return connectAs({ ...selection, cluster: { ...selection.cluster, server } }, context)
}

/** A server that needs nobody to say who asks, such as `kubectl proxy`. */
function toServer(url: string, environment: NodeJS.ProcessEnv): ClusterConnection {
  if (!URL.canParse(url)) {
    throw new ConfigurationError(`Expected the server's URL, got \`${showUrl(url)}\``)
  }
  const server = new URL(url)
  const proxy = selectProxy(server, environment)
  return { server, tls: {}, credentials: noCredentials, namespace: 'default', proxy }
}

async function readOptional(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    // Outside of a pod there is no such file, and what is missing is told by the error at the end.
    return undefined
  }
}
