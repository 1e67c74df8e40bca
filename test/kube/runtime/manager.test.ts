import { describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { Client, TypedObject } from '../../../src/runtime/client/client.ts'
import {
  createClient,
  newController,
  newManager,
  objectPredicate,
  sleep,
  type Manager,
  type ManagerOptions,
} from '../../../src/runtime/index.ts'
import { ask, type Answer } from '../../runtime/manager/servers/serve.ts'
import { silentLogger } from '../../runtime/log/silent-logger.ts'
import { useControlPlane } from '../provided.ts'
import { clusterConnection } from './cluster.ts'
import { ConfigMap } from './config-map.ts'

const kinds = {
  ServiceAccount: ['', 'serviceaccounts', 'Namespaced'],
  ClusterRole: ['rbac.authorization.k8s.io', 'clusterroles', 'Cluster'],
  ClusterRoleBinding: ['rbac.authorization.k8s.io', 'clusterrolebindings', 'Cluster'],
} as const

function resourceOf(kind: keyof typeof kinds): ResourceDescriptor<TypedObject> {
  const [group, plural, scope] = kinds[kind]
  return { group, version: 'v1', kind, plural, scope, subresources: ['token'] }
}

/** A manager on the shared control plane that runs until the test ends. */
async function useManager(context: TestContext, options: ManagerOptions = {}) {
  const connection = clusterConnection(useControlPlane(context).connection)
  const manager = await newManager({
    connection,
    logger: silentLogger,
    metrics: { bindAddress: '0' },
    ...options,
  })
  const stop = new AbortController()
  const run = (): Promise<void> => {
    const running = manager.start(stop.signal)
    onTestFinished(async () => {
      stop.abort()
      await running.catch(() => undefined)
    })
    return running
  }
  return { manager, stop, run }
}

interface Inspection {
  readonly state: { readonly phase: string }
  readonly groups: Readonly<
    Record<
      string,
      readonly { readonly name: string; readonly details?: { readonly port?: number } }[]
    >
  >
}

/** The port of one of a manager's servers, once it listens. */
async function portOf(manager: Manager, name: string): Promise<number> {
  const find = (): number | undefined => {
    const { groups } = manager.inspect() as Inspection
    return groups['server']?.find((each) => each.name === name)?.details?.port
  }
  await expect.poll(find, { timeout: 20_000 }).toBeGreaterThan(0)
  return find() ?? 0
}

/** A service account, with the right to read those paths where any are given, and its token. */
async function accountToken(
  client: Client,
  name: string,
  paths: readonly string[],
): Promise<string> {
  const key = { namespace: 'default', name }
  await client.apply(resourceOf('ServiceAccount'), { metadata: { ...key } })
  if (paths.length > 0) {
    const rules = [{ nonResourceURLs: paths, verbs: ['get'] }]
    const role: TypedObject & { rules: object } = { metadata: { name }, rules }
    await client.apply(resourceOf('ClusterRole'), role)
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name }
    const subjects = [{ kind: 'ServiceAccount', ...key }]
    const binding: TypedObject & { roleRef: object; subjects: object } = {
      metadata: { name },
      roleRef,
      subjects,
    }
    await client.apply(resourceOf('ClusterRoleBinding'), binding)
  }
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }
  const tokens = client.subresource('token')
  const answer = await tokens.create<{ status: { token: string } }>(
    resourceOf('ServiceAccount'),
    key,
    request,
  )
  return answer.status.token
}

describe('the metrics of a manager', () => {
  test('are for those alone whom the API server lets', async (context) => {
    const { manager, run } = await useManager(context, {
      metrics: { bindAddress: '127.0.0.1:0', secure: true },
    })
    void run()
    const port = await portOf(manager, 'metrics')
    const scrape = (token: string | undefined, path = '/metrics'): Promise<Answer> => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      return ask({ port, path, isSecure: true, headers })
    }
    const reader = await accountToken(manager.apiClient, 'metrics-reader', ['/metrics'])
    const stranger = await accountToken(manager.apiClient, 'metrics-stranger', [])
    expect((await scrape(undefined)).status).toBe(401)
    expect((await scrape('not-a-token')).status).toBe(401)
    expect(await scrape(stranger)).toMatchObject({
      status: 403,
      body: 'Authorization denied for user system:serviceaccount:default:metrics-stranger\n',
    })
    const scraped = await scrape(reader)
    expect(scraped.status).toBe(200)
    expect(scraped.headers['content-type']).toContain('version=0.0.4')
    expect(scraped.body).toMatch(/^rest_client_requests_total\{.*code="201".*\} \d+$/m)
    expect(scraped.body).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(scraped.body).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
    expect((await scrape(reader, '/debug/kops')).status).toBe(403)
  })

  test('are for anybody by HTTP, and queues and informers are not shown there', async (context) => {
    const { manager, run } = await useManager(context, { metrics: { bindAddress: '127.0.0.1:0' } })
    void run()
    const port = await portOf(manager, 'metrics')
    expect((await ask({ port, path: '/metrics', isSecure: false })).status).toBe(200)
    expect((await ask({ port, path: '/debug/kops', isSecure: false })).status).toBe(404)
  })
})

