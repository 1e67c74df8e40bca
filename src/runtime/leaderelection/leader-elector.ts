import { StatusError } from '../../apimachinery/status.ts'
import type { Client } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import { sleep } from '../clock/sleep.ts'
import type { Logger } from '../log/logger.ts'
import type { Gauge, MetricsRegistry } from '../metrics/metric.ts'
import {
  checkElectionTimes,
  jitterFactor,
  requestTimeoutMs,
  type ElectionTimes,
} from './election-options.ts'
import {
  deadlineOf,
  step,
  type ElectionCommand,
  type ElectionEvent,
  type ElectionRules,
  type ElectionState,
} from './election.ts'
import { LeaseLock } from './lease-lock.ts'
import type { LeaderFence } from './leader-fence.ts'
import type { Lease } from './lease.ts'

/** What a `LeaderElector` works with. */
export interface LeaderElectorOptions {
  /** A client of its own, on connections of its own: nothing else may hold up its requests. */
  readonly client: Pick<Client, 'get' | 'create' | 'update'>
  readonly namespace: string
  /** The name of the Lease. All replicas of an operator, and nobody else, use the same one. */
  readonly name: string
  /** This process among its replicas: `<hostname>_<uuid>`. */
  readonly identity: string
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly times?: Partial<ElectionTimes> | undefined
  /** Labels of the Lease, where it has to be made. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** From 0 to 1: spreads followers in time. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}

type Performed = Exclude<ElectionCommand, { do: 'end' }>

/** This process led and does no more: it must end, for another may be at work already. */
export class LeadershipLostError extends Error {
  override readonly name = 'LeadershipLostError'
}

/**
 * Elects one of several processes by a Lease. What it promises: while clocks run at about the same rate, no two
 * processes are told at once that they lead, whatever their clocks show and however long one of them was stopped,
 * unless somebody deletes the Lease under a leader. A process that ends without word is replaced after the lease
 * duration, one that stops at once. An event loop that blocks for longer than the renew deadline writes nothing until
 * it has renewed, and steps down where another took over: so the Lease needs no thread of its own.
 */
export class LeaderElector implements LeaderFence {
  /** Resolves when this process leads. Never rejects. */
  readonly elected: Promise<void>
  readonly #options: LeaderElectorOptions
  readonly #rules: ElectionRules
  readonly #lock: LeaseLock
  readonly #masterStatus: Gauge
  readonly #announceElected: () => void
  #state: ElectionState = { phase: 'following' }
  /** The wall clock at the last renewal, for a machine whose monotonic clock stands still while it sleeps. */
  #renewedAtWall = 0
  #hasLed = false
  #holder = ''
  #lastError = ''

