import { describe, expect, test } from 'vitest'
import {
  deadlineOf,
  step,
  type ElectionEvent,
  type ElectionRules,
  type ElectionState,
  type ElectionStep,
} from '../../../src/runtime/leaderelection/election.ts'
import type { Lease } from '../../../src/runtime/leaderelection/lease.ts'

const rules: ElectionRules = {
  identity: 'a',
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
}
const now = 100_000

function lease(holderIdentity?: string, resourceVersion = '1', uid = 'u'): Lease {
  const spec = holderIdentity === undefined ? {} : { holderIdentity, leaseDurationSeconds: 15 }
  return { metadata: { uid, resourceVersion }, spec }
}

const own = lease('a')
const theirs = lease('b')
const leading = { phase: 'leading', lease: own, renewedAt: now - 1_000 } as const
const doubtful = { phase: 'doubtful', lease: own, until: now + 100 } as const
const releasing = { phase: 'releasing', lease: own, until: now + 100 } as const
const lost = { phase: 'lost', reason: 'why' } as const
const stopped = { phase: 'stopped' } as const
const following = { phase: 'following' } as const
const seen = (given: Lease | undefined): ElectionEvent => ({ type: 'seen', lease: given })
const failed = (isRaced: boolean): ElectionEvent => ({ type: 'failed', isRaced, error: 'no' })
const sawAgo = (agoMs: number, given = theirs): ElectionState => ({
  phase: 'following',
  observed: { lease: given, seenAt: now - agoMs },
})

const read = { do: 'read' } as const
const create = { do: 'create' } as const
const end = { do: 'end' } as const
const wait = { do: 'wait', jitters: false } as const
const waitJittered = { do: 'wait', jitters: true } as const
const update = (given: Lease, acquires: boolean): ElectionStep['command'] => ({
  do: 'update',
  lease: given,
  acquires,
})
const release = (given: Lease): ElectionStep['command'] => ({ do: 'release', lease: given })
/** A doubt lasts as long as one request may take. */
const inDoubt = { phase: 'doubtful', lease: own, until: now + 5_000 } as const
const toRelease = { phase: 'releasing', lease: own, until: now + 5_000 } as const

type Row = readonly [string, ElectionState, ElectionEvent, ElectionState, ElectionStep['command']]

describe('a follower', () => {
  const emptied = lease('')
  const unheld = lease()
  const renewed = lease('b', '2')
  const another = lease('b', '1', 'v')
  test.for<Row>([
    ['reads when it is due', following, { type: 'due' }, following, read],
    ['makes a lease that is not there', sawAgo(1), seen(undefined), following, create],
    ['waits for its holder', following, seen(theirs), sawAgo(0), waitJittered],
    ['takes one without a spec', following, seen({}), sawAgo(0, {}), update({}, true)],
    [
      'takes one without a holder',
      following,
      seen(unheld),
      sawAgo(0, unheld),
      update(unheld, true),
    ],
    [
      'takes one that was emptied',
      following,
      seen(emptied),
      sawAgo(0, emptied),
      update(emptied, true),
    ],
    ['goes on with its own', following, seen(own), sawAgo(0, own), update(own, false)],
    ['waits to the last', sawAgo(14_999), seen(theirs), sawAgo(14_999), waitJittered],
    ['takes what has run out', sawAgo(15_000), seen(theirs), sawAgo(15_000), update(theirs, true)],
    ['counts anew from a renewal', sawAgo(20_000), seen(renewed), sawAgo(0, renewed), waitJittered],
    [
      'counts anew for another lease',
      sawAgo(20_000),
      seen(another),
      sawAgo(0, another),
      waitJittered,
    ],
    ['waits after a failure', sawAgo(3), failed(true), sawAgo(3), waitJittered],
    [
      'leads from when its request was sent',
      following,
      { type: 'written', lease: own, sentAt: now - 9_999 },
      { phase: 'leading', lease: own, renewedAt: now - 9_999 },
      wait,
    ],
    [
      'doubts an answer that came after the deadline',
      following,
      { type: 'written', lease: own, sentAt: now - 10_000 },
      inDoubt,
      update(own, false),
    ],
    ['stops', following, { type: 'stop' }, stopped, end],
  ])('%s', ([, state, event, next, command]) => {
    expect(step(rules, state, { ...event, now })).toEqual({ state: next, command })
  })
})

