import { describe, expect, test } from 'vitest'
import { StatusError } from '../../../src/apimachinery/status.ts'
import type { Client, TypedObject } from '../../../src/runtime/client/client.ts'
import { EventBroadcaster } from '../../../src/runtime/events/event-broadcaster.ts'
import type { EventObject, EventSeries } from '../../../src/runtime/events/event-object.ts'
import type { RecordedEvent } from '../../../src/runtime/events/event-recorder.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { RecordingLogger } from '../controller/controller-bench.ts'

interface Written {
  readonly verb: 'create' | 'patch'
  readonly name: string
  readonly namespace: string
  readonly event?: EventObject
  readonly series?: EventSeries | undefined
}

const pod: TypedObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '7' },
}
const scaled: RecordedEvent = { reason: 'Scaled', action: 'Scale', note: 'scaled to 3' }

function status(code: number, reason: string): StatusError {
  return new StatusError({ apiVersion: 'v1', kind: 'Status', code, reason })
}

/** A broadcaster whose server is a list. `answer` may throw what the server would. */
function newBench(answer: (verb: Written['verb']) => void | Promise<void> = () => undefined) {
  const clock = new ManualClock()
  const logger = new RecordingLogger()
  const metrics = new PrometheusRegistry()
  const written: Written[] = []
  const take = async (entry: Written): Promise<void> => {
    await answer(entry.verb)
    written.push(entry)
  }
  const client = {
    async create(_resource: unknown, event: EventObject) {
      const { name = '', namespace = '' } = event.metadata
      await take({ verb: 'create', name, namespace, event })
      return event
    },
    async patch(
      _resource: unknown,
      key: { name: string; namespace: string },
      patch: { value: { series: EventSeries } },
    ) {
      await take({ verb: 'patch', ...key, series: patch.value.series })
    },
  } as unknown as Client
  const broadcaster = new EventBroadcaster({
    client,
    clock,
    logger,
    hostname: 'host-1',
    random: () => 0,
    metrics,
  })
  const recorder = broadcaster.recorder('apps.example.org/app')
  const stop = new AbortController()
  let hasEnded = false
  const start = async (): Promise<void> => {
    void broadcaster.start(stop.signal).then(() => (hasEnded = true))
    await clock.advance(0)
  }
  return {
    clock,
    logger,
    written,
    broadcaster,
    metrics,
    recorder,
    start,
    stop: () => stop.abort(),
    ended: () => hasEnded,
  }
}

describe('an event', () => {
  test('is written as events.k8s.io/v1 takes it, also when it was recorded before the start', async () => {
    const { recorder, written, start } = newBench()
    recorder.event(pod, {
      ...scaled,
      related: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
      annotations: { a: 'b' },
    })
    await start()
    expect(written).toHaveLength(1)
    expect(written[0]?.event).toMatchObject({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: {
        namespace: 'shop',
        name: expect.stringMatching(/^web\.[0-9a-f]{16}$/),
        annotations: { a: 'b' },
      },
      eventTime: '2026-01-01T00:00:00.000000Z',
      type: 'Normal',
      reason: 'Scaled',
      action: 'Scale',
      note: 'scaled to 3',
      reportingController: 'apps.example.org/app',
      reportingInstance: 'apps.example.org/app-host-1',
      regarding: {
        apiVersion: 'v1',
        kind: 'Pod',
        name: 'web',
        namespace: 'shop',
        uid: 'u',
        resourceVersion: '7',
      },
      related: { apiVersion: 'v1', kind: 'Node', name: 'n' },
    })
  })

  test('of a cluster-scoped object stands in default, and takes the kind from a descriptor', async () => {
    const { recorder, written, clock, start } = newBench()
    await start()
    recorder.event({ metadata: { name: 'n' } }, scaled, { group: '', version: 'v1', kind: 'Node' })
    await clock.advance(0)
    expect(written).toHaveLength(1)
    expect([written[0]?.namespace, written[0]?.event?.regarding]).toEqual([
      'default',
      { apiVersion: 'v1', kind: 'Node', name: 'n' },
    ])
  })

  test('is cut to what the server takes, between characters', async () => {
    const { recorder, written, start } = newBench()
    recorder.event(
      { ...pod, metadata: { name: `${'a'.repeat(235)}.b`, namespace: 'shop' } },
      { ...scaled, reason: 'R'.repeat(200), note: '€'.repeat(400) },
    )
    await start()
    const { event } = written[0] ?? {}
    expect(event?.metadata.name).toMatch(/^a{235}\.[0-9a-f]{16}$/)
    expect([event?.reason.length, event?.note]).toEqual([128, '€'.repeat(341)])
  })
})

