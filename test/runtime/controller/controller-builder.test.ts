import { describe, expect, test } from 'vitest'
import { newController } from '../../../src/runtime/controller/controller-builder.ts'
import { channelSource, EventChannel } from '../../../src/runtime/controller/event-channel.ts'
import {
  enqueueMapped,
  enqueueObject,
  handlerFunctions,
} from '../../../src/runtime/controller/event-handler.ts'
import type { Reconciler } from '../../../src/runtime/controller/reconciler.ts'
import { generationChanged, objectPredicate } from '../../../src/runtime/controller/predicate.ts'
import { informerSource } from '../../../src/runtime/controller/sources.ts'
import {
  App,
  Child,
  FakeHost,
  newGate,
  object,
  run,
  startController,
  type App as AppObject,
} from './controller-bench.ts'
import { ScriptedInformer } from './scripted-informer.ts'

const idle: Reconciler['reconcile'] = () => Promise.resolve()

/** A reconcile that keeps what it was asked for. */
function recorder(): { readonly seen: string[]; readonly reconcile: Reconciler['reconcile'] } {
  const seen: string[] = []
  return {
    seen,
    reconcile: async ({ namespace, name }) => {
      seen.push(`${namespace}/${name}`)
      await Promise.resolve()
    },
  }
}

function ownedBy(
  ...owners: {
    readonly name: string
    readonly controller?: boolean
    readonly apiVersion?: string
    readonly kind?: string
  }[]
): AppObject {
  return object('child', {
    ownerReferences: owners.map((owner) => ({
      apiVersion: 'apps.example.org/v1alpha1',
      kind: 'App',
      uid: `uid-${owner.name}`,
      ...owner,
    })),
  })
}

describe('owns', () => {
  test.for([
    {
      what: 'the managing controller, in any version',
      child: ownedBy({ name: 'a', controller: true }),
      seen: ['default/a'],
    },
    { what: 'no other owner', child: ownedBy({ name: 'a' }), seen: [] },
    {
      what: 'no owner of another group',
      child: ownedBy({ name: 'a', controller: true, apiVersion: 'other.example.org/v1' }),
      seen: [],
    },
    {
      what: 'no owner of another kind',
      child: ownedBy({ name: 'a', controller: true, kind: 'Other' }),
      seen: [],
    },
    { what: 'nobody where there is no owner', child: object('child'), seen: [] },
  ])('reconciles $what', async ({ child, seen: wanted }) => {
    const { seen, reconcile } = recorder()
    const { host } = await startController(reconcile, {}, (builder) => builder.owns(Child))
    host.cache.of('Child').add(child)
    await host.clock.advance(0)
    expect(seen).toEqual(wanted)
  })

  test('reconciles every owner where matchEveryOwner says so', async () => {
    const { seen, reconcile } = recorder()
    const { host } = await startController(reconcile, {}, (builder) =>
      builder.owns(Child, { matchEveryOwner: true }),
    )
    host.cache.of('Child').add(ownedBy({ name: 'a' }, { name: 'b', controller: true }))
    await host.clock.advance(0)
    expect(seen).toEqual(['default/a', 'default/b'])
  })

  test('reconciles the owner that lost its child, and the one that got it', async () => {
    const { seen, reconcile } = recorder()
    const { host } = await startController(reconcile, {}, (builder) => builder.owns(Child))
    host.cache
      .of('Child')
      .update(ownedBy({ name: 'a', controller: true }), ownedBy({ name: 'b', controller: true }))
    await host.clock.advance(0)
    expect(seen).toEqual(['default/a', 'default/b'])
  })

  test('looks for a cluster-scoped owner outside of namespaces', async () => {
    const { seen, reconcile } = recorder()
    const clusterApp = { ...App, scope: 'Cluster' } as const
    const host = new FakeHost()
    const controller = newController(host).for(clusterApp).owns(Child).complete(reconcile)
    await run(host, controller)
    host.cache.of('Child').add(ownedBy({ name: 'a', controller: true }))
    await host.clock.advance(0)
    expect(seen).toEqual(['/a'])
  })
})

