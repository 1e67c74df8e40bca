import { describe, test } from 'vitest'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import { useRuntimeClient } from './cluster.ts'

interface ConfigMap extends KubernetesObject {
  data?: Record<string, string>
}

const ConfigMap: ResourceDescriptor<ConfigMap> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
  subresources: [],
}

describe('the verbs', () => {
  test.for(['1.1', '2'] as const)('work over HTTP/%s', async (http, context) => {
    const { client } = useRuntimeClient(context, { http })
    const { expect } = context
    const key = { namespace: 'default', name: `client-verbs-${http[0]}` }
    const created = await client.create(ConfigMap, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...key },
      data: { a: '1' },
    })
    expect(await client.get(ConfigMap, key)).toEqual(created)
    const stop = new AbortController()
    const events = client
      .watch(ConfigMap, {
        namespace: 'default',
        fieldSelector: { 'metadata.name': key.name },
        resourceVersion: created.metadata.resourceVersion,
        signal: stop.signal,
      })
      [Symbol.asyncIterator]()
    const next = events.next()
    const updated = await client.update(ConfigMap, { ...created, data: { a: '2' } })
    expect(await next).toEqual({ done: false, value: { type: 'MODIFIED', object: updated } })
    await client.patch(ConfigMap, key, { type: 'merge', value: { data: { b: '3' } } })
    await client.patch(ConfigMap, key, {
      type: 'json',
      operations: [{ op: 'test', path: '/data/b', value: '3' }],
    })
    await client.patch(ConfigMap, key, { type: 'strategic', value: { data: { a: null } } })
    const applied = await client.apply(ConfigMap, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...key },
      data: { c: '4' },
    })
    expect(applied.data).toEqual({ b: '3', c: '4' })
    expect(
      (
        await client.list(ConfigMap, {
          namespace: 'default',
          fieldSelector: `metadata.name=${key.name}`,
        })
      ).items,
    ).toHaveLength(1)
    await client.delete(ConfigMap, key)
    expect(await client.get(ConfigMap, key)).toBeUndefined()
    stop.abort()
  })
})
