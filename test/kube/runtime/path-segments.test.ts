import { describe, test } from 'vitest'
import { PathSegmentError } from '../../../src/apimachinery/path-segment.ts'
import { useClient } from '../provided.ts'
import { useRuntimeClient } from './cluster.ts'
import { ConfigMap } from './config-map.ts'

const Namespace = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  scope: 'Cluster',
  subresources: [],
} as const

describe('a name that leads to another object', () => {
  test.for(['1.1', '2'] as const)('harms none over HTTP/%s', async (http, context) => {
    const { client } = useRuntimeClient(context, { http })
    const rest = useClient(context)
    const { expect } = context
    const key = { namespace: 'default', name: `path-victim-${http[0]}` }
    await client.create(ConfigMap, { metadata: key, data: { a: 'b' } } as never)
    const name = `default/configmaps/${key.name}`
    const patch = { type: 'merge', value: { data: { a: 'c' } } } as const
    const attacks = [
      () => client.delete(Namespace, { name }),
      () => client.get(Namespace, { name }),
      () => client.patch(Namespace, { name }, patch),
      () => client.update(Namespace, { metadata: { name } }),
      () => client.apply(Namespace, { metadata: { name } }),
      () => client.delete(Namespace, { name: name.replaceAll('/', '%2F') }),
      () => client.subresource(`../${key.name}`).get(ConfigMap, { ...key, name: 'other' }),
      () => rest.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
      () => rest.get(Namespace, { name }),
      () => rest.raw({ method: 'DELETE', path: `/api/v1/namespaces/${encodeURIComponent(name)}` }),
      () => rest.request({ method: 'DELETE', path: `/api/v1/namespaces/x/../${name}` }),
    ]
    for (const attack of attacks) await expect(attack()).rejects.toThrow(PathSegmentError)
    expect(await client.get(ConfigMap, key)).toMatchObject({ data: { a: 'b' } })
  })
})
