import { expect, test } from 'vitest'
import { systemClock } from '../../../src/runtime/clock/system-clock.ts'
import { EventBroadcaster } from '../../../src/runtime/events/event-broadcaster.ts'
import { eventResource } from '../../../src/runtime/events/event-object.ts'
import { ConfigMap, configMap, newWorld } from './controller-world.ts'

test('events and their series are taken by the API server', async (context) => {
  const world = await newWorld(context)
  const { live, namespace, logger } = world
  const object = await live.create(ConfigMap, configMap(world, 'app'))
  const options = { client: live, clock: systemClock, logger, hostname: 'host-1' }
  const broadcaster = new EventBroadcaster(options)
  const recorder = broadcaster.recorder('apps.example.org/app')
  const stop = new AbortController()
  const running = broadcaster.start(stop.signal)
  const told = { type: 'Warning', reason: 'Broken', action: 'Start' } as const
  for (let times = 1; times <= 3; times++) {
    recorder.event(object, { ...told, note: `€${'x'.repeat(5000)} ${times}`, related: object })
  }
  recorder.event(
    { metadata: { name: 'node-1' } },
    { ...told, note: 'a node' },
    { group: '', version: 'v1', kind: 'Node' },
  )
  stop.abort()
  await running
  const { items } = await live.list(eventResource, { namespace })
  expect(items).toMatchObject([
    {
      type: 'Warning',
      reason: 'Broken',
      action: 'Start',
      regarding: { kind: 'ConfigMap', name: 'app', uid: object.metadata.uid },
      reportingController: 'apps.example.org/app',
      series: { count: 3 },
    },
  ])
  expect(logger.find('server refused an event')).toEqual([])
  expect(broadcaster.inspect()).toEqual({ queued: 0, series: 0, dropped: 0 })
})
