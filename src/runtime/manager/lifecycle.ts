import type { Clock } from '../clock/clock.ts'
import { sleep } from '../clock/sleep.ts'
import type { Logger } from '../log/logger.ts'
import { newSharedAbort } from '../clock/shared-abort.ts'
import type { Runnable, RunnableGroup } from './runnable.ts'
import { RunnableSet } from './runnable-set.ts'

/** What a lifecycle needs of a leader elector. */
export interface Election {
  /** Resolves when this process leads. */
  readonly elected: Promise<void>
  /** Runs until the signal aborts, then gives the lease away. Rejects when the lease is lost. */
  run(signal: AbortSignal): Promise<void>
}

export interface LifecycleOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** Absent: this process leads without asking. */
  readonly election?: Election | undefined
  /** How long what runs may take to end. 0: no time; negative: as long as it takes. Default: 30,000. */
  readonly gracefulShutdownTimeoutMs?: number | undefined
}

/** Where a lifecycle stands. */
export type LifecycleState =
  | { readonly phase: 'created' }
  /** Waits for `group` to be ready, or for the lease. */
  | { readonly phase: 'starting'; readonly waitsFor: RunnableGroup | 'election' }
  | { readonly phase: 'running' }
  | { readonly phase: 'stopping' }
  | { readonly phase: 'stopped' }

/** What was told to stop has not, in the time that it had. */
export class GracePeriodError extends Error {
  override readonly name = 'GracePeriodError'
  /** The names of the runnables that still run. */
  readonly running: readonly string[]

  constructor(running: readonly string[], timeoutMs: number, options?: ErrorOptions) {
    super(`${running.join(', ')} did not end within ${timeoutMs} ms`, options)
    this.running = running
  }
}

/**
 * Servers come first, so that probes are answered while caches fill; webhooks come before caches, since listing a kind
 * may need this very process's conversion webhook.
 */
const startOrder = ['server', 'webhook', 'cache', 'other'] as const
/** Caches go on while reconciles finish, and probes are answered to the end. */
const stopOrder = ['other', 'leader', 'cache', 'webhook', 'server'] as const
/** How long what was aborted has to notice. */
const abortMs = 1000

/** Why a lifecycle ends: it was asked to, or something failed. */
type End = { readonly error?: unknown }

/**
 * Starts and stops runnables in controller-runtime's order. Each group is ready before the next starts; what needs the
 * lease starts when it is held. A group that is told to stop finishes what it has in hand (draining); when the grace is
 * over, or at once when the lease is lost, it is told to give up (aborting). The lease is given away last, and only if
 * all that needed it has ended.
 */
export class Lifecycle {
  /** Resolves when what needs the lease may start. */
  readonly elected: Promise<void>
  readonly #options: LifecycleOptions
  readonly #sets: Readonly<Record<RunnableGroup, RunnableSet>>
  readonly #ended: Promise<End>
  readonly #lost = newSharedAbort()
  #end: (end: End) => void = () => undefined
  #announceElected: () => void = () => undefined
  #state: LifecycleState = { phase: 'created' }

