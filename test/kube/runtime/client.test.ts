import { describe, test } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import {
  fieldCauses,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isRequestTooLarge,
  isResourceVersionTooLarge,
} from '../../../src/apimachinery/status-errors.ts'
import type { ApiClient } from '../../../src/runtime/client/api-client.ts'
import type { ObjectKey, TypedObject, WatchEvent } from '../../../src/runtime/client/client.ts'
import { listAll } from '../../../src/runtime/client/list-all.ts'
import { NoKindMatchError } from '../../../src/runtime/client/resource-mapper.ts'
import { retryOnConflict } from '../../../src/runtime/client/retry-on-conflict.ts'
import { startControlPlane } from '../../../src/testing/index.ts'
import { useControlPlane } from '../provided.ts'
import { connect, useRuntimeClient } from './cluster.ts'
import { ConfigMap } from './config-map.ts'

const core = { group: '', version: 'v1', subresources: [] } as const

const Namespace: ResourceDescriptor<KubernetesObject> = {
  ...core,
  kind: 'Namespace',
  plural: 'namespaces',
  scope: 'Cluster',
}

const Deployment = { group: 'apps', version: 'v1', kind: 'Deployment' } as const

/** A namespace of this test's own. */
async function ownNamespace(client: ApiClient, name: string): Promise<string> {
  await client.create(Namespace, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  return name
}

function configMap({ name, namespace }: ObjectKey, data: Record<string, string>): ConfigMap {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(namespace && { namespace }), labels: { app: name } },
    data,
  }
}

const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the verbs', () => {
  test.for(['1.1', '2'] as const)('work over HTTP/%s', async (http, context) => {
    const { client } = useRuntimeClient(context, { http })
    const { expect } = context
    const namespace = await ownNamespace(client, `client-verbs-${http[0]}`)
    const key = { namespace, name: 'verbs' }
    const created = await client.create(ConfigMap, configMap(key, { a: '1' }))
    expect(await client.get(ConfigMap, key)).toEqual(created)
    const stop = new AbortController()
    const resourceVersion = created.metadata?.resourceVersion
    const events = client
      .watch(ConfigMap, { namespace, resourceVersion, signal: stop.signal })
      [Symbol.asyncIterator]()
    const next = events.next()
    const updated = await client.update(ConfigMap, { ...created, data: { a: '2' } })
    expect(await next).toEqual({ done: false, value: { type: 'MODIFIED', object: updated } })
    await client.patch(ConfigMap, key, { type: 'merge', value: { data: { b: '3' } } })
    const operations = [{ op: 'test', path: '/data/b', value: '3' }] as const
    await client.patch(ConfigMap, key, { type: 'json', operations })
    await client.patch(ConfigMap, key, { type: 'strategic', value: { data: { a: null } } })
    const applied = await client.apply(ConfigMap, configMap(key, { c: '4' }))
    expect(applied.data).toEqual({ b: '3', c: '4' })
    expect(applied.metadata?.managedFields?.map((each) => each.manager)).toEqual(['kops', 'kops'])
    await client.create(ConfigMap, configMap({ namespace, name: 'dry' }, {}), { dryRun: true })
    expect((await client.list(ConfigMap, { namespace })).items.map(nameOf)).toEqual(['verbs'])
    expect(await client.delete(ConfigMap, key)).toMatchObject({ kind: 'Status' })
    expect(await client.get(ConfigMap, key)).toBeUndefined()
    const reason = new Error('stopping')
    stop.abort(reason)
    const read = async (): Promise<void> => {
      while (!(await events.next()).done);
    }
    await expect(read()).rejects.toBe(reason)
  })

  test('select, page, and read metadata alone', async (context) => {
    const { client } = useRuntimeClient(context)
    const { expect } = context
    const namespace = await ownNamespace(client, 'client-lists')
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names)
      await client.create(ConfigMap, configMap({ namespace, name }, { name }))
    const listNames = async (options: object): Promise<string[]> =>
      (await client.list(ConfigMap, { namespace, ...options })).items.map(nameOf)
    expect(await listNames({ labelSelector: 'app in (a, c)' })).toEqual(['a', 'c'])
    expect(await listNames({ labelSelector: { app: 'b' } })).toEqual(['b'])
    const matchExpressions = [{ key: 'app', operator: 'NotIn', values: ['a', 'b'] }]
    expect(await listNames({ labelSelector: { matchExpressions } })).toEqual(['c', 'd', 'e'])
    expect(await listNames({ fieldSelector: { 'metadata.name': 'd' } })).toEqual(['d'])
    const paged: string[] = []
    for await (const each of listAll(client, ConfigMap, { namespace, limit: 2 }))
      paged.push(nameOf(each))
    expect(paged).toEqual(names)
    const partial = await client.metadata.list(ConfigMap, { namespace })
    expect(partial).toMatchObject({ kind: 'PartialObjectMetadataList' })
    expect(partial.items[0]).not.toHaveProperty('data')
    const key = { namespace, name: 'a' }
    expect(await client.metadata.get(ConfigMap, key)).toMatchObject({
      kind: 'PartialObjectMetadata',
      metadata: { name: 'a' },
    })
    const events: WatchEvent<ConfigMap>[] = []
    const watch = client.watch(ConfigMap, { namespace, resourceVersion: '0', metadataOnly: true })
    for await (const event of watch) if (events.push(event) === names.length) break
    expect(events.every(({ object }) => !('data' in (object as object)))).toBe(true)
    await client.deleteAllOf(ConfigMap, { namespace, labelSelector: 'app notin (e)' })
    expect(await listNames({})).toEqual(['e'])
    await expect(client.deleteAllOf(ConfigMap)).rejects.toThrow('Expected the namespace')
  })

  test('reach subresources', async (context) => {
    const { client } = useRuntimeClient(context)
    const { expect } = context
    const namespace = await ownNamespace(client, 'client-subresources')
    const labels = { app: 'web' }
    const created = await client.create<KubernetesObject>(Deployment, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } },
      },
    })
    const key = { namespace, name: 'web' }
    const status = { ...created, status: { replicas: 1, readyReplicas: 1 } }
    expect(await client.status.update(Deployment, status)).toMatchObject({ status: status.status })
    const patch = { type: 'merge', value: { status: { readyReplicas: 0 } } } as const
    await client.status.patch(Deployment, key, patch)
    const scale = client.subresource('scale')
    expect(await scale.get(Deployment, key)).toMatchObject({ kind: 'Scale', spec: { replicas: 1 } })
    await scale.patch(Deployment, key, { type: 'merge', value: { spec: { replicas: 3 } } })
    expect(await client.get(Deployment, key)).toMatchObject({ spec: { replicas: 3 } })
    const account = { group: '', version: 'v1', kind: 'ServiceAccount' }
    const metadata = { name: 'robot', namespace }
    await client.create(account, { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }
    const token = await client.subresource('token').create(account, metadata, request)
    expect(token).toMatchObject({ status: { token: expect.stringMatching(/^ey/) } })
  })
})