test('probes are answered while caches fill, and readiness is what its checks say', async (context) => {
  const { manager, run } = await useManager(context, {
    healthProbeBindAddress: '127.0.0.1:0',
  })
  // A kind that nobody serves: its cache never fills.
  const missing = { ...ConfigMap, group: 'nowhere.example.com', kind: 'Ghost', plural: 'ghosts' }
  manager.cache.getInformer(missing)
  manager.addReadinessCheck('caches', () => {
    if (!manager.cache.getInformer(missing).hasSynced()) throw new Error('not synced')
  })
  void run()
  const port = await portOf(manager, 'health probe')
  const probe = (path: string): Promise<Answer> => ask({ port, path, isSecure: false })
  expect(await probe('/healthz')).toMatchObject({ status: 200, body: 'ok' })
  expect(await probe('/readyz')).toMatchObject({ status: 500 })
  expect(await probe('/readyz?exclude=caches')).toMatchObject({ status: 200 })
})

test('profiles and the state of it all are given where that is asked for', async (context) => {
  const { manager, run } = await useManager(context, { profilingBindAddress: '127.0.0.1:0' })
  manager.cache.getInformer(ConfigMap, { namespaces: ['default'] })
  void run()
  await manager.elected
  const port = await portOf(manager, 'profiling')
  const get = (path: string): Promise<Answer> => ask({ port, path, isSecure: false })
  const profile = JSON.parse((await get('/debug/profile?seconds=0.2')).body)
  expect(profile.nodes.length).toBeGreaterThan(0)
  expect((await get('/debug/profile?seconds=x')).status).toBe(400)
  const heap = JSON.parse((await get('/debug/heap')).body)
  expect(heap.snapshot.meta.node_fields).toContain('self_size')
  const state = JSON.parse((await get('/debug/kops')).body)
  expect(state.leader).toEqual({ isLeader: true })
  expect(state.groups.cache[0].details[0]).toMatchObject({ kind: 'ConfigMap', hasSynced: true })
})

test('a reconcile that is in hand when the manager is told to stop is finished', async (context) => {
  const { manager, run, stop } = await useManager(context)
  const key = { namespace: 'default', name: 'reconciled-to-the-end' }
  await manager.apiClient.create(ConfigMap, { metadata: { ...key } })
  let hasBegun = false
  newController(manager)
    .for(ConfigMap, {
      predicates: [objectPredicate(({ metadata }) => metadata?.name === key.name)],
    })
    .named('slow')
    .complete({
      async reconcile(request, { signal }) {
        hasBegun = true
        await sleep(manager.clock, 1500)
        const isAborted = String(signal.aborted)
        await manager.client.patch(ConfigMap, request, {
          type: 'merge',
          value: { data: { isAborted } },
        })
      },
    })
  const running = run()
  await expect.poll(() => hasBegun, { timeout: 20_000 }).toBe(true)
  stop.abort()
  await running
  const connected = createClient(clusterConnection(useControlPlane(context).connection))
  expect((await connected.client.get(ConfigMap, key))?.data).toEqual({ isAborted: 'false' })
  connected.close()
})

test('a manager that has ended leaves nothing open', async (context) => {
  const { manager, run, stop } = await useManager(context, {
    healthProbeBindAddress: '127.0.0.1:0',
    metrics: { bindAddress: '127.0.0.1:0', secure: true },
    leaderElection: { id: 'leaves-nothing' },
  })
  manager.cache.getInformer(ConfigMap)
  const running = run()
  await manager.elected
  const { items } = await manager.client.list(ConfigMap, { namespace: 'kube-system' })
  expect(items.length).toBeGreaterThan(0)
  stop.abort()
  await running
  await expect.poll(resources, { timeout: 5_000 }).toEqual([])
})

/** What keeps this process busy, but for what the test itself waits with. */
function resources(): readonly string[] {
  const own = ['Timeout', 'Immediate', 'TTYWrap', 'PipeWrap', 'FSReqPromise']
  return process
    .getActiveResourcesInfo()
    .filter((type) => !own.includes(type))
    .sort()
}
