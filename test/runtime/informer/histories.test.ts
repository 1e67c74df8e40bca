import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import { SharedIndexInformer } from '../../../src/runtime/informer/shared-index-informer.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { FakeApiServer } from './fake-api-server.ts'
import { RecordingHandler, statesOf } from './recording-handler.ts'

const gadget = { group: 'example.com', version: 'v1', kind: 'Gadget' }
const name = fc.constantFrom('a', 'b', 'c', 'd')

/** What can happen to a server and the way to it: a method of `FakeApiServer` and its argument. */
const happenings = {
  write: (server: FakeApiServer, gadgetName: string) => server.write(gadgetName),
  delete: (server: FakeApiServer, gadgetName: string) => server.delete(gadgetName),
  repeat: (server: FakeApiServer, back: string) => server.repeat(Number(back)),
  cut: (server: FakeApiServer) => server.interrupt('cut'),
  end: (server: FakeApiServer) => server.interrupt('end'),
  expire: (server: FakeApiServer) => server.interrupt('expire'),
  refuse: (server: FakeApiServer, code: string) => server.refuseNext(Number(code)),
  bookmark: (server: FakeApiServer) => server.bookmark(),
  compact: (server: FakeApiServer) => server.compact(),
  save: (server: FakeApiServer) => server.save(),
  restore: (server: FakeApiServer) => server.restore(),
}

type Happening = readonly [keyof typeof happenings, string]

const just = (...names: (keyof typeof happenings)[]): fc.Arbitrary<Happening> =>
  fc.tuple(fc.constantFrom(...names), fc.constant(''))

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('write' as const), name) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('delete' as const), name) },
  { weight: 4, arbitrary: just('cut', 'end', 'expire', 'bookmark', 'compact', 'save', 'restore') },
  fc.tuple(fc.constant('repeat' as const), fc.constantFrom('1', '2', '3', '5')),
  fc.tuple(
    fc.constant('refuse' as const),
    fc.constantFrom('403', '404', '410', '422', '429', '500'),
  ),
)

const history = fc.array(
  fc.record({ happening, waitMs: fc.constantFrom(0, 0, 0, 100, 1000, 40_000) }),
  { maxLength: 40 },
)

test.for([
  { lists: 'streaming', hasStreamingLists: true },
  { lists: 'paged', hasStreamingLists: false },
])('after any history the store is what the server holds ($lists lists)', async (given) => {
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), async (steps, seed) => {
      const server = new FakeApiServer()
      server.hasStreamingLists = given.hasStreamingLists
      const clock = new ManualClock()
      const stop = new AbortController()
      const informer = new SharedIndexInformer<TypedObject>({
        resource: gadget,
        client: server,
        clock,
        log: silentLogger,
        freeze: true,
        random: () => (seed % 100) / 100,
      })
      const [early, late] = [new RecordingHandler(), new RecordingHandler()]
      informer.addEventHandler(early)
      const running = informer.run(stop.signal)
      for (const [
        index,
        {
          happening: [what, argument],
          waitMs,
        },
      ] of steps.entries()) {
        if (index === Math.floor(steps.length / 2)) informer.addEventHandler(late)
        happenings[what](server, argument)
        // A history that has caught up with the one before it cannot be told from it: it must be found out earlier.
        await clock.advance(what === 'restore' ? 1_500_000 : waitMs)
        expect(server.openWatches).toBeLessThanOrEqual(1)
      }
      // Silent watches end twice: the second one finds out whether the server went back in time.
      for (let round = 0; round < 12; round++) await clock.advance(100_000)
      server.interrupt('end')
      await clock.advance(700_000)
      if (steps.length === 0) informer.addEventHandler(late)
      await clock.advance(0)
      const live = statesOf(server.objects)
      expect(statesOf(informer.lister.list())).toEqual(live)
      for (const handler of [early, late]) {
        expect(handler.contradictions).toEqual([])
        expect(statesOf(handler.objects.values())).toEqual(live)
      }
      stop.abort()
      await running
      expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
    }),
    { numRuns: 500 },
  )
})
