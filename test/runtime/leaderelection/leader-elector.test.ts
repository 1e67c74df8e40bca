import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkElectionTimes,
  requestTimeoutMs,
} from '../../../src/runtime/leaderelection/election-options.ts'
import { LeaderElector } from '../../../src/runtime/leaderelection/leader-elector.ts'
import { renderMicroTime } from '../../../src/runtime/leaderelection/lease.ts'
import { LineLogger } from '../../../src/runtime/log/line-logger.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { ElectionScript } from './election-script.ts'
import { LeaseServer } from './lease-server.ts'

const silent = new LineLogger({
  level: 'error',
  format: () => '',
  write: () => undefined,
  now: () => 0,
})

test('a moment has six digits of second', () => {
  expect(renderMicroTime(Date.UTC(2026, 0, 31, 12, 0, 0, 7))).toBe('2026-01-31T12:00:00.007000Z')
})

describe('checkElectionTimes()', () => {
  test('has the defaults of client-go', () => {
    expect(checkElectionTimes()).toEqual({
      leaseDurationMs: 15_000,
      renewDeadlineMs: 10_000,
      retryPeriodMs: 2_000,
    })
  })

  test.for([
    { leaseDurationMs: 10_000 },
    { leaseDurationMs: 15_500 },
    { leaseDurationMs: 0.5 },
    { leaseDurationMs: 0 },
    { renewDeadlineMs: 15_000 },
    { renewDeadlineMs: -1 },
    { renewDeadlineMs: 2_400, retryPeriodMs: 2_000 },
    { renewDeadlineMs: 2_400 },
    { retryPeriodMs: 9_000 },
    { retryPeriodMs: 0 },
    { leaseDurationMs: Number.NaN },
  ])('refuses %o', (times) => {
    expect(() => checkElectionTimes(times)).toThrow(RangeError)
  })
})

test.for([
  [{ leaseDurationMs: 1_000, renewDeadlineMs: 500, retryPeriodMs: 100 }, 1_000],
  [{}, 5_000],
] as const)('with %o a request may take %d ms', ([times, expected]) => {
  expect(requestTimeoutMs(checkElectionTimes(times))).toBe(expected)
})

describe('an elector', () => {
  test('counts in leader_election_master_status whether it leads', async () => {
    const [server, clock, metrics] = [
      new LeaseServer(),
      new ManualClock(),
      new PrometheusRegistry(),
    ]
    const elector = new LeaderElector({
      client: server.client(),
      namespace: 'system',
      name: 'op',
      identity: 'a',
      clock,
      logger: silent,
      metrics,
      labels: { app: 'op' },
    })
    expect(metrics.render()).toContain('leader_election_master_status{name="op"} 0')
    const stop = new AbortController()
    const running = elector.run(stop.signal)
    await clock.advance(0)
    await elector.elected
    expect(metrics.render()).toContain('leader_election_master_status{name="op"} 1')
    expect(server.lease?.metadata?.labels).toEqual({ app: 'op' })
    stop.abort()
    await clock.advance(0)
    await running
    expect(metrics.render()).toContain('leader_election_master_status{name="op"} 0')
    expect(clock.pendingTimers).toBe(0)
  })

  test('renews every retry period with one request', async () => {
    const [server, clock] = [new LeaseServer(), new ManualClock()]
    const requests: string[] = []
    const elector = new LeaderElector({
      client: server.client((request) => requests.push(request)),
      namespace: 'n',
      name: 'op',
      identity: 'a',
      clock,
      logger: silent,
      metrics: new PrometheusRegistry(),
    })
    const stop = new AbortController()
    const running = elector.run(stop.signal)
    await clock.advance(10_000)
    expect(requests).toEqual(['get', 'create', 'update', 'update', 'update', 'update', 'update'])
    stop.abort()
    await clock.advance(0)
    await running
  })
})

test('no two processes ever lead at once, whatever happens', async () => {
  const names = fc.constantFrom('a', 'b', 'c')
  const command = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: 1, max: 180 }).map((tenths) => `advance ${tenths / 10}`),
    },
    names.map((name) => `freeze ${name}`),
    { weight: 2, arbitrary: names.map((name) => `thaw ${name}`) },
    fc
      .tuple(names, fc.integer({ min: -3600, max: 3600 }))
      .map(([name, by]) => `skew ${name} ${by}`),
    fc.constantFrom('up', 'up', 'down', 'hung', 'losing answers').map((how) => `server ${how}`),
    fc.constant('touch'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
      const script = new ElectionScript()
      const output: string[] = []
      for (const line of ['start a', 'start b', 'start c', ...commands]) {
        output.push(...(await script.run(line)))
      }
      await script.end()
      expect(output.filter((line) => line.includes('TWO LEADERS'))).toEqual([])
    }),
    { numRuns: 60 },
  )
})
