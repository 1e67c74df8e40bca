import type { ObjectList } from '../../apimachinery/object-meta.ts'
import type { TypedObject, WatchEvent } from '../client/client.ts'
import type { BackOff } from './back-off.ts'
import type { Gone, Replaced, WatchedEvents } from './delta.ts'
import { ObjectMap } from './object-map.ts'
import {
  askedDelayMs,
  classifyFailure,
  errorOfEvent,
  type FailureKind,
} from './reflection-failure.ts'
import { reactions, type Reaction } from './reflector-reactions.ts'
import type {
  Activity,
  Listing,
  ReflectorInput,
  ReflectorState,
  Streaming,
  Watching,
} from './reflector-state.ts'
import { isAgain, prepareEvent, receive, versionOf, type Preparer } from './watch-events.ts'

export interface MachineOptions<T extends TypedObject> {
  readonly backOff: BackOff
  readonly preparer: Preparer<T>
  /** Milliseconds that never run backwards. */
  readonly now: () => number
  readonly namespace?: string | undefined
}

/** What a step has for others: changes for the store, and what happened for logs and metrics. */
export interface StepOutcome<T extends TypedObject> {
  readonly deltas?: readonly (WatchedEvents<T> | Replaced<T> | Gone)[]
  readonly incident?: Incident
}

/** Why the reflector left its path. */
export interface Incident {
  /** `resume` opens the watch again, `relist` begins with a list, `retry` sends the same request again. */
  readonly effect: 'resume' | 'relist' | 'retry'
  readonly reason: FailureKind | 'ended' | 'short' | 'silent' | 'behind' | 'unlisted' | 'gone'
  readonly error?: unknown
  readonly delayMs: number
  /** It has been said before: not worth another line in the log. */
  readonly isRepeated?: boolean
}

const shortWatchMs = 1000
const internalErrorsMs = 60_000
/** How long discovery must go without a kind before the kind is taken for gone. */
const goneAfterMs = 10_000
/** How often discovery is asked for a kind that is gone. */
const goneKindMs = 30_000
/** The same for a kind that was never there: its CRD may be on its way. */
const awaitedKindMs = 10_000

/**
 * Decides what a reflector does next. `step` is the only way to change `state`; it sends nothing and waits for
 * nothing, so that every path through it can be written down as a script (test/cases/reflector).
 */
export class ReflectorMachine<T extends TypedObject> {
  readonly #options: MachineOptions<T>
  #state: ReflectorState<T>
  /** The newest resourceVersion seen; `''` before the first list, and after the kind went away. */
  #lastVersion = ''
  /** How often in a row the server answered 404. */
  #misses = 0
  /** Since when discovery does not list the kind. */
  #unlistedSince: number | undefined
  /** Whether the kind was ever there. */
  #wasServed = false
  /** Streaming lists of this server do not end, or there are none. */
  #usesPages = false
  #internalErrorsSince: number | undefined

  constructor(options: MachineOptions<T>) {
    this.#options = options
    this.#state = stream('')
  }

  get state(): ReflectorState<T> {
    return this.#state
  }

  step(input: ReflectorInput<T>): StepOutcome<T> {
    const state = this.#state
    if (state.phase === 'stopped') return {}
    if (input.type === 'stop') {
      this.#state = { phase: 'stopped' }
      return {}
    }
    if (state.phase === 'waiting') {
      if (input.type === 'elapsed') this.#enter(state.next)
      return {}
    }
    if (input.type === 'events' && input.events.length > 0)
      return this.#takeEvents(state, input.events)
    if (input.type === 'listed') return this.#takeList(state, input.list)
    if (input.type === 'ended') return this.#end(state)
    if (input.type === 'silent') return this.#react('page', { reason: 'silent' })
    if (input.type === 'discovered') return this.#takeDiscovery(input.isServed)
    if (input.type === 'failed') return this.#fail(state, input.error)
    return {}
  }

  #takeEvents(state: Activity<T>, events: readonly WatchEvent<T>[]): StepOutcome<T> {
    this.#forgetMisses()
    this.#internalErrorsSince = undefined
    if (state.phase === 'watching') return this.#watch(state, events)
    if (state.phase !== 'streaming') return {}
    const end = events.findIndex((event) => !receive(state, event, this.#options.preparer))
    const last = events[end]
    if (last === undefined) return {}
    if (last.type === 'ERROR') return this.#fail(state, errorOfEvent(last.object))
    const { deltas = [] } = this.#complete(state, versionOf(last))
    const rest = events.slice(end + 1)
    if (rest.length === 0) return { deltas }
    // The first changes came in one chunk with the end of the list.
    const more = this.#watch(this.#watchFrom(versionOf(last), true), rest)
    return { ...more, deltas: [...deltas, ...(more.deltas ?? [])] }
  }

  #takeList(state: Activity<T>, list: ObjectList<T>): StepOutcome<T> {
    this.#forgetMisses()
    this.#internalErrorsSince = undefined
    if (state.phase === 'checking') {
      this.#enter(this.#watchFrom(state.resourceVersion))
      return {}
    }
    if (state.phase !== 'listing') return {}
    const { preparer } = this.#options
    for (const item of list.items ?? []) {
      const object = preparer.prepare(item, state.malformed)
      if (object !== undefined) state.objects.set(object)
    }
    const { continue: next, resourceVersion = '' } = list.metadata
    if (!next) return this.#complete(state, resourceVersion)
    this.#enter({ ...state, continue: next })
    return {}
  }

