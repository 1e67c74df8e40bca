import { beforeAll, describe, expect, inject, test, type TestContext } from 'vitest'
import { StatusError } from '../../../src/apimachinery/status.ts'
import type { ApiClient } from '../../../src/runtime/client/api-client.ts'
import { CachedClient } from '../../../src/runtime/cache/cached-client.ts'
import { InformerCache } from '../../../src/runtime/cache/informer-cache.ts'
import { systemClock } from '../../../src/runtime/clock/system-clock.ts'
import type { WatchingClient } from '../../../src/runtime/informer/lister-watcher.ts'
import { stripManagedFields } from '../../../src/runtime/informer/transforms.ts'
import {
  installCustomResourceDefinitions,
  RestClient,
  waitFor,
} from '../../../src/testing/index.ts'
import { silentLogger } from '../../runtime/log/silent-logger.ts'
import { useRuntimeClient } from './cluster.ts'
import { gadgetDefinition, gadgetKind, newGadget } from './gadget-kind.ts'
import { hastyClock, WatchedGadgets } from './watched-gadgets.ts'

const gadgets = gadgetKind('informer.kops.dev')

async function install(group: string): Promise<void> {
  const controlPlane = inject('controlPlane')
  if (controlPlane === undefined) return
  const client = new RestClient(controlPlane.connection)
  await installCustomResourceDefinitions(client, [gadgetDefinition(group)])
}

beforeAll(() => install(gadgets.group))

/** Creates, changes and deletes gadgets with names of a prefix. */
async function change(client: ApiClient, prefix: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const name = `${prefix}-${index}`
    const key = { namespace: 'default', name }
    await client.create(gadgets, newGadget(gadgets, name, { spec: { size: index } }))
    if (index % 2 === 0) {
      await client.patch(gadgets, key, { type: 'merge', value: { spec: { size: -1 } } })
    }
    if (index % 3 === 0) await client.delete(gadgets, key)
  }
}

/** A server without streaming lists. */
function withoutStreaming(
  client: ApiClient,
  onList: (limit: number | undefined) => void,
): WatchingClient {
  return {
    metadata: client.metadata,
    isServed: (resource, options) => client.isServed(resource, options),
    list: (resource, options) => {
      onList(options?.limit)
      return client.list(resource, options)
    },
    async *watchBatches(resource, options) {
      if (options?.sendInitialEvents) {
        throw new StatusError({ apiVersion: 'v1', kind: 'Status', code: 422, reason: 'Invalid' })
      }
      yield* client.watchBatches(resource, options)
    },
  }
}

