import type { TypedObject } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import { sleep } from '../clock/sleep.ts'
import { BackOff } from './back-off.ts'
import type { Gone, Replaced, WatchedEvents } from './delta.ts'
import type { ListerWatcher } from './lister-watcher.ts'
import { ReflectorMachine, type Incident } from './reflector-machine.ts'
import {
  listOptionsOf,
  watchOptionsOf,
  type Checking,
  type Listing,
  type ReflectorInput,
  type ReflectorState,
  type Streaming,
  type Watching,
} from './reflector-state.ts'
import type { Preparer } from './watch-events.ts'

export interface ReflectorOptions<T extends TypedObject> {
  readonly listerWatcher: ListerWatcher<T>
  readonly preparer: Preparer<T>
  readonly clock: Clock
  /** Takes the changes, in order. A promise holds the stream back until it settles. */
  readonly deliver: (delta: WatchedEvents<T> | Replaced<T> | Gone) => Promise<void> | undefined
  readonly onIncident?: (incident: Incident) => void
  readonly namespace?: string | undefined
  readonly random?: (() => number) | undefined
}

/** How long a list, or discovery, may take: twice the time that the API server gives itself. */
const answerMs = 120_000
/** How long beyond its time a watch may go on before it is ended from this side. */
const overtimeMs = 10_000
/** How long a streaming list may go without an object that it had not sent before. Then pages are asked for. */
const silenceMs = 20_000
/** How long a streaming list may take in all. New objects may come for ever where its end does not. */
const initialPhaseMs = 60_000
/** How long a stream may keep this thread busy before everything else gets a turn. */
const turnMs = 5

/**
 * Mirrors the objects of one kind into a delta queue: lists once, then watches, and lists again only when it must.
 * Start reading at `ReflectorMachine`, which decides; this class sends what the machine's state stands for, tells the
 * machine what came of it, and so has at most one request or timer at any time.
 */
export class Reflector<T extends TypedObject> {
  readonly #options: ReflectorOptions<T>
  readonly #machine: ReflectorMachine<T>
  readonly #random: () => number
  #turnAt = 0

