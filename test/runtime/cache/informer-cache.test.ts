import { describe, expect, test } from 'vitest'
import { PathSegmentError } from '../../../src/apimachinery/path-segment.ts'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import {
  CacheNotStartedError,
  InformerCache,
  InformerMissingError,
  type InformerCacheOptions,
} from '../../../src/runtime/cache/informer-cache.ts'
import { NamespaceNotCachedError } from '../../../src/runtime/cache/kind-cache.ts'
import { FieldSelectorError } from '../../../src/runtime/cache/selection.ts'
import { InformerMetrics } from '../../../src/runtime/informer/informer-metrics.ts'
import { SharedInformerFactory } from '../../../src/runtime/informer/shared-informer-factory.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { FakeApiServer } from '../informer/fake-api-server.ts'
import { added, endAt, gadget, gadgets, type Gadget } from '../informer/gadgets.ts'
import { ScriptedServer } from '../informer/scripted-server.ts'
import { silentLogger } from '../log/silent-logger.ts'

/** A cache over a server that holds gadgets a and b. */
class CacheBench {
  readonly clock = new ManualClock()
  readonly server = new FakeApiServer()
  readonly cache: InformerCache
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined

  constructor(options: Partial<InformerCacheOptions> = {}) {
    this.server.write('a')
    this.server.write('b')
    const { clock, server: client } = this
    this.cache = new InformerCache({ client, clock, log: silentLogger, ...options })
  }

  async start(): Promise<void> {
    this.#running = this.cache.start(this.#stop.signal)
    await this.clock.advance(0)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
    expect([this.server.openWatches, this.clock.pendingTimers]).toEqual([0, 0])
  }
}