describe('an informer', () => {
  test('streams the list and follows the watch', async (context) => {
    const { client } = useRuntimeClient(context)
    await change(client, 'before', 6)
    const watched = new WatchedGadgets(client, gadgets, { transform: stripManagedFields })
    await watched.informer.synced
    await change(client, 'after', 12)
    await watched.untilEqual()
    expect(watched.handler.contradictions).toEqual([])
    expect(watched.informer.status()).toMatchObject({ relists: 0, phases: ['watching'] })
    const [object] = watched.informer.lister.list()
    expect(object?.metadata).not.toHaveProperty('managedFields')
  })

  test('asks for pages where lists are not streamed', async (context) => {
    const { client } = useRuntimeClient(context)
    const namespace = 'default'
    const many = Array.from({ length: 1100 }, (_, index) => index)
    for (let start = 0; start < many.length; start += 50) {
      await Promise.all(
        many.slice(start, start + 50).map((index) => {
          const name = `paged-${index}`
          return client.create(gadgets, newGadget(gadgets, name, { metadata: { namespace, name } }))
        }),
      )
    }
    const limits: (number | undefined)[] = []
    const paging = withoutStreaming(client, (limit) => limits.push(limit))
    const watched = new WatchedGadgets(client, gadgets, { client: paging })
    await watched.informer.synced
    await watched.untilEqual()
    expect(limits.length).toBeGreaterThanOrEqual(3)
    expect(new Set(limits)).toEqual(new Set([500]))
    await client.deleteAllOf(gadgets, { namespace })
    await watched.untilEqual()
    expect(watched.handler.contradictions).toEqual([])
  })

  test('holds what its selectors select, and metadata alone where that is asked for', async (context) => {
    const { client } = useRuntimeClient(context)
    const key = { namespace: 'default', name: 'selected' }
    const labels = { app: 'selected' }
    await client.create(gadgets, newGadget(gadgets, key.name, { metadata: { ...key, labels } }))
    await client.create(gadgets, newGadget(gadgets, 'not-selected'))
    const watched = new WatchedGadgets(client, gadgets, {
      labelSelector: 'app=selected',
      metadataOnly: true,
      namespaces: ['default', 'kube-system'],
    })
    await watched.informer.synced
    const [object, ...others] = watched.informer.lister.list()
    expect(others).toEqual([])
    expect(object).toMatchObject({ kind: 'Gadget', metadata: { name: 'selected' } })
    expect(object).not.toHaveProperty('spec')
    // An object that is selected no longer is deleted, as far as this informer goes.
    await client.patch(gadgets, key, {
      type: 'merge',
      value: { metadata: { labels: { app: 'other' } } },
    })
    await waitFor('the deletion', async () => watched.handler.objects.size === 0, {
      timeoutMs: 30_000,
    })
    expect(watched.handler.contradictions).toEqual([])
  })

  test('tells of deletions when the CRD is removed, and goes on when it is back', async (context) => {
    const { client } = useRuntimeClient(context)
    const removable = gadgetKind('removable.informer.kops.dev')
    const definition = {
      group: 'apiextensions.k8s.io',
      version: 'v1',
      kind: 'CustomResourceDefinition',
    }
    const watched = new WatchedGadgets(client, removable, { clock: hastyClock })
    await waitFor('the first miss', async () => watched.informer.status().lastError, {
      timeoutMs: 30_000,
    })
    expect(watched.informer.hasSynced()).toBe(false)
    await install(removable.group)
    await watched.informer.synced
    for (const name of ['a', 'b', 'c']) await client.create(removable, newGadget(removable, name))
    await watched.untilEqual()
    await client.delete(definition, { name: `gadgets.${removable.group}` })
    await waitFor('the deletions', async () => watched.handler.objects.size === 0, {
      timeoutMs: 60_000,
    })
    await install(removable.group)
    await client.create(removable, newGadget(removable, 'd'))
    await watched.untilEqual()
    expect(watched.handler.contradictions).toEqual([])
  })
})

describe('a cached client', () => {
  async function newCachedClient(context: TestContext): Promise<CachedClient> {
    const { client: live } = useRuntimeClient(context)
    const cache = new InformerCache({ client: live, clock: systemClock, log: silentLogger })
    const stop = new AbortController()
    cache.getInformer(gadgets)
    const running = cache.start(stop.signal)
    context.onTestFinished(async () => {
      stop.abort()
      await running
    })
    await cache.ready(stop.signal)
    return new CachedClient({ live, cache })
  }

  test('reads what it wrote, two hundred times', async (context) => {
    const client = await newCachedClient(context)
    for (let index = 0; index < 200; index++) {
      const key = { namespace: 'default', name: `own-${index % 7}` }
      const known = await client.get(gadgets, key)
      if (known === undefined) {
        const created = await client.create(gadgets, newGadget(gadgets, key.name))
        expect(await client.get(gadgets, key)).toEqual(created)
      } else if (index % 3 === 0) {
        await client.delete(gadgets, key)
        expect(await client.get(gadgets, key)).toBeUndefined()
      } else {
        // The object is the cache's own: change a copy. An update never conflicts with our own last write.
        const changed = { ...structuredClone(known), spec: { size: index } }
        const updated = await client.update(gadgets, changed)
        const status = { ready: index % 2 === 0 }
        const answer = await client.status.update(gadgets, { ...updated, status })
        expect(await client.get(gadgets, key)).toEqual(answer)
      }
    }
  })

  test('sees children that were made with generated names at once', async (context) => {
    const client = await newCachedClient(context)
    const labels = { owner: 'one' }
    for (let index = 0; index < 20; index++) {
      // A reconcile that is run again and again makes one child, not many.
      const { items } = await client.list(gadgets, { namespace: 'default', labelSelector: labels })
      if (items.length > 0) continue
      const child = newGadget(gadgets, '', { metadata: { namespace: 'default', labels } })
      const { name: _none, ...metadata } = child.metadata
      await client.create(gadgets, { ...child, metadata: { ...metadata, generateName: 'child-' } })
    }
    const { items } = await client.live.list(gadgets, { labelSelector: labels })
    expect(items).toHaveLength(1)
  })
})