describe('watches', () => {
  test('reconciles what a function says of the old and the new object, each once', async () => {
    const { seen, reconcile } = recorder()
    const byLabels = enqueueMapped<AppObject>(({ metadata }) =>
      Object.keys(metadata.labels ?? {}).map((name) => ({ namespace: 'x', name })),
    )
    const { host } = await startController(reconcile, {}, (builder) =>
      builder.watches(Child, byLabels),
    )
    host.cache
      .of('Child')
      .update(
        object('c', { labels: { a: '', b: '' } }),
        object('c', { resourceVersion: '2', labels: { b: '', d: '' } }),
      )
    await host.clock.advance(0)
    expect(seen).toEqual(['x/a', 'x/b', 'x/d'])
    expect(host.metric('workqueue_adds_total{name="app",controller="app"}')).toBe(3)
  })

  test('a handler that throws loses its event alone', async () => {
    const { seen, reconcile } = recorder()
    const broken = handlerFunctions<AppObject>({
      create(event, queue) {
        if (event.object.metadata.name === 'bad') throw new Error('no such field')
        queue.add({ namespace: 'x', name: 'good' })
      },
    })
    const { host } = await startController(reconcile, {}, (builder) =>
      builder.watches(Child, broken),
    )
    host.cache.of('Child').add(object('bad'))
    host.cache.of('Child').add(object('good'))
    host.cache.of('Child').delete(object('good'), true)
    await host.clock.advance(0)
    expect(seen).toEqual(['x/good'])
    await host.clock.advance(16 * 60_000)
    expect(host.logger.find('event handler failed; the event is skipped')).toMatchObject([
      { level: 'error', fields: { source: 'kind Child', object: 'default/bad' } },
    ])
    const dropped = 'kops_event_handler_failures_total{controller="app",outcome="dropped"}'
    expect(host.metric(dropped)).toBe(1)
  })

  test('a handler may delay what it adds', async () => {
    const { seen, reconcile } = recorder()
    const later = handlerFunctions<AppObject>({
      delete: (_event, queue) => queue.addAfter({ namespace: 'x', name: 'later' }, 100),
      generic: (_event, queue) => queue.addRateLimited({ namespace: 'x', name: 'limited' }),
    })
    const { host } = await startController(reconcile, {}, (builder) =>
      builder.watches(Child, later),
    )
    host.cache.of('Child').delete(object('a'))
    await host.clock.advance(99)
    expect(seen).toEqual([])
    await host.clock.advance(1)
    expect(seen).toEqual(['x/later'])
  })
})

describe('predicates of a controller', () => {
  test('global ones and those of a watch must all admit, and raw sources see neither', async () => {
    const { seen, reconcile } = recorder()
    const raw = new ScriptedInformer<AppObject>('Raw')
    raw.sync()
    const { host } = await startController(reconcile, {}, (builder) =>
      builder
        .withEventFilter(generationChanged)
        .owns(Child, { predicates: [objectPredicate(() => false, 'never')] })
        .watchesRawSource(informerSource(raw, { handler: enqueueObject() })),
    )
    const status = object('status', { resourceVersion: '2', generation: 1 })
    host.cache.of('App').update(object('status', { generation: 1 }), status)
    host.cache
      .of('App')
      .update(
        object('spec', { generation: 1 }),
        object('spec', { resourceVersion: '2', generation: 2 }),
      )
    host.cache.of('Child').add(ownedBy({ name: 'a', controller: true }))
    raw.update(object('raw'), object('raw', { resourceVersion: '2' }))
    await host.clock.advance(0)
    expect(seen).toEqual(['default/spec', 'default/raw'])
  })

  test('stand in the causes', async () => {
    let causes: unknown
    const { host } = await startController(
      (_request, context) => {
        causes = context.causes
        return Promise.resolve()
      },
      {},
      (builder) => builder.withEventFilter(generationChanged),
    )
    host.cache.of('App').add(object('a'))
    await host.clock.advance(0)
    expect(causes).toEqual([
      {
        event: 'create',
        object: 'App default/a',
        source: 'kind App',
        predicate: 'generationChanged',
      },
    ])
  })
})

