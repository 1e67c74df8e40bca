import { spawn, type ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { waitFor } from '../../../src/testing/index.ts'
import { patience } from './walked-project.ts'

export interface StartOptions {
  readonly directory: string
  readonly environment: NodeJS.ProcessEnv
  /** The user and the group of the process. */
  readonly identity?: number | undefined
}

/** A process of an operator and what it logs. It is killed when the test ends. */
export class StartedManager {
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>
  #log = ''

  constructor(
    program: string,
    parameters: readonly string[],
    { directory, environment, identity }: StartOptions,
  ) {
    this.#child = spawn(program, parameters, {
      cwd: directory,
      env: environment,
      // A group of its own: `make` has children.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(identity !== undefined && { uid: identity, gid: identity }),
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#log += chunk.toString()))
    }
    // The program could not be started: it ends then, with the reason as its log.
    this.#child.on('error', (error) => (this.#log += error.message))
    this.#ended = new Promise((resolve) => this.#child.on('close', (code) => resolve(code)))
    onTestFinished(() => this.signal('SIGKILL'))
  }

  get log(): string {
    return this.#log
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Whether its controllers work: it leads, and its caches are filled. */
  get isWorking(): boolean {
    return !this.hasEnded && this.#log.includes('starting workers')
  }

  async untilWorking(): Promise<void> {
    await waitFor(
      'the manager to work',
      () => {
        if (this.hasEnded) throw new Error(`the manager ended:\n${this.#log}`)
        return Promise.resolve(this.isWorking)
      },
      patience,
    )
  }

  signal(name: NodeJS.Signals): void {
    if (this.#child.pid === undefined || this.hasEnded) return
    process.kill(-this.#child.pid, name)
  }

  /** Tells it to stop; gives its exit code. */
  async stop(name: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.signal(name)
    return this.#ended
  }
}
