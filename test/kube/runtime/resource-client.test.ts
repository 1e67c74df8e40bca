import { expect, test, type TestContext } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import { ResourceClient } from '../../../src/runtime/client/resource-client.ts'
import { useRuntimeClient } from './cluster.ts'

interface Deployment extends TypedObject {
  spec?: object
  status?: { replicas?: number; observedGeneration?: number }
}

interface Scale extends TypedObject {
  spec?: { replicas?: number }
}

const deployments: ResourceDescriptor<Deployment> = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
  subresources: ['status', 'scale'],
}

const namespaces: ResourceDescriptor<TypedObject> = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  scope: 'Cluster',
  subresources: ['status'],
}

function deployment(name: string): Deployment {
  const labels = { app: name }
  const containers = [{ name: 'main', image: 'example.com/main:1' }]
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  } // prettier-ignore
}

/** The deployments of a namespace that is the test's own. */
async function newClient(context: TestContext, namespace: string): Promise<ResourceClient<Deployment>> {
  const { client } = useRuntimeClient(context)
  await new ResourceClient(client, namespaces).create({ metadata: { name: namespace } })
  return new ResourceClient(client, deployments, namespace)
} // prettier-ignore

test('a client of one kind and namespace has every verb', async (context) => {
  const namespace = 'resource-client'
  const client = await newClient(context, namespace)
  expect(await client.get('shop')).toBeUndefined()
  const created = await client.create(deployment('shop'))
  expect(created.metadata?.namespace).toBe(namespace)

  const labels = { app: 'shop', tier: 'front' }
  const updated = await client.update({ ...created, metadata: { ...created.metadata, labels } })
  expect(updated.metadata?.labels).toEqual(labels)
  const withStatus = await client.updateStatus({ ...updated, status: { replicas: 3 } })
  expect(withStatus.status?.replicas).toBe(3)
  const value = { status: { replicas: 4 } }
  const patched = await client.patch('shop', { type: 'merge', value }, { subresource: 'status' })
  expect(patched.status?.replicas).toBe(4)
  await client.patch('shop', { type: 'merge', value: { status: { replicas: 9 } } })
  expect((await client.get('shop'))?.status?.replicas).toBe(4)

  const applied = { ...deployment('applied') }
  expect((await client.apply(applied, { force: true })).metadata?.name).toBe('applied')
  const names = (await client.list()).items.map(({ metadata }) => metadata?.name)
  expect(new Set(names)).toEqual(new Set(['applied', 'shop']))
  expect((await client.list({ labelSelector: 'tier=front' })).items).toHaveLength(1)

  await client.deleteCollection({ labelSelector: 'tier=front' })
  expect(await client.get('shop')).toBeUndefined()
  await client.delete('applied')
  expect((await client.list()).items).toEqual([])
})

test('a subresource has a type of its own', async (context) => {
  const client = await newClient(context, 'resource-client-scale')
  await client.create(deployment('shop'))
  const scales = client.subresource<Scale>('scale')
  const scale = await scales.get('shop')
  expect(scale).toMatchObject({ kind: 'Scale', spec: { replicas: 1 } })
  expect((await scales.update('shop', { ...scale, spec: { replicas: 3 } })).spec?.replicas).toBe(3)
  const patch = { type: 'merge', value: { spec: { replicas: 5 } } } as const
  expect((await scales.patch('shop', patch)).spec?.replicas).toBe(5)
  expect((await client.get('shop'))?.spec).toMatchObject({ replicas: 5 })
})

test('a watch tells of the namespace alone', async (context) => {
  const client = await newClient(context, 'resource-client-watch')
  const { metadata } = await client.list()
  const stop = new AbortController()
  const moment = { resourceVersion: metadata.resourceVersion }
  const told: string[] = []
  await client.create(deployment('seen'))
  for await (const event of client.watch({ ...moment, signal: stop.signal })) {
    if (event.type !== 'ADDED') continue
    told.push(event.object.metadata?.name ?? '')
    break
  }
  expect(told).toEqual(['seen'])
})

test('an object of another namespace is refused before anything is sent', async (context) => {
  const { client } = useRuntimeClient(context)
  const object = { ...deployment('lost'), metadata: { name: 'lost', namespace: 'elsewhere' } }
  const here = new ResourceClient(client, deployments, 'here')
  await expect(here.create(object)).rejects.toThrow(TypeError)
  await expect(here.apply(object)).rejects.toThrow(/`elsewhere`/)
  await expect(new ResourceClient(client, deployments).get('shop')).rejects.toThrow(/namespace/)
})