describe('channels', () => {
  test('deliver generic events until the controller ends', async () => {
    const { seen, reconcile } = recorder()
    const channel = new EventChannel<AppObject>()
    const { host, stop, ended } = await startController(reconcile, {}, (builder) =>
      builder.watchesRawSource(channelSource(channel, { handler: enqueueObject() })),
    )
    await channel.send(object('a'))
    await host.clock.advance(0)
    stop()
    await host.clock.advance(0)
    expect([seen, ended()]).toEqual([['default/a'], 'resolved'])
  })

  test('that fail end the controller', async () => {
    const gate = newGate()
    async function* broken(): AsyncGenerator<AppObject> {
      yield object('a')
      await gate.opened
      throw new Error('the queue of messages is gone')
    }
    const { seen, reconcile } = recorder()
    const { host, ended } = await startController(reconcile, {}, (builder) =>
      builder.watchesRawSource(channelSource(broken(), { handler: enqueueObject() })),
    )
    await host.clock.advance(0)
    expect([seen, ended()]).toEqual([['default/a'], undefined])
    gate.open()
    await host.clock.advance(0)
    expect(ended()).toMatchObject({ message: 'the queue of messages is gone' })
  })

  test('hold as much as their capacity, and then make senders wait', async () => {
    const channel = new EventChannel<number>({ capacity: 2 })
    const sent: number[] = []
    const sending = [1, 2, 3].map((each) => channel.send(each).then(() => sent.push(each)))
    await Promise.resolve()
    await Promise.resolve()
    expect(sent).toEqual([1, 2])
    const iterator = channel[Symbol.asyncIterator]()
    expect(await iterator.next()).toEqual({ done: false, value: 1 })
    await Promise.all(sending)
    channel.close()
    expect([await iterator.next(), await iterator.next(), await iterator.next()]).toEqual([
      { done: false, value: 2 },
      { done: false, value: 3 },
      { done: true, value: undefined },
    ])
    await expect(channel.send(4)).rejects.toThrow('closed')
  })
})

describe('the builder', () => {
  test('names a controller after its kind, adds it to the manager, and asks for metadata where it is told to', () => {
    const host = new FakeHost()
    const controller = newController(host).for(App, { metadataOnly: true }).complete(idle)
    expect([controller.name, controller.group, host.runnables]).toEqual([
      'app',
      'leader',
      [controller],
    ])
    void controller.start(new AbortController().signal)
    expect(host.cache.asked).toEqual([{ kind: 'App', metadataOnly: true }])
  })

  test('takes defaults of the manager where the controller says nothing', () => {
    const host = Object.assign(new FakeHost(), {
      controllerDefaults: { needLeaderElection: false },
    })
    expect(newController(host).for(App).build(idle).group).toBe('other')
    expect(host.runnables).toEqual([])
  })

  test.for([
    { what: 'by its kind', options: {}, workers: 4 },
    { what: 'as it says itself', options: { maxConcurrentReconciles: 2 }, workers: 2 },
  ])('takes its concurrency $what', async ({ options, workers }) => {
    const controllerDefaults = { groupKindConcurrency: { 'App.apps.example.org': 4, App: 7 } }
    const host = Object.assign(new FakeHost(), { controllerDefaults })
    await run(host, newController(host).for(App).withOptions(options).complete(idle))
    const series = 'controller_runtime_max_concurrent_reconciles{controller="app"}'
    expect(host.metric(series)).toBe(workers)
  })

  test('refuses a name that another controller of the process has', () => {
    const host = new FakeHost()
    newController(host).for(App).complete(idle)
    expect(() => newController(host).for(App).complete(idle)).toThrow('named `app` exists already')
    newController(host).for(App).named('other').complete(idle)
    newController(host).for(App).withOptions({ skipNameValidation: true }).complete(idle)
    expect(host.runnables).toHaveLength(3)
  })

  test.for([
    {
      what: 'two kinds in for',
      build: (host: FakeHost) => newController(host).for(App).for(Child),
      error: '`for` was given App already',
    },
    {
      what: 'owns without for',
      build: (host: FakeHost) => newController(host).owns(Child).named('a').build(idle),
      error: '`owns` needs `for`',
    },
    {
      what: 'owns of a kind without descriptor',
      build: (host: FakeHost) =>
        newController(host).for({ group: 'g', version: 'v1', kind: 'K' }).owns(Child).build(idle),
      error: '`owns` needs a resource descriptor',
    },
    {
      what: 'nothing to watch',
      build: (host: FakeHost) => newController(host).named('a').build(idle),
      error: 'something to watch',
    },
    {
      what: 'no name',
      build: (host: FakeHost) => newController(host).watches(Child, enqueueObject()).build(idle),
      error: 'needs a name',
    },
    {
      what: 'no workers',
      build: (host: FakeHost) =>
        newController(host).for(App).withOptions({ maxConcurrentReconciles: 0 }).build(idle),
      error: '`maxConcurrentReconciles`',
    },
    {
      what: 'a negative timeout',
      build: (host: FakeHost) =>
        newController(host).for(App).withOptions({ cacheSyncTimeoutMs: -1 }).build(idle),
      error: '`cacheSyncTimeoutMs`',
    },
  ])('refuses $what', ({ build, error }) => {
    expect(() => build(new FakeHost())).toThrow(error)
  })
})
