import { randomUUID } from 'node:crypto'
import { onTestFinished, type TestContext } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import type { ObjectMeta } from '../../../src/apimachinery/object-meta.ts'
import { CachedClient } from '../../../src/runtime/cache/cached-client.ts'
import { InformerCache } from '../../../src/runtime/cache/informer-cache.ts'
import type { Client } from '../../../src/runtime/client/client.ts'
import type { Transport } from '../../../src/runtime/client/transport.ts'
import { systemClock } from '../../../src/runtime/clock/system-clock.ts'
import type { ControllerHost } from '../../../src/runtime/controller/controller-builder.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import type { Runnable } from '../../../src/runtime/manager/runnable.ts'
import { RecordingLogger } from '../../runtime/controller/controller-bench.ts'
import { useRuntimeClient } from './cluster.ts'

export interface ConfigMap extends KubernetesObject {
  data?: Record<string, string>
}

export interface Secret extends KubernetesObject {
  stringData?: Record<string, string>
  data?: Record<string, string>
}

export interface Deployment extends KubernetesObject {
  spec: { replicas?: number; selector: object; template: object }
  status?: { replicas?: number; readyReplicas?: number }
}

function namespaced<T>(group: string, kind: string): ResourceDescriptor<T> {
  const plural = `${kind.toLowerCase()}s`
  return { group, version: 'v1', kind, plural, scope: 'Namespaced', subresources: ['status'] }
}

export const ConfigMap: ResourceDescriptor<ConfigMap> = namespaced('', 'ConfigMap')
export const Secret: ResourceDescriptor<Secret> = namespaced('', 'Secret')
export const Deployment: ResourceDescriptor<Deployment> = namespaced('apps', 'Deployment')

const Namespace: ResourceDescriptor<KubernetesObject> = {
  ...namespaced('', 'Namespace'),
  scope: 'Cluster',
}

/** A namespace of the shared control plane, and what stands in for a manager that works in it. */
export interface World extends ControllerHost {
  readonly namespace: string
  /** Reads from the cache, writes to the server. */
  readonly client: Client
  /** Asks the server alone. */
  readonly live: Client
  readonly cache: InformerCache
  readonly logger: RecordingLogger
  readonly metrics: PrometheusRegistry
  /** Requests of both clients that change something, as `PATCH /path`. */
  readonly writes: string[]
  /** Starts what was added. It is stopped when the test ends. */
  start(): void
  /** Stops it now. */
  stop(): Promise<void>
}

export async function newWorld(context: TestContext): Promise<World> {
  const writes: string[] = []
  const logger = new RecordingLogger()
  const wrapTransport = (transport: Transport): Transport => recordWrites(transport, writes)
  const { client: live } = useRuntimeClient(context, { wrapTransport, logger })
  const namespace = `controller-${randomUUID().slice(0, 8)}`
  await live.create(Namespace, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  })
  const informers = { client: live, clock: systemClock, log: logger }
  const cache = new InformerCache({
    ...informers,
    defaults: { namespaces: [namespace], freeze: true },
  })
  const runnables: Runnable[] = [cache]
  const end = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const stop = async (): Promise<void> => {
    end.abort()
    await running
  }
  onTestFinished(stop)
  return {
    namespace,
    live,
    cache,
    client: new CachedClient({ live, cache }),
    logger,
    metrics: new PrometheusRegistry(),
    writes,
    add: (runnable) => void runnables.push(runnable),
    start() {
      running = Promise.all(runnables.map((each) => each.start(end.signal)))
    },
    stop,
  }
}

function recordWrites(transport: Transport, writes: string[]): Transport {
  return {
    send(request) {
      if (request.method !== 'GET') writes.push(`${request.method} ${request.path}`)
      return transport.send(request)
    },
    dropIdle: () => transport.dropIdle(),
    close: () => transport.close(),
  }
}

/** How long a test waits for what must come. */
export const soon = { timeout: 60_000 }

/** A ConfigMap of a world's namespace. */
export function configMap(world: World, name: string, metadata: ObjectMeta = {}): ConfigMap {
  const { namespace } = world
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name, ...metadata } }
}

/** What every Deployment of these tests runs. The server spells some of it in another way. */
export const template: Deployment['spec'] = {
  selector: { matchLabels: { app: 'web' } },
  template: {
    metadata: { labels: { app: 'web' } },
    spec: {
      containers: [
        {
          name: 'web',
          image: 'web:1',
          ports: [{ containerPort: 80 }],
          resources: { limits: { cpu: '1000m', memory: '1024Mi' } },
        },
      ],
    },
  },
}
