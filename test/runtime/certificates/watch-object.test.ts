import { expect, test } from 'vitest'
import { Alarm } from '../../../src/runtime/certificates/alarm.ts'
import { Secret } from '../../../src/runtime/certificates/certificate-secret.ts'
import { watchObject } from '../../../src/runtime/certificates/watch-object.ts'
import type { Client, WatchEvent, WatchOptions } from '../../../src/runtime/client/client.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { silentLogger } from '../log/silent-logger.ts'

test('watchObject() calls back for what happens, and after each gap', async () => {
  const clock = new ManualClock()
  const stop = new AbortController()
  const object = { metadata: {} }
  const watches: (readonly WatchEvent<object>['type'][] | Error)[] = [
    ['ADDED', 'BOOKMARK', 'MODIFIED'],
    new Error('the connection broke'),
    ['ADDED'],
  ]
  const asked: (WatchOptions | undefined)[] = []
  const client = {
    async *watch(_resource: unknown, options?: WatchOptions) {
      asked.push(options)
      const next = watches.shift()
      if (next instanceof Error) throw next
      for (const type of next ?? []) yield { type, object }
      if (next === undefined) stop.abort(new Error('the test is over'))
    },
  } as unknown as Pick<Client, 'watch'>
  const calls: number[] = []
  const ended = watchObject(
    Secret,
    {
      client,
      clock,
      logger: silentLogger,
      key: { namespace: 'fleet-system', name: 'cert' },
      onChange: () => calls.push(asked.length),
    },
    stop.signal,
  )
  await clock.advance(120_000)
  await ended
  // Two events of the first watch and its end; the end of the second; one event of the third, and its end; the last end.
  expect(calls).toEqual([1, 1, 1, 2, 3, 3, 4])
  expect(asked[0]).toMatchObject({
    namespace: 'fleet-system',
    fieldSelector: { 'metadata.name': 'cert' },
  })
})

test('an alarm that rings while nobody sleeps ends the next sleep at once', async () => {
  const clock = new ManualClock()
  const alarm = new Alarm(clock)
  alarm.ring()
  await alarm.sleep(1000)
  let isAwake = false
  const slept = alarm.sleep(1000).then(() => (isAwake = true))
  await clock.advance(999)
  expect(isAwake).toBe(false)
  await clock.advance(1)
  await slept
  const rung = alarm.sleep(1000)
  alarm.ring()
  await rung
  expect(clock.pendingTimers).toBe(0)
})
