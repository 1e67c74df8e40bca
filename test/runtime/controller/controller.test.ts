import { describe, expect, test } from 'vitest'
import { Controller } from '../../../src/runtime/controller/controller.ts'
import type { ReconcileContext } from '../../../src/runtime/controller/reconciler.ts'
import { object, newGate, startController, FakeHost, run } from './controller-bench.ts'
import { functionSource } from '../../../src/runtime/controller/sources.ts'

const series = (name: string, labels: string): string =>
  `controller_runtime_${name}{controller="app"${labels}}`

describe('concurrency', () => {
  test('so many requests are reconciled at once, and none of them twice', async () => {
    const gates = new Map(['a', 'b', 'c'].map((name) => [name, newGate()]))
    const running: string[] = []
    const { host, controller } = await startController(
      async ({ name }) => {
        running.push(name)
        await gates.get(name)?.opened
      },
      { maxConcurrentReconciles: 2 },
    )
    for (const name of 'abc') host.cache.of('App').add(object(name))
    host.cache.of('App').update(object('a'), object('a', { resourceVersion: '2' }))
    await host.clock.advance(0)
    expect([running, controller.activeWorkers]).toEqual([['a', 'b'], 2])
    gates.get('b')?.open()
    await host.clock.advance(0)
    expect(running).toEqual(['a', 'b', 'c'])
    gates.get('a')?.open()
    gates.get('c')?.open()
    await host.clock.advance(0)
    expect(running).toEqual(['a', 'b', 'c', 'a'])
    expect(controller.activeWorkers).toBe(0)
  })

  test('a long row of reconciles lets timers and sockets have their turn', async () => {
    const host = new FakeHost()
    let turns = 0
    const tick = (): void => {
      turns++
      if (seen < 3000) setImmediate(tick)
    }
    let seen = 0
    const controller = new Controller({
      name: 'busy',
      reconciler: {
        reconcile: () => {
          seen++
          const until = performance.now() + 0.02
          while (performance.now() < until);
          return Promise.resolve()
        },
      },
      logger: host.logger,
      metrics: host.metrics,
    })
    for (let index = 0; index < 3000; index++) {
      controller.enqueue({ namespace: '', name: String(index) })
    }
    setImmediate(tick)
    const stop = new AbortController()
    const running = controller.start(stop.signal)
    await expect.poll(() => seen, { timeout: 30_000 }).toBe(3000)
    stop.abort()
    await running
    expect(turns).toBeGreaterThan(5)
  })
})

describe('stopping', () => {
  test('gives back a request that was taken while somebody else had their turn', async () => {
    const host = new FakeHost()
    const stop = new AbortController()
    const runs: string[] = []
    const controller = new Controller({
      name: 'busy',
      reconciler: {
        async reconcile({ name }) {
          runs.push(name)
          // The turn is over after this, and the stop comes in it.
          const until = performance.now() + 10
          while (performance.now() < until);
          setImmediate(() => stop.abort())
          await Promise.resolve()
        },
      },
      logger: host.logger,
      metrics: host.metrics,
    })
    controller.enqueue({ namespace: '', name: 'first' })
    controller.enqueue({ namespace: '', name: 'second' })
    await controller.start(stop.signal)
    expect([runs, controller.queue.processing.size]).toEqual([['first'], 0])
  })

  test('takes nothing new, lets what is in hand end, drops what waits, and then resolves', async () => {
    const gate = newGate()
    const runs: string[] = []
    const { host, controller, stop, ended } = await startController(
      async ({ name }, { signal }) => {
        runs.push(name)
        await gate.opened
        if (signal.aborted) throw new Error('was aborted')
        return { requeueAfterMs: 10 }
      },
    )
    host.cache.of('App').add(object('a'))
    host.cache.of('App').add(object('b'))
    await host.clock.advance(0)
    stop()
    host.cache.of('App').add(object('c'))
    await host.clock.advance(20_000)
    expect([runs, ended(), controller.inspect().phase]).toEqual([['a'], undefined, 'draining'])
    gate.open()
    await host.clock.advance(0)
    expect([runs, ended(), controller.inspect().phase]).toEqual([['a'], 'resolved', 'stopped'])
    expect(host.metric(series('reconcile_total', ',result="requeue_after"'))).toBe(1)
    expect([host.clock.pendingTimers, host.cache.of('App').handlers]).toEqual([0, 0])
  })

  test('abort ends what is in hand, and abandons what ignores it', async () => {
    const signals: AbortSignal[] = []
    const { host, controller, stop, ended } = await startController((_request, { signal }) => {
      signals.push(signal)
      return new Promise(() => undefined)
    })
    host.cache.of('App').add(object('a'))
    await host.clock.advance(0)
    stop()
    await host.clock.advance(30_000)
    expect(ended()).toBeUndefined()
    controller.abort(new Error('the grace is over'))
    expect(signals[0]?.reason).toMatchObject({ message: 'the grace is over' })
    await host.clock.advance(1000)
    expect(ended()).toBe('resolved')
    expect(host.logger.find('reconcile failed')).toEqual([])
    expect(host.logger.find('reconcile was stopped')).toHaveLength(1)
  })

  test('a controller is started once', async () => {
    const { controller } = await startController(() => Promise.resolve())
    await expect(controller.start(new AbortController().signal)).rejects.toThrow('started before')
  })
})

