import { describe, expect, test } from 'vitest'
import { StatusError } from '../../../src/apimachinery/status.ts'
import { TerminalError, type ReconcileContext } from '../../../src/runtime/controller/reconciler.ts'
import { newGate, object, startController } from './controller-bench.ts'

const series = (name: string, labels: string): string =>
  `controller_runtime_${name}{controller="app"${labels}}`

describe('what follows a reconcile', () => {
  test('success forgets the failures, and nothing is done until something changes', async () => {
    let failing = true
    const runs: number[] = []
    const { host, controller } = await startController((_request, { failures }) => {
      runs.push(failures)
      return failing ? Promise.reject(new Error('not yet')) : Promise.resolve()
    })
    host.cache.of('App').add(object('a'))
    await host.clock.advance(6)
    failing = false
    await host.clock.advance(10_000)
    expect(runs).toEqual([0, 1, 2])
    expect(controller.queue.numRequeues('default/a')).toBe(0)
    await host.clock.advance(10_000_000)
    expect(runs).toHaveLength(3)
  })

  test('an error comes back after 5 ms, 10 ms, … up to 1,000 s, and never is given up', async () => {
    const at: number[] = []
    const { host } = await startController(() => {
      at.push(host.clock.monotonic())
      return Promise.reject(new Error('always'))
    })
    host.cache.of('App').add(object('a'))
    await host.clock.advance(10_000_000)
    const waits = at.slice(1).map((each, index) => each - (at[index] ?? 0))
    expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40])
    expect(Math.max(...waits)).toBe(1_000_000)
    expect(waits.length).toBeGreaterThan(20)
    expect(host.metric(series('reconcile_errors_total', ''))).toBe(at.length)
  })

  test('an error comes back at the same priority', async () => {
    const gate = newGate()
    const { host, controller } = await startController(({ name }) =>
      name === 'busy' ? gate.opened : Promise.reject(new Error('always')),
    )
    controller.enqueue({ namespace: 'default', name: 'low' }, { priority: -100 })
    await host.clock.advance(0)
    controller.enqueue({ namespace: 'default', name: 'busy' })
    await host.clock.advance(5)
    expect(controller.inspect()).toMatchObject({ delayed: 0, waiting: { '-100': 1 } })
    gate.open()
  })

  test('a terminal error is not tried again, and the failures before it still count', async () => {
    const errors = [new Error('first'), new TerminalError('hopeless'), undefined]
    const runs: number[] = []
    const { host, controller } = await startController(async (_request, { failures }) => {
      runs.push(failures)
      const error = errors[runs.length - 1]
      if (error !== undefined) throw new Error('while reconciling', { cause: error })
      await Promise.resolve()
    })
    host.cache.of('App').add(object('a'))
    await host.clock.advance(10_000_000)
    expect(runs).toEqual([0, 1])
    expect(controller.queue.numRequeues('default/a')).toBe(1)
    expect(host.metric(series('terminal_reconcile_errors_total', ''))).toBe(1)
    host.cache.of('App').update(object('a'), object('a', { resourceVersion: '2' }))
    await host.clock.advance(0)
    expect(runs).toEqual([0, 1, 1])
  })

  test('with maxAttempts, so many failures in a row end the retries until the next event', async () => {
    let runs = 0
    const { host } = await startController(
      () => {
        runs++
        return Promise.reject(new Error('always'))
      },
      { maxAttempts: 3 },
    )
    host.cache.of('App').add(object('a'))
    await host.clock.advance(10_000_000)
    expect(runs).toBe(3)
    host.cache.of('App').update(object('a'), object('a', { resourceVersion: '2' }))
    await host.clock.advance(10_000_000)
    expect(runs).toBe(6)
  })

  test('requeueAfterMs comes back after that time; an event before it takes its place', async () => {
    const at: number[] = []
    const { host } = await startController(() => {
      at.push(host.clock.monotonic())
      return Promise.resolve(at.length <= 2 ? { requeueAfterMs: 50 } : {})
    })
    host.cache.of('App').add(object('a'))
    await host.clock.advance(10)
    host.cache.of('App').update(object('a'), object('a', { resourceVersion: '2' }))
    await host.clock.advance(1000)
    expect(at).toEqual([0, 10, 60])
    expect(host.metric(series('reconcile_total', ',result="requeue_after"'))).toBe(2)
    expect(host.metric(series('reconcile_total', ',result="success"'))).toBe(1)
  })

  test('a result may say another priority for the next run', async () => {
    const gate = newGate()
    const { host, controller } = await startController(({ name }) =>
      name === 'busy'
        ? gate.opened.then(() => ({}))
        : Promise.resolve({ requeueAfterMs: 5, priority: 7 }),
    )
    controller.enqueue({ namespace: 'default', name: 'a' })
    await host.clock.advance(0)
    controller.enqueue({ namespace: 'default', name: 'busy' })
    await host.clock.advance(5)
    expect(controller.inspect().waiting).toEqual({ '7': 1 })
    gate.open()
  })

  test.for([
    { result: { requeueAfterMs: Number.NaN }, part: 'requeueAfterMs' },
    { result: { requeueAfterMs: 5, priority: 0.5 }, part: 'priority' },
  ])('a result with an unusable $part is an error', async ({ result, part }) => {
    const results = [result, {}]
    const { host } = await startController(() => Promise.resolve(results.shift() ?? {}))
    host.cache.of('App').add(object('a'))
    await host.clock.advance(1000)
    const [line] = host.logger.find('reconcile failed')
    expect(String(line?.fields['error'])).toContain(part)
  })

  test('a conflict is no error the first time', async () => {
    const conflict = new StatusError({
      apiVersion: 'v1',
      kind: 'Status',
      reason: 'Conflict',
      code: 409,
    })
    const errors = [conflict, conflict]
    const { host } = await startController(() => {
      const error = errors.shift()
      return error === undefined ? Promise.resolve() : Promise.reject(error)
    })
    host.cache.of('App').add(object('a'))
    await host.clock.advance(1000)
    expect(host.logger.find('reconcile met a conflict')).toHaveLength(1)
    expect(host.logger.find('reconcile failed').map(({ level }) => level)).toEqual(['error'])
  })
})

