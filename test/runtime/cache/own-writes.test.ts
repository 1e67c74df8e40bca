import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CachedClient } from '../../../src/runtime/cache/cached-client.ts'
import { InformerCache } from '../../../src/runtime/cache/informer-cache.ts'
import type { Status } from '../../../src/apimachinery/status.ts'
import type { Client, TypedObject } from '../../../src/runtime/client/client.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { FakeApiServer } from '../informer/fake-api-server.ts'
import {
  added,
  deleted,
  endAt,
  gadget,
  gadgets,
  modified,
  type Gadget,
} from '../informer/gadgets.ts'
import { statesOf } from '../informer/recording-handler.ts'
import { ScriptedServer } from '../informer/scripted-server.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { FakeLiveClient } from './fake-live-client.ts'

/** A cache whose watch says what the test says, over a server that answers writes at once. */
class Bench {
  readonly clock = new ManualClock()
  readonly server = new ScriptedServer()
  readonly cache = new InformerCache({
    client: this.server,
    clock: this.clock,
    log: silentLogger,
    defaults: { freeze: true },
  })
  readonly answers: (Gadget | Status)[] = []
  readonly client = new CachedClient({ live: this.#live(), cache: this.cache })
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined

  /** Starts with gadgets of these names at resourceVersion 1, as the list at 10 says. */
  async start(...names: string[]): Promise<void> {
    this.cache.getInformer(gadgets, {
      indexers: { color: ({ spec }: Gadget) => (spec === undefined ? [] : [spec.color]) },
    })
    this.#running = this.cache.start(this.#stop.signal)
    await this.clock.advance(0)
    await this.hear(...names.map((name) => added(gadget(name, 1))), endAt(10))
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async hear(...events: Parameters<ScriptedServer['send']>[0]): Promise<void> {
    this.server.send(events)
    await this.clock.advance(0)
  }

  /** The resourceVersion that a reader sees. */
  async version(name: string): Promise<string | undefined> {
    const object = await this.client.get<Gadget>(gadgets, { name })
    return object?.metadata?.resourceVersion
  }

  async listed(options?: Parameters<Client['list']>[1]): Promise<string[]> {
    const { items } = await this.client.list<Gadget>(gadgets, options)
    return items.map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`).sort()
  }

  get pending(): number {
    return this.cache.inspect()[0]?.ownWrites ?? 0
  }

  #live(): Client {
    const answer = async (): Promise<never> => structuredClone(this.answers.shift()) as never
    const status = { get: answer, create: answer, update: answer, patch: answer, apply: answer }
    return {
      get: answer,
      list: answer,
      create: answer,
      update: answer,
      patch: answer,
      apply: answer,
      delete: answer,
      deleteAllOf: answer,
      status,
      subresource: () => status,
      watch: () => this.server.watchBatches(gadgets) as never,
      metadata: { get: answer, list: answer },
    }
  }
}

describe('a read after a write', () => {
  test('shows what was written until the watch has told it, and what came after it then', async () => {
    const bench = new Bench()
    await bench.start('a')
    bench.answers.push(gadget('a', 12))
    await bench.client.update(gadgets, gadget('a', 1))
    expect([await bench.version('a'), await bench.listed()]).toEqual(['12', ['a@12']])
    // Somebody else's write before ours, heard late.
    await bench.hear(modified(gadget('a', 11)))
    expect(await bench.version('a')).toBe('12')
    await bench.hear(modified(gadget('a', 12)))
    await bench.hear(modified(gadget('a', 13)))
    expect([await bench.version('a'), bench.pending]).toEqual(['13', 0])
    await bench.stop()
  })

  test('shows what was created, also by index and label', async () => {
    const bench = new Bench()
    await bench.start('a')
    const labels = { app: 'web' }
    bench.answers.push(gadget('b', 12, { spec: { color: 'red' }, metadata: { labels } }))
    await bench.client.create(gadgets, gadget('b', 0))
    expect(await bench.listed()).toEqual(['a@1', 'b@12'])
    expect(await bench.listed({ fieldSelector: { color: 'red' } })).toEqual(['b@12'])
    expect(await bench.listed({ labelSelector: 'app=web' })).toEqual(['b@12'])
    expect(await bench.listed({ fieldSelector: 'metadata.name=a' })).toEqual(['a@1'])
    await bench.stop()
  })

  test('moves an object from one index value to the other', async () => {
    const bench = new Bench()
    await bench.start()
    await bench.hear(added(gadget('a', 11, { spec: { color: 'red' } })))
    bench.answers.push(gadget('a', 12, { spec: { color: 'blue' } }))
    await bench.client.update(gadgets, gadget('a', 11))
    expect(await bench.listed({ fieldSelector: { color: 'red' } })).toEqual([])
    expect(await bench.listed({ fieldSelector: { color: 'blue' } })).toEqual(['a@12'])
    await bench.stop()
  })

  test('does not show what was deleted, through late news of it, until it is created again', async () => {
    const bench = new Bench()
    await bench.start('a', 'b')
    const details = { uid: 'uid-a' }
    bench.answers.push({ apiVersion: 'v1', kind: 'Status', status: 'Success', details })
    await bench.client.delete(gadgets, { name: 'a' })
    expect([await bench.version('a'), await bench.listed()]).toEqual([undefined, ['b@1']])
    await bench.hear(modified(gadget('a', 11)))
    expect(await bench.version('a')).toBeUndefined()
    await bench.hear(deleted(gadget('a', 12)))
    await bench.hear(added(gadget('a', 13, { metadata: { uid: 'second' } })))
    expect([await bench.version('a'), bench.pending]).toEqual(['13', 0])
    await bench.stop()
  })

  test('does not show what was created and deleted before the watch heard of either', async () => {
    const bench = new Bench()
    await bench.start()
    bench.answers.push(gadget('a', 12))
    await bench.client.create(gadgets, gadget('a', 0))
    const details = { uid: 'uid-a' }
    bench.answers.push({ apiVersion: 'v1', kind: 'Status', status: 'Success', details })
    await bench.client.delete(gadgets, { name: 'a' })
    expect(await bench.version('a')).toBeUndefined()
    await bench.hear(added(gadget('a', 12)))
    expect([await bench.version('a'), await bench.listed()]).toEqual([undefined, []])
    await bench.hear(deleted(gadget('a', 13)))
    expect([await bench.version('a'), bench.pending]).toEqual([undefined, 0])
    await bench.stop()
  })

  test('shows an object that a finalizer holds as it is on its way out', async () => {
    const bench = new Bench()
    await bench.start('a')
    const deletionTimestamp = '2026-01-01T00:00:00Z'
    const held = { metadata: { deletionTimestamp, finalizers: ['example.com/hold'] } }
    bench.answers.push(gadget('a', 12, held))
    await bench.client.delete(gadgets, { name: 'a' })
    expect(await bench.version('a')).toBe('12')
    // The write that takes the last finalizer off removes it.
    bench.answers.push(gadget('a', 13, { metadata: { deletionTimestamp } }))
    await bench.client.update(gadgets, gadget('a', 12))
    expect(await bench.version('a')).toBeUndefined()
    await bench.stop()
  })

  test('is settled by a bookmark', async () => {
    const bench = new Bench()
    await bench.start('a')
    bench.answers.push(gadget('b', 12))
    await bench.client.create(gadgets, gadget('b', 0))
    // Somebody deleted it, and the watch was cut meanwhile: the list that followed did not hold it.
    await bench.hear({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '20' } } })
    expect([await bench.version('b'), bench.pending]).toEqual([undefined, 0])
    await bench.stop()
  })

  test('shows a status that was written', async () => {
    const bench = new Bench()
    await bench.start('a')
    bench.answers.push(gadget('a', 12))
    await bench.client.status.patch(gadgets, { name: 'a' }, { type: 'merge', value: {} })
    expect(await bench.version('a')).toBe('12')
    await bench.stop()
  })

  test('takes no notice of dry runs and of answers that are another object', async () => {
    const bench = new Bench()
    await bench.start('a')
    bench.answers.push(gadget('a', 12))
    await bench.client.update(gadgets, gadget('a', 1), { dryRun: true })
    bench.answers.push({ ...gadget('a', 13), kind: 'Scale' })
    await bench.client.subresource('scale').update(gadgets, gadget('a', 1))
    expect([await bench.version('a'), bench.pending]).toEqual(['1', 0])
    await bench.stop()
  })

  test('does not share the object with the writer', async () => {
    const bench = new Bench()
    await bench.start('a')
    bench.answers.push(gadget('a', 12))
    const written = await bench.client.update(gadgets, gadget('a', 1))
    Object.assign(written, { metadata: { name: 'changed' } })
    expect(await bench.version('a')).toBe('12')
    await bench.stop()
  })
})

test('writes that nobody reads do not add up', async () => {
  const bench = new Bench()
  await bench.start('a')
  for (let version = 11; version < 1000; version++) {
    bench.answers.push(gadget(`gadget-${version}`, version))
    await bench.client.create(gadgets, gadget(`gadget-${version}`, 0))
    if (version % 10 === 0) await bench.hear(added(gadget(`gadget-${version}`, version)))
  }
  expect(bench.pending).toBeLessThan(200)
  await bench.stop()
})

/** What the controller does, what others do, and what happens to the watch. */
const step = fc.record({
  what: fc.constantFrom(
    'write',
    'write',
    'delete',
    'other-write',
    'other-delete',
    'cut',
    'compact',
  ),
  name: fc.constantFrom('a', 'b', 'c'),
  waitMs: fc.constantFrom(0, 0, 500, 5000),
})

test('a controller never reads what was before its own writes, whatever the watch does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const server = new FakeApiServer()
      const clock = new ManualClock()
      const cache = new InformerCache({ client: server, clock, log: silentLogger })
      const client = new CachedClient({ live: new FakeLiveClient(server), cache })
      const stop = new AbortController()
      cache.getInformer(gadgets)
      const running = cache.start(stop.signal)
      await clock.advance(0)
      const written = new Map<string, number>()
      const gone = new Set<string>()
      for (const { what, name, waitMs } of steps) {
        const own = await actOn(server, client, { what, name })
        if (own !== undefined) written.set(name, own.version)
        if (own?.isGone) gone.add(own.uid)
        for (const key of ['a', 'b', 'c']) {
          const { metadata } = (await client.get<TypedObject>(gadgets, { name: key })) ?? {}
          const isOld = Number(metadata?.resourceVersion ?? Infinity) < (written.get(key) ?? 0)
          expect([isOld, gone.has(metadata?.uid ?? '')]).toEqual([false, false])
        }
        await clock.advance(waitMs)
      }
      await clock.advance(200_000)
      const { items } = await client.list<TypedObject>(gadgets)
      expect(statesOf(items)).toEqual(statesOf(server.objects))
      stop.abort()
      await running
    }),
  )
})

async function actOn(
  server: FakeApiServer,
  client: Client,
  { what, name }: { readonly what: string; readonly name: string },
): Promise<{ version: number; uid: string; isGone: boolean } | undefined> {
  const stored = server.objects.find(({ metadata }) => metadata?.name === name)
  const uid = stored?.metadata?.uid ?? ''
  if (what === 'other-write') server.write(name)
  if (what === 'other-delete') server.delete(name)
  if (what === 'cut') server.interrupt('cut')
  if (what === 'compact') server.compact()
  if (what === 'delete' && stored !== undefined) {
    await client.delete(gadgets, { name })
    return { version: Number(stored.metadata?.resourceVersion), uid, isGone: true }
  }
  if (what !== 'write') return undefined
  const { metadata } = await client.apply<TypedObject>(gadgets, { metadata: { name } })
  return { version: Number(metadata?.resourceVersion), uid, isGone: false }
}