  constructor(options: ReflectorOptions<T>) {
    const { clock, preparer, namespace, random = Math.random } = options
    this.#options = options
    this.#random = random
    this.#machine = new ReflectorMachine({
      backOff: new BackOff({ clock, random }),
      preparer,
      now: () => clock.monotonic(),
      namespace,
    })
  }

  get state(): ReflectorState<T> {
    return this.#machine.state
  }

  /** Mirrors until the signal aborts; then nothing is delivered any more. Never rejects for what the server does. */
  async run(signal: AbortSignal): Promise<void> {
    for (let { state } = this; state.phase !== 'stopped'; { state } = this) {
      const input = await this.#perform(state, signal)
      if (signal.aborted) this.#machine.step({ type: 'stop' })
      else if (input !== undefined) await this.#take(input)
    }
  }

  /** Waits for what the state waits for. Nothing is returned where the steps are done already. */
  #perform(
    state: Exclude<ReflectorState<T>, { readonly phase: 'stopped' }>,
    signal: AbortSignal,
  ): Promise<ReflectorInput<T> | undefined> {
    switch (state.phase) {
      case 'streaming':
      case 'watching':
        return this.#watch(state, signal)
      case 'listing':
      case 'checking':
        return this.#list(state, signal)
      case 'discovering':
        return this.#discover(signal)
      case 'waiting':
        return this.#wait(state.delayMs, signal)
    }
  }

  #list(state: Listing<T> | Checking, signal: AbortSignal): Promise<ReflectorInput<T>> {
    const { listerWatcher } = this.#options
    return this.#ask(signal, async (bounded) => {
      const list = await listerWatcher.list({ ...listOptionsOf(state), signal: bounded })
      return { type: 'listed', list }
    })
  }

  #discover(signal: AbortSignal): Promise<ReflectorInput<T>> {
    const { listerWatcher } = this.#options
    return this.#ask(signal, async (bounded) => {
      return { type: 'discovered', isServed: await listerWatcher.isServed({ signal: bounded }) }
    })
  }

  /** Waits for one answer, and no longer than `answerMs`. */
  async #ask(
    signal: AbortSignal,
    send: (bounded: AbortSignal) => Promise<ReflectorInput<T>>,
  ): Promise<ReflectorInput<T>> {
    const ending = new RequestEnding(this.#options.clock, signal)
    ending.after(answerMs, 'ended')
    try {
      return await send(ending.signal)
    } catch (error) {
      return { type: 'failed', error }
    } finally {
      ending.dispose()
    }
  }

  async #watch(
    state: Streaming<T> | Watching,
    signal: AbortSignal,
  ): Promise<ReflectorInput<T> | undefined> {
    const { listerWatcher } = this.#options
    const timeoutSeconds = Math.floor(300 * (1 + this.#random()))
    const ending = new RequestEnding(this.#options.clock, signal)
    ending.after(timeoutSeconds * 1000 + overtimeMs, 'ended')
    const isInitial = (): boolean => this.state.phase === 'streaming'
    let received = 0
    try {
      const options = { ...watchOptionsOf(state, timeoutSeconds), signal: ending.signal }
      if (isInitial()) ending.beginInitialPhase()
      for await (const events of listerWatcher.watch(options)) {
        if (signal.aborted) return { type: 'stop' }
        await this.#take({ type: 'events', events })
        if (this.state.phase !== 'watching' && !isInitial()) return undefined
        if (!isInitial()) ending.endInitialPhase()
        else if (receivedIn(state) > received) ending.afterSilence()
        received = Math.max(received, receivedIn(state))
        await this.#yieldTurn()
      }
      return { type: 'ended' }
    } catch (error) {
      return ending.reason === undefined ? { type: 'failed', error } : { type: ending.reason }
    } finally {
      ending.dispose()
    }
  }

  /** A stream that is full would be read for as long as it is: what was read holds it back meanwhile. */
  async #yieldTurn(): Promise<void> {
    const { clock } = this.#options
    if (clock.monotonic() - this.#turnAt < turnMs) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#turnAt = clock.monotonic()
  }

  async #wait(delayMs: number, signal: AbortSignal): Promise<ReflectorInput<T>> {
    try {
      await sleep(this.#options.clock, delayMs, signal)
      return { type: 'elapsed' }
    } catch {
      // The signal ended the wait: `run` looks at it.
      return { type: 'stop' }
    }
  }

  async #take(input: ReflectorInput<T>): Promise<void> {
    const { deltas, incident } = this.#machine.step(input)
    if (incident !== undefined) this.#options.onIncident?.(incident)
    for (const delta of deltas ?? []) {
      const behind = this.#options.deliver(delta)
      if (behind !== undefined) await behind
    }
  }
}

/** How many objects a streaming list has sent. Changes of those that are there already do not count. */
function receivedIn<T extends TypedObject>(state: Streaming<T> | Watching): number {
  return state.phase === 'streaming' ? state.objects.size + state.malformed.size : 0
}

/** Ends one request from this side: with the reflector, after its time, or after an initial phase without progress. */
class RequestEnding {
  readonly #controller = new AbortController()
  readonly #clock: Clock
  readonly #parent: AbortSignal
  readonly #onAbort = (): void => this.#controller.abort(this.#parent.reason)
  #deadline: { cancel(): void } | undefined
  #silence: { cancel(): void } | undefined
  #initialPhase: { cancel(): void } | undefined
  reason: 'ended' | 'silent' | undefined

  constructor(clock: Clock, parent: AbortSignal) {
    this.#clock = clock
    this.#parent = parent
    if (parent.aborted) this.#onAbort()
    else parent.addEventListener('abort', this.#onAbort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  after(delayMs: number, reason: 'ended'): void {
    this.#deadline = this.#clock.after(delayMs, () => this.#end(reason))
  }

  beginInitialPhase(): void {
    this.#initialPhase = this.#clock.after(initialPhaseMs, () => this.#end('silent'))
    this.afterSilence()
  }

  afterSilence(): void {
    this.#silence?.cancel()
    this.#silence = this.#clock.after(silenceMs, () => this.#end('silent'))
  }

  endInitialPhase(): void {
    this.#silence?.cancel()
    this.#initialPhase?.cancel()
  }

  dispose(): void {
    this.#parent.removeEventListener('abort', this.#onAbort)
    this.#deadline?.cancel()
    this.endInitialPhase()
  }

  #end(reason: 'ended' | 'silent'): void {
    this.reason = reason
    this.#controller.abort(
      new Error(
        `the request was ended: ${reason === 'ended' ? 'it took too long' : 'the list made no progress'}`,
      ),
    )
  }
}