  constructor(options: LeaderElectorOptions) {
    const { client, clock, namespace, name, identity, labels, metrics, times } = options
    this.#options = options
    this.#rules = { ...checkElectionTimes(times), identity }
    const { leaseDurationMs } = this.#rules
    this.#lock = new LeaseLock({
      client,
      clock,
      namespace,
      name,
      identity,
      labels,
      leaseDurationMs,
    })
    this.#masterStatus = metrics.gauge({
      name: 'leader_election_master_status',
      help: 'Whether this process is the leader: 1 or 0, by the name of the lease.',
      labelNames: ['name'],
    })
    this.#masterStatus.set(0, { name })
    let announce = (): void => undefined
    this.elected = new Promise((resolve) => {
      announce = resolve
    })
    this.#announceElected = announce
  }

  /** The Lease that is fought for. */
  get lease(): { readonly namespace: string; readonly name: string } {
    const { namespace, name } = this.#options
    return { namespace, name }
  }

  /** This process among its replicas. */
  get identity(): string {
    return this.#options.identity
  }

  /** Where the election stands. */
  get phase(): ElectionState['phase'] {
    return this.#state.phase
  }

  /** Who held the Lease when it was seen last; empty: nobody. */
  get holder(): string {
    return this.#holder
  }

  /**
   * Whether this process leads now, by its own clock: also right after it was stopped for a while, before anybody has
   * told it that it lost.
   */
  isLeader(): boolean {
    const { clock } = this.#options
    const { renewDeadlineMs } = this.#rules
    return (
      this.#state.phase === 'leading' &&
      clock.monotonic() < this.#state.renewedAt + renewDeadlineMs &&
      clock.now() < this.#renewedAtWall + renewDeadlineMs
    )
  }

  mayWrite(): boolean {
    return !this.#hasLed || this.isLeader()
  }

  /**
   * Takes part until the signal aborts, then gives the Lease away and resolves. Rejects with `LeadershipLostError`
   * when this process led and does no more. It runs once.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, namespace, name } = this.#options
    logger.info('attempting to acquire leader lease', { lease: `${namespace}/${name}` })
    let isStopping = false
    let event: ElectionEvent = { type: 'due' }
    for (;;) {
      const next = step(this.#rules, this.#state, { ...event, now: clock.monotonic() })
      this.#enter(next.state, event)
      if (next.command.do === 'end') break
      if (signal.aborted && !isStopping) {
        isStopping = true
        event = { type: 'stop' }
      } else {
        event = await this.#perform(next.command, signal)
      }
    }
    if (this.#state.phase === 'lost') {
      throw new LeadershipLostError(`leader election lost: ${this.#state.reason}`)
    }
  }

  async #perform(command: Performed, signal: AbortSignal): Promise<ElectionEvent> {
    const isOver = this.#passedDeadline()
    if (isOver) return isOver
    if (command.do === 'wait') return this.#wait(command.jitters, signal)
    const sentAt = this.#options.clock.monotonic()
    try {
      return await this.#request(command, sentAt)
    } catch (error) {
      return this.#passedDeadline(error) ?? this.#failed(error)
    }
  }

  async #wait(jitters: boolean, signal: AbortSignal): Promise<ElectionEvent> {
    const { clock, random = Math.random } = this.#options
    const { retryPeriodMs } = this.#rules
    const waitMs = retryPeriodMs * (jitters ? 1 + random() * jitterFactor : 1)
    const untilMs = deadlineOf(this.#rules, this.#state) ?? Infinity
    try {
      await sleep(clock, Math.min(waitMs, untilMs - clock.monotonic()), signal)
    } catch (error) {
      // The signal ends the wait; `run` looks at it next.
      if (!signal.aborted) throw error
    }
    return this.#passedDeadline() ?? { type: 'due' }
  }

  async #request(
    command: Exclude<Performed, { do: 'wait' }>,
    sentAt: number,
  ): Promise<ElectionEvent> {
    const { clock } = this.#options
    const limit = new AbortController()
    const leftMs = (deadlineOf(this.#rules, this.#state) ?? Infinity) - sentAt
    // After a sleep the connections may be dead: time for more than one try.
    const tries = this.#state.phase === 'doubtful' ? 3 : 1
    const timeoutMs = Math.min(requestTimeoutMs(this.#rules) / tries, leftMs)
    const timer = clock.after(timeoutMs, () => {
      limit.abort(new Error(`the lease: no answer within ${Math.round(timeoutMs)} ms`))
    })
    try {
      return await this.#send(command, sentAt, limit.signal)
    } finally {
      timer.cancel()
    }
  }

  async #send(
    command: Exclude<Performed, { do: 'wait' }>,
    sentAt: number,
    signal: AbortSignal,
  ): Promise<ElectionEvent> {
    switch (command.do) {
      case 'read':
        return { type: 'seen', lease: await this.#lock.read(signal) }
      case 'create':
        return { type: 'written', lease: await this.#lock.create(signal), sentAt }
      case 'update': {
        const lease = await this.#lock.update(command.lease, command.acquires, signal)
        return { type: 'written', lease, sentAt }
      }
      case 'release':
        return { type: 'written', lease: await this.#lock.release(command.lease, signal), sentAt }
    }
  }

  #passedDeadline(error?: unknown): ElectionEvent | undefined {
    const deadline = deadlineOf(this.#rules, this.#state)
    const now = this.#options.clock.monotonic()
    if (deadline === undefined || now < deadline) return undefined
    if (error !== undefined) this.#logFailure(error)
    return { type: 'deadline', lateMs: now - deadline }
  }

  #failed(error: unknown): ElectionEvent {
    const isRaced = error instanceof StatusError && (error.code === 409 || error.code === 404)
    if (!isRaced) this.#logFailure(error)
    return { type: 'failed', isRaced, error }
  }

  /** Once for each way to fail: a server that is away for an hour needs no 1,800 lines. */
  #logFailure(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error)
    const level = text === this.#lastError ? 'debug' : 'error'
    this.#lastError = text
    const { logger, namespace, name } = this.#options
    logger[level]('error retrieving or updating the lease', {
      lease: `${namespace}/${name}`,
      error,
    })
  }

  #enter(state: ElectionState, event: ElectionEvent): void {
    const { clock, logger, name, namespace, identity } = this.#options
    const before = this.#state.phase
    this.#state = state
    if (event.type === 'written') this.#lastError = ''
    if (event.type === 'written' && state.phase === 'leading') {
      // As late as the renewal, measured by the other clock.
      this.#renewedAtWall = clock.now() - (clock.monotonic() - state.renewedAt)
    }
    if (event.type === 'seen' || event.type === 'written') this.#noteHolder(event.lease)
    if (before === state.phase) return
    const lease = `${namespace}/${name}`
    this.#masterStatus.set(state.phase === 'leading' ? 1 : 0, { name })
    if (state.phase === 'leading') {
      this.#hasLed = true
      logger.info('successfully acquired lease', { lease, identity })
      this.#announceElected()
    } else if (state.phase === 'doubtful') {
      logger.warn('slept through the renew deadline: writes wait for a renewal', { lease })
    } else if (state.phase === 'lost') {
      logger.error('leader election lost', { lease, reason: state.reason })
    }
  }

  #noteHolder(lease: Lease | undefined): void {
    const holder = lease?.spec?.holderIdentity ?? ''
    if (holder === this.#holder) return
    this.#holder = holder
    if (holder !== '') this.#options.logger.info('new leader elected', { leader: holder })
  }
}
