import type { ElectionTimes } from './election-options.ts'
import { requestTimeoutMs } from './election-options.ts'
import type { Lease } from './lease.ts'

/*
 * The rules of leader election by Lease, without time and without network: `step` takes what happened and says what
 * to do next. Start reading there. All times are this process's own monotonic milliseconds. The times that stand in a
 * Lease are never compared with a clock: a follower measures from when it saw the Lease change, so an offset between
 * clocks does not matter.
 */

/** A Lease and when this content of it was seen first. */
export interface ObservedLease {
  readonly lease: Lease
  readonly seenAt: number
}

export type ElectionState =
  /** Somebody else leads, or nobody yet: waits for its turn to look again. */
  | { readonly phase: 'following'; readonly observed?: ObservedLease | undefined }
  /** Leads. Until `renewedAt` and the renew deadline nobody else can. */
  | { readonly phase: 'leading'; readonly lease: Lease; readonly renewedAt: number }
  /**
   * Did lead, and slept through its deadline: the process was stopped, or its event loop blocked. It must not write.
   * A renewal that succeeds by `until` proves that nobody took over meanwhile, since it names the Lease's version.
   */
  | { readonly phase: 'doubtful'; readonly lease: Lease; readonly until: number }
  /** Stops, and tries until `until` to give the Lease away. */
  | { readonly phase: 'releasing'; readonly lease: Lease; readonly until: number }
  /** Did lead and does no more. The process must end. */
  | { readonly phase: 'lost'; readonly reason: string }
  /** Stopped without holding the Lease any more. */
  | { readonly phase: 'stopped' }

export type ElectionEvent =
  | { readonly type: 'due' }
  /** The Lease was read; `undefined`: there is none. */
  | { readonly type: 'seen'; readonly lease: Lease | undefined }
  /** The Lease was written, by a request sent at `sentAt`. */
  | { readonly type: 'written'; readonly lease: Lease; readonly sentAt: number }
  /** A request failed. `isRaced`: the Lease is not, or no more, what it was taken for. */
  | { readonly type: 'failed'; readonly isRaced: boolean; readonly error: unknown }
  /** The renew deadline has come, `lateMs` ago. */
  | { readonly type: 'deadline'; readonly lateMs: number }
  | { readonly type: 'stop' }

export type ElectionCommand =
  | { readonly do: 'read' }
  | { readonly do: 'create' }
  /** Write the Lease as its holder: `acquires` where another held it before. */
  | { readonly do: 'update'; readonly lease: Lease; readonly acquires: boolean }
  | { readonly do: 'release'; readonly lease: Lease }
  | { readonly do: 'wait'; readonly jitters: boolean }
  | { readonly do: 'end' }

export interface ElectionStep {
  readonly state: ElectionState
  readonly command: ElectionCommand
}

export interface ElectionRules extends ElectionTimes {
  readonly identity: string
}

/** A timer that fires so much after its time tells of a process that did not run. */
const sleptMs = 1000

/** What follows when `event` happens in `state`. */
export function step(
  rules: ElectionRules,
  state: ElectionState,
  event: ElectionEvent & { readonly now: number },
): ElectionStep {
  if (event.type === 'stop') return stop(rules, state, event.now)
  switch (state.phase) {
    case 'following':
      return follow(rules, state, event)
    case 'leading':
    case 'doubtful':
      return lead(rules, state, event)
    case 'releasing':
      return release(rules, state, event)
    case 'lost':
    case 'stopped':
      return { state, command: { do: 'end' } }
  }
}

/** When a state's deadline is, for the timer that brings `deadline`. */
export function deadlineOf(rules: ElectionRules, state: ElectionState): number | undefined {
  if (state.phase === 'leading') return state.renewedAt + rules.renewDeadlineMs
  return state.phase === 'doubtful' || state.phase === 'releasing' ? state.until : undefined
}

type Timed = ElectionEvent & { readonly now: number }
type Following = Extract<ElectionState, { phase: 'following' }>
type Leading = Extract<ElectionState, { phase: 'leading' | 'doubtful' }>
type Releasing = Extract<ElectionState, { phase: 'releasing' }>

function follow(rules: ElectionRules, state: Following, event: Timed): ElectionStep {
  switch (event.type) {
    case 'due':
      return { state, command: { do: 'read' } }
    case 'seen':
      return look(rules, state, event)
    case 'written':
      return renewed(rules, event)
    default:
      return { state, command: { do: 'wait', jitters: true } }
  }
}

