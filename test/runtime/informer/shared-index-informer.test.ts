import { describe, expect, test } from 'vitest'
import type { Logger } from '../../../src/runtime/log/logger.ts'
import { stripManagedFields } from '../../../src/runtime/informer/transforms.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { added, deleted, endAt, gadget, GadgetBench, modified } from './gadgets.ts'

/** Keeps the messages of errors. */
function recordErrors(): { readonly log: Logger; readonly errors: string[] } {
  const errors: string[] = []
  const log: Logger = { ...silentLogger, error: (message) => void errors.push(message) }
  return { log, errors }
}

describe('handlers', () => {
  test('one that comes late is told of what is stored, as of an initial list, and then of changes', async () => {
    const bench = new GadgetBench()
    await bench.start()
    await bench.send(added(gadget('a', 1)), endAt(2))
    const seen: string[] = []
    const registration = bench.informer.addEventHandler({
      onAdd: ({ metadata }, isInitial) => seen.push(`add ${metadata?.name} ${isInitial}`),
      onUpdate: (_old, { metadata }) => seen.push(`update ${metadata?.name}`),
    })
    expect([registration.hasSynced(), seen]).toEqual([false, []])
    await registration.synced
    await bench.send(added(gadget('b', 3)), modified(gadget('a', 4)))
    expect(seen).toEqual(['add a true', 'add b false', 'update a'])
    await bench.stop()
  })

  test('one that is removed hears nothing more', async () => {
    const bench = new GadgetBench()
    const seen: string[] = []
    const registration = bench.informer.addEventHandler({ onAdd: () => seen.push('add') })
    await bench.start()
    await bench.send(added(gadget('a', 1)), endAt(2))
    registration.remove()
    await bench.send(added(gadget('b', 3)))
    expect([seen, bench.informer.status().handlers]).toEqual([['add'], 0])
    await bench.stop()
  })

  test('one that throws, or rejects, is logged and keeps nobody from hearing', async () => {
    const { log, errors } = recordErrors()
    const bench = new GadgetBench({ log })
    const seen: string[] = []
    bench.informer.addEventHandler({
      onAdd: () => {
        throw new Error('no')
      },
      // oxlint-disable-next-line typescript/no-misused-promises -- a mistake that must harm nobody
      onUpdate: async () => {
        throw new Error('no')
      },
    })
    bench.informer.addEventHandler({
      onAdd: () => seen.push('add'),
      onUpdate: () => seen.push('update'),
    })
    await bench.start()
    await bench.send(added(gadget('a', 1)), endAt(1))
    await bench.send(modified(gadget('a', 2)))
    expect(seen).toEqual(['add', 'update'])
    expect(errors).toHaveLength(2)
    await bench.stop()
  })

  test('one that asks for resyncs, and nobody else, is told of everything again', async () => {
    const bench = new GadgetBench()
    const seen: string[] = []
    const others: string[] = []
    bench.informer.addEventHandler(
      { onUpdate: (old, object) => seen.push(`${object.metadata?.name} ${old === object}`) },
      { resyncMs: 10_000 },
    )
    bench.informer.addEventHandler({ onUpdate: () => others.push('update') })
    await bench.start()
    await bench.send(added(gadget('a', 1)), added(gadget('b', 2)), endAt(2))
    await bench.clock.advance(20_000)
    expect(seen).toEqual(['a true', 'b true', 'a true', 'b true'])
    expect(others).toEqual([])
    await bench.stop()
    expect(bench.clock.pendingTimers).toBe(0)
  })

  test('hear nothing after the informer was stopped', async () => {
    const bench = new GadgetBench()
    const seen: string[] = []
    bench.informer.addEventHandler({ onAdd: () => seen.push('add') })
    await bench.start()
    bench.server.send([added(gadget('a', 1)), endAt(1)])
    await bench.stop()
    expect([seen, bench.server.openRequests, bench.clock.pendingTimers]).toEqual([[], 0, 0])
  })
})

describe('long lists', () => {
  /** A clock that moves on by a millisecond whenever it is looked at. */
  class BusyClock extends ManualClock {
    #looks = 0

    override monotonic(): number {
      return super.monotonic() + ++this.#looks
    }
  }

  test('are told in slices, in order, and hold back what comes after them', async () => {
    const bench = new GadgetBench({ clock: new BusyClock() })
    const seen: string[] = []
    bench.informer.addEventHandler({
      onAdd: ({ metadata }) => seen.push(`${metadata?.name}`),
      onUpdate: ({ metadata }) => seen.push(`update ${metadata?.name}`),
    })
    const names = Array.from({ length: 1000 }, (_, index) => `gadget-${index}`)
    void bench.start()
    await bench.clock.advance(0)
    const objects = names.map((name, index) => added(gadget(name, index + 1)))
    bench.server.send([...objects, endAt(1000)])
    bench.server.send([modified(gadget('gadget-0', 1001))])
    while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve))
    // Handlers have heard of a part only, but the store is whole.
    expect(seen.length).toBeLessThan(1000)
    expect([bench.informer.lister.list().length, bench.informer.hasSynced()]).toEqual([1000, false])
    await bench.informer.synced
    await bench.clock.advance(0)
    await bench.clock.advance(0)
    expect(seen).toEqual([...names, 'update gadget-0'])
    await bench.stop()
  })
})