describe('a leader', () => {
  const newer = lease('a', '9')
  const deadline = (lateMs: number): ElectionEvent => ({ type: 'deadline', lateMs })
  const inTime = { phase: 'lost', reason: 'the lease could not be renewed in time' } as const
  test.for<Row>([
    ['renews when it is due', leading, { type: 'due' }, leading, update(own, false)],
    ['looks after a race', leading, failed(true), leading, read],
    ['waits after a failure', leading, failed(false), leading, wait],
    ['makes its lease again', leading, seen(undefined), leading, create],
    [
      'renews what others wrote into',
      leading,
      seen(newer),
      { ...leading, lease: newer },
      update(newer, false),
    ],
    [
      'loses to another',
      leading,
      seen(theirs),
      { phase: 'lost', reason: 'b holds the lease' },
      end,
    ],
    [
      'loses where the lease was emptied',
      leading,
      seen(lease('')),
      { phase: 'lost', reason: 'somebody emptied the lease' },
      end,
    ],
    [
      'loses where nobody holds it',
      leading,
      seen({}),
      { phase: 'lost', reason: 'somebody emptied the lease' },
      end,
    ],
    [
      'goes on after a renewal',
      doubtful,
      { type: 'written', lease: newer, sentAt: now },
      { phase: 'leading', lease: newer, renewedAt: now },
      wait,
    ],
    ['loses at its deadline', leading, deadline(999), inTime, end],
    ['asks once more where it slept', leading, deadline(1_000), inDoubt, update(own, false)],
    ['that was in doubt loses, slept or not', doubtful, deadline(5_000), inTime, end],
    ['gives the lease away', leading, { type: 'stop' }, toRelease, release(own)],
    ['in doubt gives it away too', doubtful, { type: 'stop' }, toRelease, release(own)],
  ])('%s', ([, state, event, next, command]) => {
    expect(step(rules, state, { ...event, now })).toEqual({ state: next, command })
  })
})

describe('one that ends', () => {
  const newer = lease('a', '9')
  test.for<Row>([
    ['looks after a race', releasing, failed(true), releasing, read],
    ['releases what it still holds', releasing, seen(newer), releasing, release(newer)],
    ['leaves what another holds', releasing, seen(theirs), stopped, end],
    ['leaves a lease without a spec', releasing, seen({}), stopped, end],
    ['leaves what is not there', releasing, seen(undefined), stopped, end],
    ['is done after a failure', releasing, failed(false), stopped, end],
    ['is done', releasing, { type: 'written', lease: own, sentAt: now }, stopped, end],
    ['does not begin again to release', releasing, { type: 'stop' }, releasing, end],
    ['stays lost', lost, { type: 'due' }, lost, end],
    ['stays lost when it is told to stop', lost, { type: 'stop' }, lost, end],
    ['stays stopped', stopped, { type: 'due' }, stopped, end],
    ['stays stopped when it is told to', stopped, { type: 'stop' }, stopped, end],
  ])('%s', ([, state, event, next, command]) => {
    expect(step(rules, state, { ...event, now })).toEqual({ state: next, command })
  })
})

test.for<[ElectionState, number | undefined]>([
  [following, undefined],
  [leading, now + 9_000],
  [doubtful, now + 100],
  [releasing, now + 100],
  [lost, undefined],
  [stopped, undefined],
])('%o has its deadline at %d', ([state, expected]) => {
  expect(deadlineOf(rules, state)).toBe(expected)
})