  /** The list is whole: the watch goes on from it. */
  #complete(state: Streaming<T> | Listing<T>, resourceVersion: string): StepOutcome<T> {
    const { objects, malformed } = state
    const { namespace } = this.#options
    this.#lastVersion = resourceVersion
    this.#state = this.#watchFrom(resourceVersion, state.phase === 'streaming')
    return { deltas: [{ type: 'REPLACED', namespace, objects, malformed, resourceVersion }] }
  }

  #watch(state: Watching, events: readonly WatchEvent<T>[]): StepOutcome<T> {
    const { preparer, namespace } = this.#options
    let resourceVersion = state.resourceVersion
    let failure: Error | undefined
    const kept: WatchEvent<T>[] = []
    for (const event of events) {
      if (event.type === 'ERROR') {
        failure = errorOfEvent(event.object)
        break
      }
      const version = versionOf(event)
      if (isAgain(version, resourceVersion)) continue
      if (version !== '') resourceVersion = version
      const prepared = event.type === 'BOOKMARK' ? event : prepareEvent(event, preparer)
      if (prepared !== undefined) kept.push(prepared)
    }
    this.#lastVersion = resourceVersion
    const watching = { ...state, resourceVersion, hasHeard: true }
    this.#state = watching
    const deltas = [{ type: 'EVENTS', namespace, events: kept, resourceVersion }] as const
    return failure === undefined ? { deltas } : withDeltas(deltas, this.#fail(watching, failure))
  }

  /** The stream ended without an error. */
  #end(state: Activity<T>): StepOutcome<T> {
    if (state.phase !== 'watching') return this.#react('again', { reason: 'ended' })
    const { resourceVersion, hasHeard, openedAt } = state
    if (hasHeard) {
      this.#state = this.#watchFrom(resourceVersion)
      return { incident: { effect: 'resume', reason: 'ended', delayMs: 0 } }
    }
    if (this.#options.now() - openedAt < shortWatchMs) {
      return this.#react('again', { reason: 'short' })
    }
    this.#enter({ phase: 'checking', resourceVersion })
    return { incident: { effect: 'resume', reason: 'ended', delayMs: 0 } }
  }

  #fail(state: Activity<T>, error: unknown): StepOutcome<T> {
    const kind = classifyFailure(error)
    const isBehind = state.phase === 'checking' && kind === 'too-large'
    return this.#react(reactions[state.phase][kind], { reason: isBehind ? 'behind' : kind, error })
  }

  /** Goes where a reaction leads. */
  #react(reaction: Reaction, why: Pick<Incident, 'reason' | 'error'>): StepOutcome<T> {
    const state = this.#state
    if (state.phase === 'waiting' || state.phase === 'stopped') return {}
    switch (reaction) {
      case 'again':
        return this.#again(state, why)
      case 'resume':
        return this.#resume(state, why)
      case 'again-for-a-minute':
        return this.#hasFailedLong()
          ? this.#relist(this.#lastVersion, why)
          : this.#again(state, why)
      case 'relist':
        return this.#relist(this.#lastVersion, why)
      case 'relist-newest':
        return this.#relist('', why)
      case 'page':
        return this.#page(state, why)
      case 'list-whole':
        return this.#listWhole(state, why)
      case 'miss':
        return this.#miss(why)
    }
  }

  /** A streaming list begins anew; a paged list asks for the same page. */
  #again(state: Activity<T>, why: Pick<Incident, 'reason' | 'error'>): StepOutcome<T> {
    const next = state.phase === 'streaming' ? stream<T>(state.since) : state
    return this.#wait(next, { ...why, effect: state.phase === 'watching' ? 'resume' : 'retry' })
  }

  /**
   * Goes on after a break: at once where the watch was good, else after a while. The server at the other end may be
   * another one now, or one that was restored and is silent about it, so it is asked before it is trusted.
   */
  #resume(state: Activity<T>, why: Pick<Incident, 'reason' | 'error'>): StepOutcome<T> {
    if (state.phase !== 'watching') return this.#again(state, why)
    const { resourceVersion, openedAt, hasHeard } = state
    const isGood = hasHeard || this.#options.now() - openedAt >= shortWatchMs
    const checking = { phase: 'checking', resourceVersion } as const
    if (!isGood) return this.#wait(checking, { ...why, effect: 'resume' })
    this.#state = checking
    return { incident: { ...why, effect: 'resume', delayMs: 0 } }
  }

  #relist(since: string, why: Pick<Incident, 'reason' | 'error'>): StepOutcome<T> {
    return this.#wait(this.#initial(since), { ...why, effect: 'relist' })
  }

  #page(state: Activity<T>, why: Pick<Incident, 'reason' | 'error'>): StepOutcome<T> {
    const since = state.phase === 'streaming' ? state.since : this.#lastVersion
    // A server that failed may stream the next list.
    this.#usesPages ||= why.reason === 'silent' || why.reason === 'unsupported'
    this.#state = paged(since)
    return { incident: { ...why, effect: 'relist', delayMs: 0 } }
  }

  /** The list that the reflector begins with: a stream where the server has them. */
  #initial(since: string): Streaming<T> | Listing<T> {
    return this.#usesPages ? paged(since) : stream(since)
  }

  #listWhole(state: Activity<T>, why: Pick<Incident, 'reason' | 'error'>): StepOutcome<T> {
    const isBetweenPages = state.phase === 'listing' && state.continue !== undefined
    if (!isBetweenPages) return this.#relist('', why)
    const whole = { continue: undefined, isPaged: false, ...emptyList<T>() }
    this.#state = { phase: 'listing', since: '', ...whole }
    return { incident: { ...why, effect: 'relist', delayMs: 0 } }
  }

  /** A 404 alone says nothing about the kind: the store stays as it is until discovery has answered. */
  #miss(why: Pick<Incident, 'reason' | 'error'>): StepOutcome<T> {
    this.#misses++
    this.#state = { phase: 'discovering' }
    return { incident: { ...why, effect: 'retry', delayMs: 0, isRepeated: this.#misses > 1 } }
  }

  #takeDiscovery(isServed: boolean): StepOutcome<T> {
    if (!isServed) return this.#missUnlisted()
    const wasUnlisted = this.#unlistedSince !== undefined
    this.#unlistedSince = undefined
    const next = this.#initial(this.#lastVersion)
    if (!wasUnlisted)
      return this.#wait(next, { reason: 'missing', effect: 'retry', isRepeated: true })
    // Its CRD is there now.
    this.#state = next
    return {}
  }

  /** Discovery does not list the kind. The second time, 10 s later, the kind is gone; nothing is told of its objects. */
  #missUnlisted(): StepOutcome<T> {
    const { now, namespace, backOff } = this.#options
    const isRepeated = this.#unlistedSince !== undefined
    this.#unlistedSince ??= now()
    const hasStore = this.#lastVersion !== ''
    this.#wasServed ||= hasStore
    const leftMs = this.#unlistedSince + goneAfterMs - now()
    if (hasStore && leftMs > 0) {
      return this.#rediscover(leftMs, { reason: 'unlisted', isRepeated })
    }
    const delayMs = this.#wasServed
      ? backOff.jitter(goneKindMs)
      : Math.min(backOff.next(), awaitedKindMs)
    if (!hasStore) return this.#rediscover(delayMs, { reason: 'unlisted', isRepeated })
    this.#lastVersion = ''
    return {
      ...this.#rediscover(delayMs, { reason: 'gone' }),
      deltas: [{ type: 'GONE', namespace }],
    }
  }

  #rediscover(delayMs: number, why: Pick<Incident, 'reason' | 'isRepeated'>): StepOutcome<T> {
    this.#state = { phase: 'waiting', delayMs, next: { phase: 'discovering' } }
    return { incident: { ...why, effect: 'retry', delayMs } }
  }

  #forgetMisses(): void {
    this.#misses = 0
    this.#unlistedSince = undefined
  }

  #wait(next: Activity<T>, incident: Omit<Incident, 'delayMs'>): StepOutcome<T> {
    const delayMs = this.#options.backOff.next(askedDelayMs(incident.error))
    this.#state = { phase: 'waiting', delayMs, next }
    return { incident: { ...incident, delayMs } }
  }

  #enter(activity: Activity<T>): void {
    this.#state =
      activity.phase === 'watching' ? this.#watchFrom(activity.resourceVersion) : activity
  }

  #watchFrom(resourceVersion: string, hasHeard = false): Watching {
    return { phase: 'watching', resourceVersion, openedAt: this.#options.now(), hasHeard }
  }

  #hasFailedLong(): boolean {
    const now = this.#options.now()
    this.#internalErrorsSince ??= now
    return now - this.#internalErrorsSince >= internalErrorsMs
  }
}

function stream<T extends TypedObject>(since: string): Streaming<T> {
  return { phase: 'streaming', since, ...emptyList() }
}

function paged<T extends TypedObject>(since: string): Listing<T> {
  return { phase: 'listing', since, continue: undefined, isPaged: true, ...emptyList() }
}

function emptyList<T extends TypedObject>(): Pick<Streaming<T>, 'objects' | 'malformed'> {
  return { objects: new ObjectMap(), malformed: new Set() }
}

function withDeltas<T extends TypedObject>(
  deltas: readonly WatchedEvents<T>[],
  outcome: StepOutcome<T>,
): StepOutcome<T> {
  return { ...outcome, deltas: [...deltas, ...(outcome.deltas ?? [])] }
}
