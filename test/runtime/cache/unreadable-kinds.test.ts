import { expect, test } from 'vitest'
import { StatusError } from '../../../src/apimachinery/status.ts'
import { InformerCache } from '../../../src/runtime/cache/informer-cache.ts'
import { ConnectionError } from '../../../src/runtime/client/transport.ts'
import { NoKindMatchError } from '../../../src/runtime/client/resource-mapper.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { added, endAt, gadget, gadgets } from '../informer/gadgets.ts'
import { ScriptedServer } from '../informer/scripted-server.ts'
import { silentLogger } from '../log/silent-logger.ts'

const notFound = new StatusError({ apiVersion: 'v1', kind: 'Status', code: 404 })
const forbidden = new StatusError({
  apiVersion: 'v1',
  kind: 'Status',
  code: 403,
  reason: 'Forbidden',
  message: 'gadgets is forbidden',
})

/** A cache that runs, on a server and a clock that the test moves. */
class Bench {
  readonly clock = new ManualClock()
  readonly server = new ScriptedServer()
  readonly cache = new InformerCache({
    client: this.server,
    clock: this.clock,
    log: silentLogger,
    random: () => 0,
  })
  readonly #stop = new AbortController()
  readonly #running = this.cache.start(this.#stop.signal)

  /** Reads, and tells what came of it once promises have settled. */
  async read(): Promise<() => string> {
    let outcome = 'waits'
    this.cache.get(gadgets, { name: 'a' }).then(
      (object) => (outcome = object === undefined ? 'nothing' : 'the object'),
      (error: unknown) => (outcome = error instanceof Error ? error.message : 'failed'),
    )
    await this.clock.advance(0)
    return () => outcome
  }

  async fail(error: unknown): Promise<void> {
    this.server.fail(error)
    await this.clock.advance(0)
  }

  async discover(isServed: boolean): Promise<void> {
    this.server.discover(isServed)
    await this.clock.advance(0)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
    expect([this.clock.pendingTimers, this.server.openRequests]).toEqual([0, 0])
  }
}

const unserved = new NoKindMatchError(gadgets).message

test('a read of a kind that is not served rejects at once, and the next one without a request', async () => {
  const bench = new Bench()
  const first = await bench.read()
  await bench.fail(notFound)
  expect(first()).toBe('waits')
  await bench.discover(false)
  expect(first()).toBe(unserved)
  expect((await bench.read())()).toBe(unserved)
  expect(bench.server.openRequests).toBe(0)
  expect(bench.cache.checkReadiness()).toBe(unserved)
  // Its CRD is installed.
  await bench.clock.advance(800)
  await bench.discover(true)
  const later = await bench.read()
  expect(later()).toBe(unserved)
  bench.server.send([added(gadget('a', 1)), endAt(2)])
  await bench.clock.advance(0)
  expect((await bench.read())()).toBe('the object')
  expect(bench.cache.checkReadiness()).toBeUndefined()
  await bench.stop()
})

test('a read of a kind that must not be listed rejects with the refusal after 10 s, and then at once', async () => {
  const bench = new Bench()
  const first = await bench.read()
  await bench.fail(forbidden)
  await bench.clock.advance(9999)
  expect([first(), bench.cache.checkReadiness()]).toEqual(['waits', undefined])
  await bench.clock.advance(1)
  expect(first()).toBe('gadgets is forbidden')
  expect((await bench.read())()).toBe('gadgets is forbidden')
  expect(() => bench.cache.checkReadiness()).toThrow('cannot list or watch example.com/v1 Gadget')
  // The role is bound.
  bench.server.send([added(gadget('a', 1)), endAt(2)])
  await bench.clock.advance(0)
  expect((await bench.read())()).toBe('the object')
  expect(bench.cache.checkReadiness()).toBeUndefined()
  await bench.stop()
})

test('a read of a kind that cannot be listed rejects after two minutes', async () => {
  const bench = new Bench()
  const first = await bench.read()
  const unreachable = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const failure = new ConnectionError('no connection', { cause: unreachable })
  for (let waitedMs = 0; waitedMs < 119_000; waitedMs += 1000) {
    if (bench.server.openRequests > 0) await bench.fail(failure)
    await bench.clock.advance(1000)
  }
  expect(first()).toBe('waits')
  await bench.clock.advance(1000)
  expect(first()).toBe('no connection')
  expect(bench.cache.checkReadiness()).toBeUndefined()
  await bench.stop()
})

test('a refused watch of a kind that is stored fails readiness, and reads are answered', async () => {
  const bench = new Bench()
  await bench.read()
  bench.server.send([added(gadget('a', 1)), endAt(2)])
  await bench.clock.advance(0)
  await bench.fail(forbidden)
  await bench.clock.advance(10_000)
  expect(() => bench.cache.checkReadiness()).toThrow('cannot list or watch')
  expect((await bench.read())()).toBe('the object')
  await bench.stop()
})

test('404 alone leaves what is stored; without the kind in discovery for 10 s, reads reject', async () => {
  const bench = new Bench()
  const heard: string[] = []
  const informer = bench.cache.getInformer(gadgets)
  informer.addEventHandler({
    onAdd: ({ metadata }) => heard.push(`add ${metadata?.name}`),
    onDelete: ({ metadata }) => heard.push(`delete ${metadata?.name}`),
  })
  await bench.read()
  bench.server.send([added(gadget('a', 1)), endAt(2)])
  await bench.clock.advance(0)
  await bench.fail(notFound)
  await bench.discover(false)
  await bench.clock.advance(9999)
  expect((await bench.read())()).toBe('the object')
  await bench.clock.advance(1)
  await bench.discover(false)
  expect((await bench.read())()).toBe(unserved)
  expect([informer.hasSynced(), informer.status().objects]).toEqual([false, 0])
  expect(heard).toEqual(['add a'])
  await bench.stop()
})

test('the manager starts what reads the cache, where a kind is not served or refused', async () => {
  for (const settle of [
    (bench: Bench) => bench.fail(notFound).then(() => bench.discover(false)),
    (bench: Bench) => bench.fail(forbidden).then(() => bench.clock.advance(10_000)),
  ]) {
    const bench = new Bench()
    bench.cache.getInformer(gadgets)
    await bench.clock.advance(0)
    let isReady = false
    void bench.cache.ready(new AbortController().signal).then(() => (isReady = true))
    await settle(bench)
    expect(isReady).toBe(true)
    await bench.stop()
  }
})