describe('objects', () => {
  test('are transformed once per state, before anyone sees them', async () => {
    let transformed = 0
    const bench = new GadgetBench({
      transform: (object) => {
        transformed++
        return stripManagedFields(object)
      },
    })
    const managedFields = [{ manager: 'test' }]
    const object = (version: number) => gadget('a', version, { metadata: { managedFields } })
    await bench.start()
    await bench.send(added(object(1)), endAt(1))
    await bench.send({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } })
    await bench.clock.advance(800)
    await bench.send(added(object(1)), endAt(3))
    expect(transformed).toBe(1)
    expect(bench.informer.lister.get('a')?.metadata).not.toHaveProperty('managedFields')
    await bench.stop()
  })

  test('are frozen unless another thing is asked for', async () => {
    const bench = new GadgetBench()
    await bench.start()
    await bench.send(added(gadget('a', 1, { spec: { color: 'red' } })), endAt(1))
    const stored = bench.informer.lister.get('a')
    expect(() => Object.assign(stored?.spec ?? {}, { color: 'blue' })).toThrow(TypeError)
    await bench.stop()
  })

  test('whose transform changes the name go into quarantine', async () => {
    const { log, errors } = recordErrors()
    const bench = new GadgetBench({ log, transform: () => gadget('other', 1) })
    await bench.start()
    await bench.send(added(gadget('a', 1)), endAt(1))
    expect(bench.informer.status().quarantined.map(({ key }) => key)).toEqual(['a'])
    expect([bench.names, errors.length]).toEqual([[], 1])
    await bench.stop()
  })

  test('without a name harm nobody', async () => {
    const bench = new GadgetBench()
    await bench.start()
    await bench.send({ type: 'ADDED', object: {} }, added(gadget('a', 1)), endAt(1))
    expect([bench.names, bench.informer.hasSynced()]).toEqual([['a'], true])
    await bench.stop()
  })

  test('that an index function cannot read concern their own key', async () => {
    const { log, errors } = recordErrors()
    const byColor = ({ spec }: { spec?: { color: string } }): string[] => {
      if (spec === undefined) throw new TypeError('there is no spec')
      return [spec.color]
    }
    const bench = new GadgetBench({ log, indexers: { color: byColor } })
    await bench.start()
    const red = () => ({ spec: { color: 'red' } })
    await bench.send(added(gadget('a', 1)), added(gadget('b', 2, red())), endAt(2))
    expect(bench.informer.lister.byIndex('color', 'red')).toHaveLength(1)
    await bench.send(added(gadget('c', 3)), modified(gadget('b', 4)), added(gadget('d', 5, red())))
    expect(
      bench.informer.lister.byIndex('color', 'red').map((each) => each.metadata?.name),
    ).toEqual(['b', 'd'])
    expect(errors).toHaveLength(3)
    await bench.stop()
  })
})

describe('several namespaces', () => {
  const inNamespace = (namespace: string, name: string, version: number) =>
    gadget(name, version, { metadata: { namespace, uid: `${namespace}-${name}` } })

  test('are one informer with a watch for each, and lists replace their own namespace alone', async () => {
    const bench = new GadgetBench({ namespaces: ['two', 'one', 'one'] })
    await bench.start()
    expect(bench.requests.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'watch in one',
      'watch in two',
    ])
    bench.server.send([added(inNamespace('one', 'a', 1)), endAt(5)], 'one')
    await bench.clock.advance(0)
    expect([bench.informer.hasSynced(), bench.informer.lastSyncResourceVersion]).toEqual([
      false,
      '',
    ])
    bench.server.send([added(inNamespace('two', 'a', 2)), endAt(4)], 'two')
    await bench.clock.advance(0)
    expect([bench.informer.hasSynced(), bench.informer.lastSyncResourceVersion]).toEqual([
      true,
      '4',
    ])
    bench.server.send(
      [{ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } }],
      'one',
    )
    await bench.clock.advance(800)
    bench.server.send([endAt(9)], 'one')
    await bench.clock.advance(0)
    expect(bench.informer.lister.list().map(({ metadata }) => metadata?.namespace)).toEqual(['two'])
    expect(bench.informer.lister.list({ namespace: 'one' })).toEqual([])
    expect(bench.informer.resourceVersionIn('one')).toBe('9')
    await bench.stop()
  })
})

describe('deletions', () => {
  test('of an earlier incarnation are not taken for the later one', async () => {
    const bench = new GadgetBench()
    await bench.start()
    await bench.send(added(gadget('a', 5, { metadata: { uid: 'second' } })), endAt(5))
    await bench.send(deleted(gadget('a', 6, { metadata: { uid: 'first' } })))
    expect(bench.names).toEqual(['a'])
    await bench.stop()
  })

  test('that nobody saw carry the last known state', async () => {
    const bench = new GadgetBench()
    const tombstones: unknown[] = []
    bench.informer.addEventHandler({
      onDelete: (_object, tombstone) => tombstones.push(tombstone),
    })
    await bench.start()
    await bench.send(added(gadget('a', 1)), endAt(1))
    const stored = bench.informer.lister.get('a')
    await bench.send({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } })
    await bench.clock.advance(800)
    await bench.send(endAt(9))
    expect(tombstones).toEqual([{ key: 'a', object: stored }])
    await bench.stop()
  })
})
