import { afterEach, expect, test } from 'vitest'
import { newSharedAbort, shareSignal } from '../../../src/runtime/clock/shared-abort.ts'
import { InformerCache } from '../../../src/runtime/cache/informer-cache.ts'
import { newController } from '../../../src/runtime/controller/controller-builder.ts'
import { App, Child, FakeHost } from '../controller/controller-bench.ts'
import { gadgets } from '../informer/gadgets.ts'
import { ScriptedServer } from '../informer/scripted-server.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { ManualClock } from './manual-clock.ts'

const warnings: string[] = []
const note = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`)
process.on('warning', note)
afterEach(async () => {
  // Node emits warnings in a later turn.
  await new Promise((resolve) => setImmediate(resolve))
  expect(warnings.splice(0)).toEqual([])
})

test('a shared signal takes many listeners, and gives its reason to each', () => {
  const controller = newSharedAbort()
  const shared = shareSignal(controller.signal)
  const reasons: unknown[] = []
  for (let count = 0; count < 50; count++) {
    controller.signal.addEventListener('abort', () => undefined)
    shared.addEventListener('abort', () => reasons.push(shared.reason))
  }
  controller.abort('over')
  expect(reasons).toEqual(Array.from({ length: 50 }, () => 'over'))
  expect(shareSignal(controller.signal).aborted).toBe(true)
})

test('thirty informers of one cache, in thirty namespaces each, warn of no leak', async () => {
  const clock = new ManualClock()
  const namespaces = Array.from({ length: 30 }, (_, index) => `n${index}`)
  const defaults = { namespaces }
  const client = new ScriptedServer()
  const cache = new InformerCache({ client, clock, log: silentLogger, defaults })
  for (let index = 0; index < 30; index++) {
    cache.getInformer({ ...gadgets, scope: 'Namespaced' as const, kind: `Gadget${index}` })
  }
  const stop = new AbortController()
  const running = cache.start(stop.signal)
  await clock.advance(0)
  expect(client.openRequests).toBe(900)
  stop.abort()
  await running
  expect(client.openRequests).toBe(0)
})

test('a controller with thirty sources warns of no leak', async () => {
  const host = new FakeHost()
  const builder = newController(host).for(App)
  for (let index = 0; index < 30; index++) builder.owns({ ...Child, kind: `Child${index}` })
  const controller = builder.complete(() => Promise.resolve())
  const stop = new AbortController()
  const running = controller.start(stop.signal)
  await host.clock.advance(0)
  expect(controller.inspect().sources).toHaveLength(31)
  stop.abort()
  await running
})