function nameOf({ metadata }: TypedObject): string {
  return metadata?.name ?? ''
}

describe('a refusal', () => {
  test('says what it is', async (context) => {
    const { client } = useRuntimeClient(context)
    const { expect } = context
    const namespace = await ownNamespace(client, 'client-refusals')
    const key = { namespace, name: 'x' }
    const created = await client.create(ConfigMap, configMap(key, {}))
    expect(isAlreadyExists(await thrown(client.create(ConfigMap, configMap(key, {}))))).toBe(true)
    await client.update(ConfigMap, { ...created, data: { a: '1' } })
    expect(isConflict(await thrown(client.update(ConfigMap, { ...created, data: {} })))).toBe(true)
    const invalid = await thrown(
      client.create(ConfigMap, configMap({ namespace, name: 'y' }, { 'no key': '' })),
    )
    expect(isInvalid(invalid)).toBe(true)
    expect(fieldCauses(invalid)).toMatchObject([
      { field: 'data[no key]', reason: 'FieldValueInvalid' },
    ])
    expect(isNotFound(await thrown(client.delete(ConfigMap, { namespace, name: 'z' })))).toBe(true)
    const stranger = {
      group: 'no.such.group',
      version: 'v1',
      kind: 'X',
      plural: 'xs',
      scope: 'Cluster',
      subresources: [],
    } as const
    expect(await thrown(client.get(stranger, { name: 'a' }))).toBeInstanceOf(NoKindMatchError)
    const future = {
      namespace,
      resourceVersion: '999999999999',
      resourceVersionMatch: 'NotOlderThan',
    } as const
    expect(isResourceVersionTooLarge(await thrown(client.list(ConfigMap, future)))).toBe(true)
    const huge = configMap({ namespace, name: 'huge' }, { a: 'x'.repeat(3_300_000) })
    expect(isRequestTooLarge(await thrown(client.create(ConfigMap, huge)))).toBe(true)
  })

  test('is told to those who may not', async (context) => {
    const { expect } = context
    const { connection } = useControlPlane(context)
    await using own = await startControlPlane()
    const { client } = connect(own.addUser('nobody'))
    expect(isForbidden(await thrown(client.list(ConfigMap)))).toBe(true)
    expect(connection.server).not.toBe(own.connection.server)
  })

  test('of a conflict ends when the object is read anew', async (context) => {
    const { client } = useRuntimeClient(context)
    const { expect } = context
    const namespace = await ownNamespace(client, 'client-conflicts')
    const key = { namespace, name: 'counter' }
    await client.create(ConfigMap, configMap(key, { count: '0' }))
    const increment = (): Promise<ConfigMap> =>
      retryOnConflict(
        async () => {
          const read = (await client.get(ConfigMap, key)) ?? configMap(key, {})
          const count = String(Number(read.data?.['count']) + 1)
          return client.update(ConfigMap, { ...read, data: { count } })
        },
        { attempts: 50 },
      )
    await Promise.all(Array.from({ length: 8 }, increment))
    expect(await client.get(ConfigMap, key)).toMatchObject({ data: { count: '8' } })
  })

  test('of a mistake in the call comes before the call', async (context) => {
    const { client } = useRuntimeClient(context)
    const nameless: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }
    await context.expect(client.create(ConfigMap, nameless)).rejects.toBeInstanceOf(TypeError)
    await context
      .expect(client.get(ConfigMap, { name: 'x' }))
      .rejects.toThrow('the kind is namespaced')
    await context
      .expect(client.get(ConfigMap, { name: '', namespace: 'a' }))
      .rejects.toThrow('it may not be empty')
  })
})