/** Takes the Lease where nobody holds it, or its holder has not renewed it for as long as it said. */
function look(
  rules: ElectionRules,
  { observed: before }: Following,
  { lease, now }: { readonly lease: Lease | undefined; readonly now: number },
): ElectionStep {
  if (lease === undefined) return { state: { phase: 'following' }, command: { do: 'create' } }
  const observed = before && isSame(before.lease, lease) ? before : { lease, seenAt: now }
  const state = { phase: 'following', observed } as const
  const holder = lease.spec?.holderIdentity ?? ''
  const isFree = holder === '' || holder === rules.identity || isOver(observed, now)
  return isFree
    ? { state, command: { do: 'update', lease, acquires: holder !== rules.identity } }
    : { state, command: { do: 'wait', jitters: true } }
}

function isOver({ lease, seenAt }: ObservedLease, now: number): boolean {
  return now >= seenAt + (lease.spec?.leaseDurationSeconds ?? 0) * 1000
}

/** Whether nothing was written in between. */
function isSame(left: Lease, right: Lease): boolean {
  return (
    left.metadata?.uid === right.metadata?.uid &&
    left.metadata?.resourceVersion === right.metadata?.resourceVersion
  )
}

function lead(rules: ElectionRules, state: Leading, event: Timed): ElectionStep {
  switch (event.type) {
    case 'due':
      return renew(state, state.lease)
    case 'seen':
      return lookAsLeader(rules, state, event.lease)
    case 'written':
      return renewed(rules, event)
    case 'failed':
      return { state, command: event.isRaced ? { do: 'read' } : { do: 'wait', jitters: false } }
    case 'deadline':
      return passDeadline(rules, state, event)
    case 'stop':
      return stop(rules, state, event.now)
  }
}

function renew(state: Leading, lease: Lease): ElectionStep {
  return { state, command: { do: 'update', lease, acquires: false } }
}

function lookAsLeader(
  { identity }: ElectionRules,
  state: Leading,
  lease: Lease | undefined,
): ElectionStep {
  if (lease === undefined) return { state, command: { do: 'create' } }
  const holder = lease.spec?.holderIdentity ?? ''
  if (holder === identity) return renew({ ...state, lease }, lease)
  return lose(holder === '' ? 'somebody emptied the lease' : `${holder} holds the lease`)
}

/** A renewal counts from when it was sent: the server, and so every follower, saw it later. */
function renewed(
  rules: ElectionRules,
  { lease, sentAt, now }: Timed & { readonly type: 'written' },
): ElectionStep {
  const isLate = now >= sentAt + rules.renewDeadlineMs
  return isLate
    ? renew({ phase: 'doubtful', lease, until: now + requestTimeoutMs(rules) }, lease)
    : {
        state: { phase: 'leading', lease, renewedAt: sentAt },
        command: { do: 'wait', jitters: false },
      }
}

/** The end of leading, unless the process slept: then the server is asked once more who leads. */
function passDeadline(
  rules: ElectionRules,
  state: Leading,
  { lateMs, now }: { readonly lateMs: number; readonly now: number },
): ElectionStep {
  if (state.phase === 'leading' && lateMs >= sleptMs) {
    const { lease } = state
    return renew({ phase: 'doubtful', lease, until: now + requestTimeoutMs(rules) }, lease)
  }
  return lose('the lease could not be renewed in time')
}

function lose(reason: string): ElectionStep {
  return { state: { phase: 'lost', reason }, command: { do: 'end' } }
}

function stop(rules: ElectionRules, state: ElectionState, now: number): ElectionStep {
  if (state.phase === 'leading' || state.phase === 'doubtful') {
    const { lease } = state
    const until = now + requestTimeoutMs(rules)
    return { state: { phase: 'releasing', lease, until }, command: { do: 'release', lease } }
  }
  if (state.phase === 'lost' || state.phase === 'releasing') {
    return { state, command: { do: 'end' } }
  }
  return { state: { phase: 'stopped' }, command: { do: 'end' } }
}

/** Gives the Lease away, also where the last renewal was on its way while the process was told to stop. */
function release({ identity }: ElectionRules, state: Releasing, event: Timed): ElectionStep {
  if (event.type === 'failed' && event.isRaced) return { state, command: { do: 'read' } }
  if (event.type === 'seen' && event.lease?.spec?.holderIdentity === identity) {
    return { state, command: { do: 'release', lease: event.lease } }
  }
  return { state: { phase: 'stopped' }, command: { do: 'end' } }
}
