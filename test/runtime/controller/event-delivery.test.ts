import type { DeepReadonly } from '../../../src/apimachinery/deep-readonly.ts'
import { describe, expect, test } from 'vitest'
import { enqueueMapped } from '../../../src/runtime/controller/event-handler.ts'
import type { ObjectEvent } from '../../../src/runtime/controller/object-event.ts'
import type { Reconciler, Request } from '../../../src/runtime/controller/reconciler.ts'
import { Child, object, startController, type App as AppObject } from './controller-bench.ts'

/** A reconcile that keeps what it was asked for. */
function recorder(): { readonly seen: string[]; readonly reconcile: Reconciler['reconcile'] } {
  const seen: string[] = []
  return {
    seen,
    reconcile: async ({ namespace, name }) => void seen.push(`${namespace}/${name}`),
  }
}

describe('an event whose handler fails', () => {
  test.for(['async', 'sync'] as const)(
    'a function that fails is asked again, object by object (%s)',
    async (how) => {
      const { seen, reconcile } = recorder()
      let failures = 2
      const map = ({ metadata: { name = '' } }: DeepReadonly<AppObject>): Request[] => {
        if (name === 'a' && failures-- > 0) throw new Error('the cache is not there yet')
        return [{ namespace: 'x', name }]
      }
      const mapped = enqueueMapped<AppObject>(how === 'sync' ? map : async (each) => map(each))
      const { host } = await startController(reconcile, {}, (builder) =>
        builder.watches(Child, mapped),
      )
      host.cache.of('Child').add(object('a'))
      host.cache.of('Child').add(object('b'))
      await host.clock.advance(299)
      expect(seen).toEqual(['x/b'])
      await host.clock.advance(1)
      expect(seen).toEqual(['x/b', 'x/a'])
      expect(host.logger.find('event handler failed; the event is handled again')).toMatchObject([
        { fields: { object: 'default/a', delayMs: 100 } },
        { fields: { object: 'default/a', delayMs: 200 } },
      ])
      const retried = 'kops_event_handler_failures_total{controller="app",outcome="retried"}'
      expect(host.metric(retried)).toBe(2)
    },
  )

  test('a function that never settles holds its object alone, and is asked again after 30 s', async () => {
    const { seen, reconcile } = recorder()
    let hangs = 1
    const mapped = enqueueMapped<AppObject>(({ metadata: { name = '' } }) =>
      name === 'a' && hangs-- > 0
        ? new Promise(() => undefined)
        : Promise.resolve([{ namespace: 'x', name }]),
    )
    const { host } = await startController(reconcile, {}, (builder) =>
      builder.watches(Child, mapped),
    )
    host.cache.of('Child').add(object('a'))
    host.cache.of('Child').add(object('b'))
    await host.clock.advance(30_099)
    expect(seen).toEqual(['x/b'])
    await host.clock.advance(1)
    expect(seen).toEqual(['x/b', 'x/a'])
  })

  test('events of an object that fails stay in order, and its changes are one', async () => {
    const { reconcile } = recorder()
    const handled: string[] = []
    let failures = 1
    const handler = {
      handle(event: ObjectEvent<AppObject>) {
        if (failures-- > 0) throw new Error('not now')
        const before = event.type === 'update' ? `${event.oldObject.metadata.resourceVersion}-` : ''
        handled.push(`${event.type} ${before}${event.object.metadata.resourceVersion}`)
      },
    }
    const { host } = await startController(reconcile, {}, (builder) =>
      builder.watches(Child, handler),
    )
    const child = host.cache.of('Child')
    const at = (resourceVersion: string): AppObject => object('a', { resourceVersion })
    child.add(at('1'))
    child.update(at('1'), at('2'))
    child.update(at('2'), at('3'))
    child.delete(at('3'))
    await host.clock.advance(100)
    expect(handled).toEqual(['create 1', 'update 1-3', 'delete 3'])
  })
})
