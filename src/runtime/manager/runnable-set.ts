import { newSharedAbort } from '../clock/shared-abort.ts'
import type { Runnable, RunnableGroup } from './runnable.ts'

/** One runnable and how far it is. */
interface Member {
  readonly runnable: Runnable
  state: 'waiting' | 'running' | 'ended' | 'failed'
  /** Resolves when it has ended, however. */
  done: Promise<void>
}

/** Told when a runnable ends by itself with an error. */
export type OnFailure = (runnable: Runnable, error: unknown) => void

/** The runnables of one group: they start together and stop together. */
export class RunnableSet {
  readonly group: RunnableGroup
  readonly #members: Member[] = []
  readonly #onFailure: OnFailure
  readonly #stop = newSharedAbort()
  #isStarted = false

  constructor(group: RunnableGroup, onFailure: OnFailure) {
    this.group = group
    this.#onFailure = onFailure
  }

  /** Aborts when the group is stopped. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** One that is added to a group that runs is started at once. */
  add(runnable: Runnable): void {
    const member: Member = { runnable, state: 'waiting', done: Promise.resolve() }
    this.#members.push(member)
    if (this.#isStarted && !this.signal.aborted) this.#launch(member)
  }

  /** Lets each that wants to get ready before it is started. */
  warmUp(): void {
    for (const { runnable } of this.#members) {
      runnable.warmup?.(this.signal).catch((error: unknown) => this.#fail(runnable, error))
    }
  }

  /** Starts all, and resolves when all are ready. */
  async start(): Promise<void> {
    this.#isStarted = true
    const members = [...this.#members]
    members.forEach((member) => this.#launch(member))
    await Promise.all(members.map(async ({ runnable }) => runnable.ready?.(this.signal)))
  }

  /** Tells all to stop, and resolves when all have. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the manager stops'))
    await Promise.all(this.#members.map(({ done }) => done))
  }

  /** Tells those that still run to end what they have in hand. */
  abort(reason: Error): void {
    this.#stop.abort(reason)
    for (const { runnable, state } of this.#members) {
      if (state === 'running') runnable.abort?.(reason)
    }
  }

  /** The names of those that still run. */
  get running(): string[] {
    return this.#members.filter(({ state }) => state === 'running').map(nameOf)
  }

  inspect(): object[] {
    return this.#members.map(({ runnable, state }) => {
      const details = runnable.inspect?.()
      return { name: runnable.name, state, ...(details === undefined ? {} : { details }) }
    })
  }

  #launch(member: Member): void {
    member.state = 'running'
    member.done = this.#run(member)
  }

  async #run(member: Member): Promise<void> {
    const { runnable } = member
    try {
      await runnable.start(this.signal)
      member.state = 'ended'
    } catch (error) {
      member.state = 'failed'
      this.#fail(runnable, error)
    }
  }

  #fail(runnable: Runnable, error: unknown): void {
    this.#onFailure(runnable, error)
  }
}

function nameOf({ runnable }: Member): string {
  return runnable.name
}