describe('what a reconcile may do wrong', () => {
  test.for([
    {
      what: 'throws at once',
      reconcile: (): never => {
        throw new Error('sync')
      },
      panics: 0,
    },
    { what: 'throws no error', reconcile: () => Promise.reject('text'), panics: 1 }, // oxlint-disable-line prefer-promise-reject-errors
    {
      what: 'has a bug',
      reconcile: () => Promise.reject(new TypeError('undefined is not a function')),
      panics: 1,
    },
    {
      what: 'meets a broken connection',
      reconcile: () =>
        Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') })),
      panics: 0,
    },
  ])('one that $what is tried again', async ({ reconcile, panics }) => {
    let runs = 0
    const { host, ended } = await startController(() => {
      runs++
      return runs === 1 ? reconcile() : Promise.resolve()
    })
    host.cache.of('App').add(object('a'))
    await host.clock.advance(1000)
    expect([runs, host.metric(series('reconcile_panics_total', '')), ended()]).toEqual([
      2,
      panics,
      undefined,
    ])
  })

  test('a bug ends the controller where recoverPanic is false', async () => {
    const { host, ended } = await startController(
      () => Promise.reject(new TypeError('undefined is not a function')),
      { recoverPanic: false },
    )
    host.cache.of('App').add(object('a'))
    await host.clock.advance(1000)
    expect(ended()).toBeInstanceOf(TypeError)
  })

  test('one that never settles is aborted at its timeout, gives its worker back, and is tried again', async () => {
    const contexts: ReconcileContext[] = []
    const others: string[] = []
    const never = new Promise<void>(() => undefined)
    const { host } = await startController(
      ({ name }, context) => {
        if (name !== 'stuck') others.push(name)
        if (name !== 'stuck' || contexts.push(context) > 1) return Promise.resolve()
        return never
      },
      { reconciliationTimeoutMs: 1000 },
    )
    host.cache.of('App').add(object('stuck'))
    host.cache.of('App').add(object('other'))
    await host.clock.advance(999)
    expect([contexts[0]?.signal.aborted, others]).toEqual([false, []])
    await host.clock.advance(1)
    expect(contexts[0]?.signal.reason).toMatchObject({ name: 'ReconcileTimeoutError' })
    await host.clock.advance(1005)
    expect(others).toEqual(['other'])
    expect(contexts).toHaveLength(2)
    expect(host.metric(series('reconcile_timeouts_total', ''))).toBe(1)
    expect(host.clock.pendingTimers).toBe(0)
  })

  test('one that obeys its signal is not abandoned, and its late answer counts', async () => {
    const { host } = await startController(
      (_request, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
      { reconciliationTimeoutMs: 1000 },
    )
    host.cache.of('App').add(object('a'))
    await host.clock.advance(1000)
    expect(host.clock.pendingTimers).toBe(0)
    expect(host.metric(series('reconcile_total', ',result="success"'))).toBe(1)
    expect(host.metric(series('reconcile_total', ',result="error"'))).toBe(0)
  })
  test('one that asks for its signal late finds it aborted', async () => {
    let seen: AbortSignal | undefined
    const gate = newGate()
    const { host } = await startController(
      async (_request, context) => {
        await gate.opened
        seen = context.signal
      },
      { reconciliationTimeoutMs: 1000 },
    )
    host.cache.of('App').add(object('a'))
    await host.clock.advance(1000)
    gate.open()
    await host.clock.advance(0)
    expect(seen?.reason).toMatchObject({ name: 'ReconcileTimeoutError' })
  })
})