  constructor(options: LifecycleOptions) {
    this.#options = options
    this.elected = new Promise((resolve) => {
      this.#announceElected = resolve
    })
    this.#ended = new Promise((resolve) => {
      this.#end = resolve
    })
    const set = (group: RunnableGroup): RunnableSet =>
      new RunnableSet(group, (runnable, error) => this.#fail(runnable, error))
    this.#sets = {
      server: set('server'),
      webhook: set('webhook'),
      cache: set('cache'),
      other: set('other'),
      leader: set('leader'),
    }
  }

  get state(): LifecycleState {
    return this.#state
  }

  /** Adds a runnable; where its group runs already it is started at once. */
  add(runnable: Runnable): void {
    const { phase } = this.#state
    if (phase === 'stopping' || phase === 'stopped') {
      throw new TypeError(
        `Expected a manager that runs to add ${runnable.name}, got one that has stopped`,
      )
    }
    this.#sets[runnable.group ?? 'leader'].add(runnable)
  }

  /** Runs until the signal aborts or something fails; rejects with what failed. It runs once. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#state.phase !== 'created') {
      throw new TypeError('Expected a manager that was not started, got one that was')
    }
    const onAbort = (): void => this.#end({})
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    const stopElection = newSharedAbort()
    const election = this.#runElection(stopElection.signal)
    this.#start(election).catch((error: unknown) => this.#end({ error }))
    const end = await this.#ended
    signal.removeEventListener('abort', onAbort)
    await this.#stop(end, () => {
      stopElection.abort()
      return election.ended
    })
  }

  inspect(): object {
    const groups = Object.values(this.#sets).map((set) => [set.group, set.inspect()] as const)
    return { state: this.#state, groups: Object.fromEntries(groups) }
  }

  async #start(election: { readonly start: () => void }): Promise<void> {
    for (const group of startOrder) {
      if (!this.#enter(group)) return
      await this.#sets[group].start()
    }
    this.#sets.leader.warmUp()
    if (!this.#enter('election')) return
    election.start()
    await this.#options.election?.elected
    if (!this.#enter('leader')) return
    this.#announceElected()
    await this.#sets.leader.start()
    if (this.#state.phase === 'starting') this.#state = { phase: 'running' }
  }

  /** Goes one step on, unless the lifecycle has come to its end meanwhile. */
  #enter(waitsFor: RunnableGroup | 'election'): boolean {
    const { phase } = this.#state
    if (phase !== 'created' && phase !== 'starting') return false
    this.#state = { phase: 'starting', waitsFor }
    return true
  }

  /** An election that runs from `start` on. `ended` resolves when it does no more. */
  #runElection(signal: AbortSignal): { start: () => void; readonly ended: Promise<void> } {
    const election = { start: () => undefined as void, ended: Promise.resolve() }
    election.start = () => {
      election.ended = this.#elect(signal)
    }
    return election
  }

  async #elect(signal: AbortSignal): Promise<void> {
    try {
      await this.#options.election?.run(signal)
    } catch (error) {
      this.#end({ error })
      // Nothing may be finished any more, also where the manager drains already.
      this.#lost.abort(error)
    }
  }

  #fail(runnable: Runnable, error: unknown): void {
    const { phase } = this.#state
    if (phase === 'stopping' || phase === 'stopped') {
      this.#options.logger.error('failed while the manager stops', {
        runnable: runnable.name,
        error,
      })
      return
    }
    this.#options.logger.error('the manager stops: a runnable failed', {
      runnable: runnable.name,
      error,
    })
    this.#end({ error })
  }

  async #stop(end: End, release: () => Promise<void>): Promise<void> {
    const { gracefulShutdownTimeoutMs = 30_000, logger } = this.#options
    this.#state = { phase: 'stopping' }
    logger.info('stopping and waiting for what runs', { gracefulShutdownTimeoutMs })
    const running = await this.#drain(gracefulShutdownTimeoutMs)
    if (this.#sets.leader.running.length === 0) await release()
    this.#state = { phase: 'stopped' }
    logger.info('stopped', running.length === 0 ? {} : { running })
    const error = end.error ?? this.#lost.signal.reason
    if (error !== undefined) throw error
    if (running.length > 0 && gracefulShutdownTimeoutMs !== 0) {
      throw new GracePeriodError(running, gracefulShutdownTimeoutMs)
    }
  }

  /** Stops all groups in turn. The names of those that did not end in time. */
  async #drain(timeoutMs: number): Promise<readonly string[]> {
    const drained = this.#stopInTurn()
    const giveUp = await this.#grace(timeoutMs, drained)
    if (giveUp !== undefined) {
      for (const group of stopOrder) this.#sets[group].abort(giveUp)
      await this.#within(abortMs, drained)
    }
    return stopOrder.flatMap((group) => this.#sets[group].running)
  }

  /** Resolves when all has ended, or with the reason to wait no longer. */
  async #grace(timeoutMs: number, drained: Promise<void>): Promise<Error | undefined> {
    const { signal } = this.#lost
    const lost = new Promise<Error>((resolve) => {
      const tell = (): void => resolve(new Error('the lease is lost', { cause: signal.reason }))
      if (signal.aborted) tell()
      else signal.addEventListener('abort', tell, { once: true })
    })
    const ended = timeoutMs < 0 ? drained.then(() => true) : this.#within(timeoutMs, drained)
    return Promise.race([
      lost,
      ended.then((isEnded) => (isEnded ? undefined : new Error('the grace period is over'))),
    ])
  }

  /** Whether it has ended after at most so long. */
  async #within(timeoutMs: number, drained: Promise<void>): Promise<boolean> {
    const stopTimer = newSharedAbort()
    const timer = sleep(this.#options.clock, timeoutMs, stopTimer.signal).then(
      () => false,
      () => true,
    )
    const isEnded = await Promise.race([drained.then(() => true), timer])
    stopTimer.abort()
    return isEnded
  }

  async #stopInTurn(): Promise<void> {
    for (const group of stopOrder) await this.#sets[group].stop()
  }
}
