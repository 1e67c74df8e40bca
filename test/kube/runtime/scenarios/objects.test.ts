import { expect, type TestContext } from 'vitest'
import {
  isConflict,
  isRequestTooLarge,
  isResourceVersionTooLarge,
} from '../../../../src/apimachinery/status-errors.ts'
import { CachedClient } from '../../../../src/runtime/cache/cached-client.ts'
import { InformerCache } from '../../../../src/runtime/cache/informer-cache.ts'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'
import { EventBroadcaster } from '../../../../src/runtime/events/event-broadcaster.ts'
import { eventResource } from '../../../../src/runtime/events/event-object.ts'
import { waitFor, StatusError } from '../../../../src/testing/index.ts'
import { connect } from '../cluster.ts'
import { silentLogger } from '../../../runtime/log/silent-logger.ts'
import { FastClock } from './fast-clock.ts'
import { bigNumber, Gadget, gadgetDefinition, gadgetDescriptor, isSameNumber } from './gadget.ts'
import { copyValue, look } from './operator.ts'
import { countRequests } from './count-requests.ts'
import { scenario } from './scenario.ts'
import { sharedStage } from './shared-stage.ts'
import { atMost, type World } from './world.ts'

const stage = (context: TestContext): ReturnType<typeof sharedStage> => sharedStage(context)
const patience = { timeoutMs: 60_000 }

scenario(11, 'two write the same objects', {
  stage,
  play: async (world) => {
    await world.fill(5)
    const operator = await world.startOperator()
    for (let round = 1; round <= 30; round += 1) {
      await Promise.all(
        [0, 1, 2, 3, 4].map((index) =>
          world.change(`gadget-${index}`, {
            value: bigNumber(round * 10 + index),
            text: `${round}`,
          }),
        ),
      )
    }
    await waitFor(
      'all statuses to be right',
      async () =>
        operator.informer.lister
          .list()
          .every(({ spec, status }) => isSameNumber(spec.value, status?.value)),
      patience,
    )
    const first = operator.complaints.filter(({ fields }) => {
      const { failures, error } = fields as { failures?: number; error?: unknown }
      return failures === 0 && isConflict(error)
    })
    expect(first).toEqual([])
  },
})

scenario(12, 'a reconcile that reads what it has just written', {
  stage,
  play: async (world) => {
    await world.fill(100)
    const log = silentLogger
    const stop = new AbortController()
    const rounds = new Map<string, number>()
    let cached: CachedClient | undefined
    const operator = await world.startOperator({
      reconcile: async ({ operator: { connected }, gadget, request }) => {
        if (gadget === undefined) return {}
        if (cached === undefined) {
          const cache = new InformerCache({
            client: connected.client,
            clock: systemClock,
            log,
            defaults: { namespaces: [world.namespace] },
          })
          void cache.start(stop.signal)
          cached = new CachedClient({ live: connected.client, cache })
        }
        const round = (rounds.get(request.name) ?? 0) + 1
        rounds.set(request.name, round)
        const labelSelector = { parent: request.name }
        const children = await cached.list(childKind, { namespace: world.namespace, labelSelector })
        if (children.items.length === 0) {
          const metadata = {
            generateName: 'child-',
            namespace: world.namespace,
            labels: labelSelector,
          }
          await cached.create(childKind, { apiVersion: 'v1', kind: 'ConfigMap', metadata })
        }
        return round < 10 ? { requeueAfterMs: 0.01 } : {}
      },
    })
    await waitFor(
      'a thousand reconciles',
      async () => [...rounds.values()].filter((round) => round >= 10).length === 100,
      patience,
    )
    const children = await world.client.list(childKind, {
      namespace: world.namespace,
      labelSelector: 'parent',
    })
    expect(children.items).toHaveLength(100)
    expect(operator.reconciles).toBeGreaterThanOrEqual(1_000)
    stop.abort(new Error('the scenario is over'))
  },
})

const childKind = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced' as const,
  subresources: [],
}

/** A kind that no other scenario has. */
async function installOwnKind(world: World, group: string): Promise<void> {
  await world.client.create(gadgetDefinition(group))
  await waitFor(
    'the kind to be served',
    () =>
      world.create('probe').then(
        () => true,
        () => false,
      ),
    patience,
  )
}

