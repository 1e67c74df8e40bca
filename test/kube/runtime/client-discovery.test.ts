import { describe, test } from 'vitest'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { isNotFound } from '../../../src/apimachinery/status-errors.ts'
import { discoverResources } from '../../../src/runtime/client/discovery.ts'
import { NoKindMatchError } from '../../../src/runtime/client/resource-mapper.ts'
import { builtInResources } from '../../../src/kubernetes/facts.ts'
import { waitFor } from '../../../src/testing/index.ts'
import { useClient } from '../provided.ts'
import { freeFormDefinition } from './free-form-kind.ts'
import { useRuntimeClient } from './cluster.ts'

describe('discovery', () => {
  test('finds what the facts know, in aggregated form and in the older one', async (context) => {
    const { client, requester } = useRuntimeClient(context)
    const { expect } = context
    const names = (all: readonly { group: string; version: string; plural: string }[]): string[] =>
      all.map(({ group, version, plural }) => `${group}/${version}/${plural}`).sort()
    const own = new Set(Object.keys(builtInResources()))
    const isOwn = ({ group, version }: { group: string; version: string }): boolean =>
      own.has(`${group}/${version}`)
    const aggregated = (await client.discover()).filter(isOwn)
    const plain = await discoverResources({
      json: (request) => requester.json({ ...request, headers: { accept: 'application/json' } }),
    })
    expect(names(plain.filter(isOwn))).toEqual(names(aggregated))
    expect(aggregated.find((each) => each.kind === 'Deployment')).toEqual({
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
      plural: 'deployments',
      scope: 'Namespaced',
      subresources: expect.arrayContaining(['scale', 'status']),
      verbs: expect.arrayContaining(['get', 'watch']),
      isPreferred: true,
    })
    const deployment = plain.find((each) => each.kind === 'Deployment')
    expect(deployment?.subresources.toSorted()).toEqual(['scale', 'status'])
  })

  test('follows a definition that comes, goes, and comes with another scope', async (context) => {
    const { client } = useRuntimeClient(context)
    const { expect } = context
    const testing = useClient(context)
    const group = 'discovery.client.kops.dev'
    const kind = { group, version: 'v1', kind: 'Thing' }
    await expect(client.list(kind)).rejects.toBeInstanceOf(NoKindMatchError)
    const definition = freeFormDefinition(group, 'Namespaced')
    const Definition = await testing.describe(definition)
    const install = async (scope: 'Namespaced' | 'Cluster'): Promise<void> => {
      await client.create(Definition, freeFormDefinition(group, scope))
      const isServed = async (): Promise<boolean> =>
        (await client.describe(kind).catch(() => undefined))?.scope === scope
      await waitFor('the definition to be served', isServed, { timeoutMs: 30_000 })
    }
    await install('Namespaced')
    const metadata = { name: 'a', namespace: 'default' }
    const thing = { apiVersion: `${group}/v1`, kind: 'Thing', metadata }
    await client.create<KubernetesObject>(kind, thing)
    await client.delete(Definition, { name: definition.metadata.name ?? '' })
    const isGone = async (): Promise<boolean> => {
      const error = await client.list(kind).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      return isNotFound(error) || error instanceof NoKindMatchError
    }
    await waitFor('the definition to be gone', isGone, { timeoutMs: 30_000 })
    await waitFor(
      'a kind that is not known',
      async () => {
        const error = await client.get(kind, metadata).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        return error instanceof NoKindMatchError
      },
      { timeoutMs: 30_000 },
    )
    await install('Cluster')
    await client.create<KubernetesObject>(kind, { ...thing, metadata: { name: 'a' } })
    expect(await client.get(kind, { name: 'a' })).toMatchObject({ metadata: { name: 'a' } })
  })

  test('is not cancelled for others by one who no longer waits', async (context) => {
    const { client } = useRuntimeClient(context)
    const kind = { group: 'apps', version: 'v1', kind: 'ReplicaSet' }
    const stop = new AbortController()
    const first = client.describe(kind, { signal: stop.signal })
    const second = client.describe(kind)
    stop.abort(new Error('stopping'))
    await context.expect(first).rejects.toThrow('stopping')
    context.expect(await second).toMatchObject({ plural: 'replicasets' })
  })
})