describe('sources', () => {
  test('no worker runs before each is synced, and low priority is what was there before', async () => {
    const host = new FakeHost()
    host.cache.isSynced = false
    const runs: string[] = []
    const controller = new Controller({
      name: 'app',
      reconciler: { reconcile: async ({ name }) => void runs.push(name) },
      ...host.parts(),
    })
    controller.watch(host.kindSource())
    await run(host, controller)
    host.cache.of('App').add(object('old'), true)
    host.cache.of('App').add(object('new'))
    await host.clock.advance(1000)
    expect([runs, controller.inspect()]).toMatchObject([
      [],
      {
        phase: 'starting',
        waiting: { '-100': 1, '0': 1 },
        sources: [{ name: 'kind App', hasSynced: false }],
      },
    ])
    host.cache.of('App').sync()
    await host.clock.advance(0)
    expect(runs).toEqual(['new', 'old'])
  })

  test('one that cannot sync says so every 10 s, and ends the controller after cacheSyncTimeoutMs', async () => {
    const host = new FakeHost()
    host.cache.isSynced = false
    host.cache.of('App').lastError = 'the server could not find the requested resource'
    const controller = new Controller({
      name: 'app',
      reconciler: { reconcile: () => Promise.resolve() },
      ...host.parts(),
    })
    controller.watch(host.kindSource())
    const { ended } = await run(host, controller)
    await host.clock.advance(119_999)
    expect(ended()).toBeUndefined()
    const reminders = host.logger.find('waiting for the cache')
    expect(reminders).toHaveLength(11)
    expect(reminders[0]?.fields).toMatchObject({
      kind: 'App',
      error: 'the server could not find the requested resource',
    })
    await host.clock.advance(1)
    expect(ended()).toMatchObject({ name: 'CacheSyncTimeoutError' })
    expect(host.clock.pendingTimers).toBe(0)
  })

  test('one that fails later ends the controller', async () => {
    let fail: (error: Error) => void = () => undefined
    const source = functionSource('outside', (sink) => {
      fail = (error) => sink.fail(error)
      return Promise.resolve()
    })
    const { host, ended } = await startController(
      () => Promise.resolve(),
      {},
      (builder) => builder.watchesRawSource(source),
    )
    fail(new Error('the stream broke'))
    await host.clock.advance(0)
    expect(ended()).toMatchObject({ message: 'the stream broke' })
  })

  test('warmup fills the queue before the start, and reconciles nothing', async () => {
    const host = new FakeHost()
    let runs = 0
    const controller = new Controller({
      name: 'app',
      reconciler: {
        reconcile: () => {
          runs++
          return Promise.resolve()
        },
      },
      ...host.parts(),
      options: { enableWarmup: true },
    })
    controller.watch(host.kindSource())
    await controller.warmup(new AbortController().signal)
    host.cache.of('App').add(object('a'))
    await host.clock.advance(1000)
    expect([runs, controller.queue.length]).toEqual([0, 1])
    await run(host, controller)
    expect(runs).toBe(1)
  })
})

describe('logs and metrics', () => {
  test('carry controller, object, reconcile id and causes under the known names', async () => {
    let seen: ReconcileContext | undefined
    const { host } = await startController((_request, context) => {
      seen = context
      return Promise.reject(new Error('no'))
    })
    host.cache.of('App').add(object('shop/a'), true)
    await host.clock.advance(0)
    const [line] = host.logger.find('reconcile failed')
    expect(line?.fields).toMatchObject({
      controller: 'app',
      controllerGroup: 'apps.example.org',
      controllerKind: 'App',
      App: { namespace: 'shop', name: 'a' },
      namespace: 'shop',
      name: 'a',
      reconcileID: seen?.reconcileId,
      causes: [{ event: 'create', object: 'App shop/a', source: 'kind App' }],
    })
    await host.clock.advance(5)
    expect(seen).toMatchObject({ failures: 1, causes: [{ event: 'retry' }] })
  })

  test('the causes of one request are bounded, and repetitions are counted', async () => {
    const gate = newGate()
    const causes: unknown[] = []
    const { host } = await startController(async (_request, context) => {
      causes.push(context.causes)
      await gate.opened
    })
    host.cache.of('App').add(object('a'))
    await host.clock.advance(0)
    for (let version = 2; version <= 40; version++) {
      host.cache.of('App').update(object('a'), object('a', { resourceVersion: String(version) }))
    }
    host.cache.of('App').update(object('a'), object('a'))
    gate.open()
    await host.clock.advance(0)
    expect(causes[1]).toEqual([
      { event: 'update', object: 'App default/a', source: 'kind App', times: 39 },
      { event: 'resync', object: 'App default/a', source: 'kind App' },
    ])
  })

  test('every series is there before anything happens', async () => {
    const { host } = await startController(() => Promise.resolve())
    for (const result of ['success', 'error', 'requeue', 'requeue_after']) {
      expect(host.metric(series('reconcile_total', `,result="${result}"`))).toBe(0)
    }
    expect(host.metric(series('max_concurrent_reconciles', ''))).toBe(1)
    expect(host.metric(series('active_workers', ''))).toBe(0)
    expect(host.metric('workqueue_depth{name="app",controller="app",priority="0"}')).toBe(0)
  })
})
