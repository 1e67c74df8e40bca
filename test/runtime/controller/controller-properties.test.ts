import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { object, startController } from './controller-bench.ts'

/** One step of a random history. */
const step = fc.oneof(
  fc.record({ type: fc.constant('event' as const), key: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 30 }) }),
)

/** How the reconciles of a run behave, in turn. */
const behaviour = fc.record({
  takesMs: fc.integer({ min: 0, max: 20 }),
  end: fc.constantFrom('succeed', 'fail', 'requeue', 'hang'),
})

describe('for any history of events', () => {
  test('no request is reconciled twice at once, and each is after its last event', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.array(behaviour, { maxLength: 15 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, behaviours, workers) => {
          const running = new Set<string>()
          const overlaps: string[] = []
          /** The version that each key had when its last successful reconcile began. */
          const reconciled = new Map<string, number>()
          const versions = new Map<string, number>()
          const { host, controller } = await startController(
            async ({ name }, { signal }) => {
              if (running.has(name)) overlaps.push(name)
              running.add(name)
              const began = versions.get(name) ?? 0
              const { takesMs, end } = behaviours.shift() ?? { takesMs: 0, end: 'succeed' }
              await new Promise<void>((resolve) => {
                if (end === 'hang') signal.addEventListener('abort', () => resolve())
                else host.clock.after(takesMs, resolve)
              })
              running.delete(name)
              if (end === 'fail' || end === 'hang') throw new Error('on purpose')
              reconciled.set(name, began)
              return end === 'requeue' ? { requeueAfterMs: 5 } : undefined
            },
            { maxConcurrentReconciles: workers, reconciliationTimeoutMs: 25 },
          )
          for (const each of steps) {
            if (each.type === 'wait') await host.clock.advance(each.ms)
            else {
              const name = `key-${each.key}`
              const version = (versions.get(name) ?? 0) + 1
              versions.set(name, version)
              const [old, now] = [version - 1, version].map((resourceVersion) =>
                object(name, { resourceVersion: String(resourceVersion) }),
              )
              if (old && now) host.cache.of('App').update(old, now)
            }
          }
          await host.clock.advance(5_000)
          expect(overlaps).toEqual([])
          expect(reconciled).toEqual(versions)
          expect(controller.inspect()).toMatchObject({ waiting: {}, delayed: 0, processing: [] })
          expect(host.clock.pendingTimers).toBe(0)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('ten thousand requests go through beside one that always fails', async () => {
    const seen = new Set<string>()
    const { host } = await startController(
      ({ name }) => {
        seen.add(name)
        return name === 'bad' ? Promise.reject(new Error('always')) : Promise.resolve()
      },
      { maxConcurrentReconciles: 4 },
    )
    host.cache.of('App').add(object('bad'))
    for (let index = 0; index < 10_000; index++)
      host.cache.of('App').add(object(`good-${index}`), true)
    for (let round = 0; round < 1000 && seen.size < 10_001; round++) await host.clock.advance(10)
    expect(seen.size).toBe(10_001)
  })
})