describe('repetitions', () => {
  test('start a series at the second, are counted, and the end is written after six minutes', async () => {
    const { recorder, written, clock, broadcaster, start } = newBench()
    await start()
    for (let times = 0; times < 5; times++) {
      recorder.event(
        { ...pod, metadata: { ...pod.metadata, resourceVersion: String(times) } },
        { ...scaled, note: `to ${times}` },
      )
      await clock.advance(1000)
    }
    expect(written.map(({ verb, series }) => [verb, series?.count])).toEqual([
      ['create', undefined],
      ['patch', 2],
    ])
    expect(written[1]?.name).toBe(written[0]?.name)
    await clock.advance(7 * 60_000)
    expect(written.at(-1)?.series).toEqual({
      count: 5,
      lastObservedTime: '2026-01-01T00:00:04.000000Z',
    })
    expect(broadcaster.inspect().series).toBe(0)
    recorder.event(pod, scaled)
    await clock.advance(0)
    expect(written.at(-1)?.verb).toBe('create')
  })

  test('that go on are refreshed each half hour', async () => {
    const { recorder, written, clock, start } = newBench()
    await start()
    for (let minutes = 0; minutes < 62; minutes++) {
      recorder.event(pod, scaled)
      await clock.advance(60_000)
    }
    expect(written.map(({ series }) => series?.count)).toEqual([undefined, 2, 31, 61])
  })

  test('differ by type, reason, action and object', async () => {
    const { recorder, written, clock, start } = newBench()
    await start()
    recorder.event(pod, scaled)
    recorder.event(pod, { ...scaled, type: 'Warning' })
    recorder.event(pod, { ...scaled, reason: 'Other' })
    recorder.event(pod, { ...scaled, action: 'Other' })
    recorder.event({ ...pod, metadata: { ...pod.metadata, uid: 'v' } }, scaled)
    await clock.advance(0)
    expect(written.map(({ verb }) => verb)).toEqual(Array.from({ length: 5 }, () => 'create'))
    expect(new Set(written.map(({ name }) => name)).size).toBe(5)
  })

  test('are written anew where the server has forgotten the event', async () => {
    let isGone = false
    const { recorder, written, clock, start } = newBench((verb) => {
      if (isGone && verb === 'patch') throw status(404, 'NotFound')
    })
    await start()
    recorder.event(pod, scaled)
    await clock.advance(0)
    isGone = true
    recorder.event(pod, scaled)
    await clock.advance(0)
    expect(written.map(({ verb, event }) => [verb, event?.series?.count])).toEqual([
      ['create', undefined],
      ['create', 2],
    ])
  })
})

describe('too much', () => {
  test('of one object is dropped after 25, and one more is let through each five minutes', async () => {
    const { recorder, written, clock, broadcaster, start } = newBench()
    await start()
    for (let index = 0; index < 40; index++) recorder.event(pod, { ...scaled, reason: `R${index}` })
    await clock.advance(0)
    expect([written.length, broadcaster.inspect().dropped]).toEqual([25, 15])
    await clock.advance(300_000)
    recorder.event(pod, { ...scaled, reason: 'Late' })
    recorder.event(pod, { ...scaled, reason: 'TooLate' })
    await clock.advance(0)
    expect(
      written
        .filter(({ event }) => event?.reason.endsWith('Late'))
        .map(({ event }) => event?.reason),
    ).toEqual(['Late'])
  })

  test('at once is dropped after a thousand, and the caller never waits', () => {
    const { recorder, broadcaster } = newBench()
    for (let index = 0; index < 1500; index++) {
      recorder.event({ ...pod, metadata: { name: `p${index}`, namespace: 'shop' } }, scaled)
    }
    expect(broadcaster.inspect()).toMatchObject({ queued: 1000, dropped: 500 })
  })
})