scenario(18, 'a definition is deleted while it is watched, and made anew', {
  stage,
  play: async (world) => {
    const group = 'gone.scenarios.kops.dev'
    world.resource = gadgetDescriptor(group)
    await installOwnKind(world, group)
    await world.fill(3)
    const operator = await world.startOperator({ reconcile: look, clock: new FastClock(10) })
    await world.client.delete(gadgetDefinition(group))
    await waitFor(
      'all objects to go',
      async () => operator.informer.lister.list().length === 0,
      patience,
    )
    await waitFor(
      'the watch to end',
      async () => operator.restarts + operator.relists > 0,
      patience,
    )
    await installOwnKind(world, group)
    await waitFor(
      'the new object to arrive',
      async () => operator.informer.lister.get('probe', world.namespace) !== undefined,
      patience,
    )
  },
})

scenario(19, 'a definition is missing at the start', {
  stage,
  play: async (world) => {
    const group = 'late.scenarios.kops.dev'
    const other = await world.startOperator()
    world.resource = gadgetDescriptor(group)
    const waiting = world.launchOperator({ reconcile: look, clock: new FastClock(10) })
    await waitFor(
      'what it waits for to be said',
      async () => waiting.complaints.some((entry) => JSON.stringify(entry).includes('CRD')),
      patience,
    )
    expect(waiting.informer.hasSynced()).toBe(false)
    world.resource = Gadget
    await world.create('works-meanwhile')
    await waitFor('the other operator', async () => other.reconciles > 0, patience)
    await other.stop()
    await world.dismiss(other)
    world.resource = gadgetDescriptor(group)
    await installOwnKind(world, group)
    await waitFor('the object', async () => waiting.reconciled.size > 0, patience)
  },
})

scenario(24, 'an object is as large as can be, and larger', {
  stage,
  play: async (world) => {
    const operator = await world.startOperator({ reconcile: look })
    for (const http of ['1.1', '2'] as const) {
      let posts = 0
      const connected = connect(world.connection, {
        http,
        wrapTransport: (transport) => ({
          send: (request) => {
            if (request.method === 'POST') posts += 1
            return transport.send(request)
          },
          dropIdle: () => transport.dropIdle(),
          close: () => transport.close(),
        }),
      })
      const write = (name: string, size: number): Promise<unknown> =>
        connected.client.create(world.resource, {
          apiVersion: `${Gadget.group}/v1`,
          kind: 'Gadget',
          metadata: { name, namespace: world.namespace },
          spec: { value: 1, text: 'x'.repeat(size) },
        })
      const large = `large-${http}`
      await write(large, 1_000_000)
      await waitFor(
        'the large object',
        async () =>
          operator.informer.lister.get(large, world.namespace)?.spec.text?.length === 1_000_000,
        patience,
      )
      const tooLarge = await write('too-large', 1_700_000).catch((error: unknown) => error)
      expect(tooLarge).toBeInstanceOf(StatusError)
      expect((tooLarge as StatusError).message).toContain('too large')
      // The server answers before it has read all, and hangs up.
      for (const size of [3_500_000, 6_000_000, 12_000_000]) {
        const error: unknown = await write('much-too-large', size).catch((each: unknown) => each)
        expect(isRequestTooLarge(error), String(error)).toBe(true)
      }
      expect(posts).toBe(5)
      connected.close()
    }
  },
})

scenario(26, 'one object cannot be reconciled', {
  stage,
  play: async (world) => {
    await world.fill(10)
    let isPoisonous = true
    let attempts = 0
    const events = connect(world.connection)
    const broadcaster = new EventBroadcaster({
      client: events.client,
      clock: systemClock,
      logger: silentLogger,
      hostname: 'host',
    })
    const recorder = broadcaster.recorder('kops.dev/gadget')
    const stop = new AbortController()
    const broadcasting = broadcaster.start(stop.signal)
    const operator = await world.startOperator({
      reconcile: async (given) => {
        if (given.request.name === 'gadget-3' && isPoisonous) {
          attempts += 1
          const told = { reason: 'Poisoned', action: 'Reconcile', note: 'poison' }
          if (given.gadget) recorder.event(given.gadget, { type: 'Warning', ...told })
          throw new Error('poison')
        }
        await copyValue(given)
      },
    })
    await waitFor(
      'the others',
      async () =>
        operator.informer.lister.list().filter(({ status }) => status !== undefined).length === 9,
      patience,
    )
    await waitFor('a few attempts', async () => attempts >= 6, patience)
    expect(operator.metrics.render()).toMatch(
      /controller_runtime_reconcile_errors_total\{controller="gadget"\} [1-9]/,
    )
    // 5 ms, doubled each time: six attempts are not sixty.
    expect(attempts).toBeLessThan(15)
    isPoisonous = false
    await world.change('gadget-3', { text: 'well' })
    stop.abort()
    await broadcasting
    const { items } = await events.client.list(eventResource, { namespace: world.namespace })
    const regarding = { kind: 'Gadget', name: 'gadget-3' }
    // One event, however often it is told.
    expect(items).toMatchObject([{ type: 'Warning', reason: 'Poisoned', regarding }])
    expect(items[0]?.series?.count).toBeGreaterThanOrEqual(6)
    events.close()
  },
})