describe('InformerCache', () => {
  test('refuses a field of Object.prototype as any other without an index', async () => {
    const bench = new CacheBench()
    await bench.start()
    for (const field of ['constructor', '__proto__', 'toString']) {
      const list = bench.cache.list<Gadget>(gadgets, { fieldSelector: `${field}=a` })
      await expect(list).rejects.toThrow(FieldSelectorError)
    }
    await bench.stop()
  })

  test('refuses a key that would find an object of another namespace', async () => {
    const bench = new CacheBench()
    await bench.start()
    await bench.cache.get<Gadget>(gadgets, { name: 'a' })
    bench.cache.recordWritten(gadgets, gadget('victim', 9, { metadata: { namespace: 'other' } }))
    for (const name of ['other/victim', '..', 'a%2Fb', '']) {
      await expect(bench.cache.get<Gadget>(gadgets, { name })).rejects.toThrow(PathSegmentError)
    }
    const list = bench.cache.list<Gadget>(gadgets, { namespace: 'a/b' })
    await expect(list).rejects.toThrow(PathSegmentError)
    await bench.stop()
  })

  test('watches a kind once, from its first read on', async () => {
    const bench = new CacheBench()
    await bench.start()
    expect(bench.server.openWatches).toBe(0)
    const [one, all] = await Promise.all([
      bench.cache.get<Gadget>(gadgets, { name: 'a' }),
      bench.cache.list<Gadget>(gadgets),
    ])
    expect([one?.metadata?.name, all.items.length, all.kind]).toEqual(['a', 2, 'GadgetList'])
    expect(all.items).toContain(one)
    expect(bench.cache.getInformer(gadgets)).toBe(bench.cache.getInformer({ ...gadgets }))
    expect(bench.server.openWatches).toBe(1)
    await bench.stop()
  })

  test('keeps metadata alone apart', async () => {
    const bench = new CacheBench()
    await bench.start()
    await bench.cache.get<Gadget>(gadgets, { name: 'a' })
    await bench.cache.metadata.list<Gadget>(gadgets)
    expect(bench.cache.inspect().map(({ metadataOnly }) => metadataOnly)).toEqual([false, true])
    await bench.stop()
  })

  test('is ready when everything that was declared is there', async () => {
    const bench = new CacheBench()
    bench.cache.getInformer(gadgets)
    await bench.start()
    await bench.cache.ready(AbortSignal.timeout(60_000))
    expect(bench.cache.getInformer(gadgets).hasSynced()).toBe(true)
    await bench.stop()
  })

  test('stops waiting for a kind when it is told to', async () => {
    const bench = new CacheBench()
    bench.server.refuseNext(404)
    await bench.start()
    const stop = new AbortController()
    const waiting = bench.cache.get<Gadget>(gadgets, { name: 'a' }, { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await bench.stop()
  })

  test('refuses reads before it is started, of kinds that nobody declared, and of further pages', async () => {
    const bench = new CacheBench({ failOnMissingInformer: true })
    await expect(bench.cache.list(gadgets)).rejects.toBeInstanceOf(CacheNotStartedError)
    await bench.start()
    await expect(bench.cache.list(gadgets)).rejects.toBeInstanceOf(InformerMissingError)
    bench.cache.getInformer(gadgets)
    await expect(bench.cache.list(gadgets, { continue: 'x' })).rejects.toBeInstanceOf(TypeError)
    const size = { fieldSelector: { size: '1' } }
    await expect(bench.cache.list(gadgets, size)).rejects.toBeInstanceOf(FieldSelectorError)
    await bench.stop()
  })

  test('answers by index, label and limit', async () => {
    const bench = new CacheBench()
    const initial = ({ metadata }: TypedObject): string[] => [metadata?.name?.[0] ?? '']
    bench.cache.indexField(gadgets, 'initial', initial)
    await bench.start()
    const names = async (options: Parameters<InformerCache['list']>[1]): Promise<string[]> => {
      const { items } = await bench.cache.list<Gadget>(gadgets, options)
      return items.map(({ metadata }) => metadata?.name ?? '')
    }
    expect(await names({ fieldSelector: { initial: 'a' } })).toEqual(['a'])
    expect(await names({ fieldSelector: 'initial=a,metadata.name=b' })).toEqual([])
    expect(
      await names({ labelSelector: { matchExpressions: [{ key: 'x', operator: 'Exists' }] } }),
    ).toEqual([])
    expect(await names({ limit: 1 })).toHaveLength(1)
    expect(await names({ namespace: 'other' })).toEqual([])
    await bench.stop()
  })

  test('holds a kind as its own options say', async () => {
    const clock = new ManualClock()
    const requests: string[] = []
    const client = new ScriptedServer((line) => requests.push(line))
    const options = { namespaces: ['own'] }
    const kinds = [{ resource: gadgets, options }]
    const cache = new InformerCache({ client, clock, log: silentLogger, kinds })
    const stop = new AbortController()
    cache.getInformer(gadgets)
    const running = cache.start(stop.signal)
    await clock.advance(0)
    client.send([added(gadget('a', 1, { metadata: { namespace: 'own' } })), endAt(1)], 'own')
    await cache.ready(stop.signal)
    expect(requests).toEqual([expect.stringMatching(/^watch in own /)])
    expect((await cache.list(gadgets, { namespace: 'own' })).items).toHaveLength(1)
    const elsewhere = cache.list(gadgets, { namespace: 'other' })
    await expect(elsewhere).rejects.toBeInstanceOf(NamespaceNotCachedError)
    stop.abort()
    await running
  })
})

describe('a write', () => {
  const other = {
    version: { ...gadgets, version: 'v2' },
    group: { ...gadgets, group: 'other.example.com' },
    kind: { ...gadgets, kind: 'Widget' },
  }

  test.for(Object.entries(other))(
    'is shown by reads of its own kind, and of no kind with another %s',
    async ([, resource]) => {
      const bench = new CacheBench()
      await bench.start()
      const version = async (of: typeof gadgets): Promise<string | undefined> => {
        const { metadata } = (await bench.cache.get<Gadget>(of, { name: 'a' })) ?? {}
        return metadata?.resourceVersion
      }
      const before = [await version(gadgets), await version(resource)]
      bench.cache.recordWritten<Gadget>(gadgets, gadget('a', 90, { metadata: { uid: 'uid-1' } }))
      expect([await version(gadgets), await version(resource)]).toEqual(['90', before[1]])
      bench.cache.recordGone(gadgets, { name: 'a' }, 'uid-1')
      expect([await version(gadgets), await version(resource)]).toEqual([undefined, before[1]])
      expect(before).toEqual([expect.any(String), expect.any(String)])
      await bench.stop()
    },
  )

  test('is shown by reads of metadata too', async () => {
    const bench = new CacheBench()
    await bench.start()
    const { cache } = bench
    await cache.metadata.get(gadgets, { name: 'a' })
    cache.recordWritten<Gadget>(
      gadgets,
      gadget('a', 90, { metadata: { uid: 'uid-1' }, spec: { color: 'red' } }),
    )
    expect(await cache.metadata.get(gadgets, { name: 'a' })).toEqual({
      apiVersion: 'example.com/v1',
      kind: 'Gadget',
      metadata: { name: 'a', uid: 'uid-1', resourceVersion: '90' },
    })
    await bench.stop()
  })

  test('options of a kind are for that version alone', async () => {
    const requests: string[] = []
    const client = new ScriptedServer((line) => requests.push(line))
    const clock = new ManualClock()
    const kinds = [{ resource: other.version, options: { namespaces: ['own'] } }]
    const cache = new InformerCache({ client, clock, log: silentLogger, kinds })
    const stop = new AbortController()
    cache.getInformer(gadgets)
    const running = cache.start(stop.signal)
    await clock.advance(0)
    expect(requests).toEqual([expect.stringMatching(/^watch from /)])
    stop.abort()
    await running
  })
})

describe('SharedInformerFactory', () => {
  test('gives one informer per kind and selection, and runs each once', async () => {
    const [clock, client] = [new ManualClock(), new FakeApiServer()]
    const factory = new SharedInformerFactory({ client, clock, log: silentLogger })
    const all = factory.forResource(gadgets)
    expect(factory.forResource(gadgets, { indexers: { none: () => [] } })).toBe(all)
    expect(factory.forResource(gadgets, { labelSelector: 'a=b' })).not.toBe(all)
    expect(factory.forResource(gadgets, { namespaces: ['x'] })).not.toBe(all)
    expect(factory.forResource(gadgets, { namespaces: [] })).toBe(all)
    const stop = new AbortController()
    factory.start(stop.signal)
    factory.start(stop.signal)
    const late = factory.forResource(gadgets, { fieldSelector: 'a=b' })
    await factory.waitForCacheSync(stop.signal)
    expect([all.lister.byIndex('none', 'x'), late.hasSynced()]).toEqual([[], true])
    expect(client.openWatches).toBe(4)
    stop.abort()
    await factory.shutdown()
    await expect(factory.waitForCacheSync(stop.signal)).rejects.toThrow()
    expect(client.openWatches).toBe(0)
  })
})

test('metrics tell of objects, age, relists and restarts', async () => {
  const registry = new PrometheusRegistry()
  const bench = new CacheBench({ metrics: new InformerMetrics(registry) })
  bench.cache.getInformer(gadgets)
  await bench.start()
  bench.server.interrupt('cut')
  await bench.clock.advance(0)
  bench.server.interrupt('expire')
  await bench.clock.advance(5000)
  const labels = 'group="example.com",version="v1",kind="Gadget"'
  const lines = registry.render().split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      `kops_informer_objects{${labels}} 2`,
      `kops_informer_synced{${labels}} 1`,
      `kops_informer_quarantined_objects{${labels}} 0`,
      `kops_informer_watch_restarts_total{${labels},reason="broken"} 1`,
      `kops_informer_relists_total{${labels},reason="expired"} 1`,
      expect.stringMatching(/^kops_informer_last_event_age_seconds\{.*\} \d/),
    ]),
  )
  await bench.stop()
  expect(registry.render()).not.toContain('kops_informer_objects{')
})