describe('a server', () => {
  test('that cannot be reached is asked twelve times, ten seconds apart', async () => {
    let tries = 0
    const { recorder, written, clock, logger, start } = newBench(() => {
      tries++
      throw new Error('ECONNREFUSED')
    })
    recorder.event(pod, scaled)
    await start()
    await clock.advance(60_000)
    expect(tries).toBe(7)
    await clock.advance(600_000)
    expect([tries, written.length, logger.find('event could not be written').length]).toEqual([
      12, 0, 1,
    ])
  })

  test('that refuses is named once for each reason and controller, and all that is lost is counted', async () => {
    const reasons = ['Forbidden', 'Forbidden', 'Invalid', 'Forbidden', 'AlreadyExists']
    const codes: Record<string, number> = { Forbidden: 403, Invalid: 422, AlreadyExists: 409 }
    const { recorder, broadcaster, clock, logger, metrics, start } = newBench(() => {
      const reason = reasons.shift() ?? ''
      throw status(codes[reason] ?? 0, reason)
    })
    for (const reason of ['A', 'B', 'C']) recorder.event(pod, { ...scaled, reason })
    broadcaster.recorder('apps.example.org/other').event(pod, scaled)
    recorder.event(pod, { ...scaled, reason: 'D' })
    await start()
    await clock.advance(0)
    const refused = logger.find('API server refused an event')
    expect(
      refused.map(({ level, fields }) => [level, fields['controller'], fields['reason']]),
    ).toEqual([
      ['error', 'apps.example.org/app', 'A'],
      ['debug', 'apps.example.org/app', 'B'],
      ['error', 'apps.example.org/app', 'C'],
      ['error', 'apps.example.org/other', 'Scaled'],
      ['debug', 'apps.example.org/app', 'D'],
    ])
    const text = metrics.render()
    expect(text).toContain(
      'kops_events_lost_total{controller="apps.example.org/app",cause="refused"} 3',
    )
    expect(text).toContain(
      'kops_events_lost_total{controller="apps.example.org/other",cause="refused"} 1',
    )
  })

  test.for([
    { code: 403, reason: 'Forbidden', tries: 1 },
    { code: 422, reason: 'Invalid', tries: 1 },
    { code: 409, reason: 'AlreadyExists', tries: 1 },
    { code: 429, reason: 'TooManyRequests', tries: 2 },
    { code: 500, reason: 'InternalError', tries: 2 },
  ])('that answers $code is asked $tries times', async ({ code, reason, tries }) => {
    let asked = 0
    const { recorder, clock, start } = newBench(() => {
      asked++
      if (asked === 1) throw status(code, reason)
    })
    recorder.event(pod, scaled)
    await start()
    await clock.advance(60_000)
    expect(asked).toBe(tries)
  })
})

describe('the end', () => {
  test('writes what waits and the counts that the server does not know, and takes nothing more', async () => {
    const { recorder, written, clock, broadcaster, start, stop, ended } = newBench()
    await start()
    for (let times = 0; times < 4; times++) recorder.event(pod, scaled)
    recorder.event({ ...pod, metadata: { name: 'other', namespace: 'shop' } }, scaled)
    stop()
    await clock.advance(0)
    recorder.event({ ...pod, metadata: { name: 'late', namespace: 'shop' } }, scaled)
    await clock.advance(0)
    expect(written.map(({ verb, series }) => [verb, series?.count])).toEqual([
      ['create', undefined],
      ['patch', 2],
      ['create', undefined],
      ['patch', 4],
    ])
    expect([ended(), clock.pendingTimers]).toEqual([true, 0])
    expect(broadcaster.inspect()).toEqual({ queued: 0, series: 0, dropped: 1 })
  })

  test('comes within five seconds where the server hangs', async () => {
    let isHanging = false
    const bench = newBench(() => (isHanging ? Promise.reject(new Error('timeout')) : undefined))
    await bench.start()
    isHanging = true
    bench.recorder.event(pod, scaled)
    await bench.clock.advance(0)
    bench.stop()
    await bench.clock.advance(0)
    expect([bench.ended(), bench.broadcaster.inspect().dropped]).toEqual([true, 1])
  })

  test('a recorder whose event cannot even be made does not fail its caller', () => {
    const { recorder, logger } = newBench()
    const broken = {
      get metadata(): never {
        throw new Error('a getter that throws')
      },
    }
    expect(() => recorder.event(broken, scaled)).not.toThrow()
    expect(logger.find('event could not be recorded')).toHaveLength(1)
  })
})