scenario(27, 'one object of a list is malformed', {
  stage,
  play: async (world) => {
    await world.fill(5)
    await world.create('malformed', { value: 1, text: 'malformed' })
    const operator = await world.startOperator({
      informer: {
        namespaces: [world.namespace],
        transform: (gadget) => {
          if (gadget.spec.text === 'malformed') throw new TypeError('spec.text is no text')
          return gadget
        },
      },
    })
    expect(operator.informer.lister.list()).toHaveLength(5)
    expect(operator.informer.status().quarantined).toMatchObject([
      { key: `${world.namespace}/malformed` },
    ])
    await world.change('malformed', { text: 'well' })
    await waitFor(
      'it to leave the quarantine',
      async () => operator.informer.status().quarantined.length === 0,
      patience,
    )
  },
})

scenario(28, 'a reconcile never ends', {
  stage,
  play: async (world) => {
    await world.fill(3)
    let hangs = 0
    const operator = await world.startOperator({
      controller: { maxConcurrentReconciles: 1, reconciliationTimeoutMs: 200 },
      reconcile: async (given) => {
        if (given.request.name === 'gadget-1' && hangs < 2) {
          hangs += 1
          await new Promise(() => undefined)
        }
        await copyValue(given)
      },
    })
    await waitFor(
      'all statuses',
      async () => operator.informer.lister.list().every(({ status }) => status !== undefined),
      patience,
    )
    expect(hangs).toBe(2)
    expect(operator.metrics.render()).toContain(
      'controller_runtime_reconcile_timeouts_total{controller="gadget"} 2',
    )
    // What was given up and never ended is no overlap: its worker went on without it.
    operator.overlaps.length = 0
  },
})

scenario(32, 'a version that the server has not reached yet', {
  stage,
  play: async (world) => {
    const proxy = await world.startProxy('tls')
    await world.fill(3)
    const operator = await world.startOperator({ connection: proxy.connection, reconcile: look })
    const { client } = operator.connected
    const from = Number(operator.informer.lastSyncResourceVersion)
    const lists = countRequests(
      proxy,
      ({ path }) => path.includes('NotOlderThan') && !path.includes('watch='),
    )
    const read = (resourceVersion: number): Promise<unknown> =>
      client.list(Gadget, {
        namespace: world.namespace,
        resourceVersion: String(resourceVersion),
        resourceVersionMatch: 'NotOlderThan',
      })
    const soon = read(from + 5)
    for (let round = 0; round < 5; round += 1) await world.change('gadget-1', { text: `${round}` })
    await expect(soon).resolves.toBeDefined()
    expect(lists()).toBe(1)
    const never = await read(from + 1_000_000).catch((error: unknown) => error)
    expect(isResourceVersionTooLarge(never)).toBe(true)
    expect(lists()).toBe(2)
  },
})

scenario(33, 'objects are deleted and made anew while the watch is cut', {
  stage,
  play: async (world) => {
    const proxy = await world.startProxy('tcp')
    await world.fill(6)
    const operator = await world.startOperator({ connection: proxy.connection })
    const events: string[] = []
    operator.informer.addEventHandler({
      onAdd: ({ metadata: { name, uid } }, isInInitialList) => {
        if (!isInInitialList) events.push(`add ${name} ${uid}`)
      },
      onDelete: ({ metadata: { name, uid } }) => events.push(`delete ${name} ${uid}`),
    })
    const before = await world.read('gadget-2')
    for (let round = 0; round < 5; round += 1) {
      const end = proxy.inject({ kind: 'refuse' })
      proxy.disconnect()
      await atMost(3, [0, 1, 2], async (index) => {
        await world.delete(`gadget-${index}`)
        await world.create(`gadget-${index}`, { value: bigNumber(round * 10 + index) })
      })
      end()
      await waitFor(
        'the new object',
        async () =>
          operator.informer.lister.get('gadget-2', world.namespace)?.metadata.uid ===
          (await world.read('gadget-2'))?.metadata.uid,
        patience,
      )
    }
    expect(events).toContain(`delete gadget-2 ${before?.metadata.uid}`)
    const adds = events.filter((event) => event.startsWith('add gadget-2'))
    const deletes = events.filter((event) => event.startsWith('delete gadget-2'))
    expect(adds).toHaveLength(deletes.length)
  },
})
