import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What to run, and where. */
export interface ProcessDefinition {
  readonly program: string
  readonly arguments: readonly string[]
  /** The working folder. It is removed with the process when this program ends without stopping it. */
  readonly directory: string
  /** Takes standard output and standard error. */
  readonly logPath: string
  readonly environment?: NodeJS.ProcessEnv
}

/*
 * Runs the program as a child of a shell that holds the other end of a pipe, and tells its process id there.
 * When the pipe closes, by `stop` or because this process is gone in whatever way, the shell kills the
 * program, waits until it is dead, and removes its folder. When the program ends first, the shell ends
 * with its status.
 */
const supervisor = `
"$@" 3<&- &
child=$!
trap 'kill -9 $child; wait $child; rm -rf "$0"; exit 137' TERM
{ read -r _ <&3; kill -TERM $$; } &
guard=$!
echo $child >&3
wait $child
status=$?
trap - TERM
kill $guard
exit $status
`

const stopTimeoutMs = 10_000
const logTailLines = 40

/** A program that dies with this process, even when this process is killed. */
export class SupervisedProcess {
  readonly logPath: string
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  readonly #processId: Promise<number>
  #hasEnded = false

  constructor(definition: ProcessDefinition) {
    const log = openSync(definition.logPath, 'a')
    this.logPath = definition.logPath
    this.#child = spawn(
      '/bin/sh',
      ['-c', supervisor, definition.directory, definition.program, ...definition.arguments],
      {
        cwd: definition.directory,
        detached: true,
        env: definition.environment ?? process.env,
        stdio: ['ignore', log, log, 'pipe'],
      },
    )
    closeSync(log)
    this.#ended = new Promise((resolve) => {
      const end = (): void => {
        this.#hasEnded = true
        resolve()
      }
      this.#child.once('exit', end)
      this.#child.once('error', end)
    })
    this.#processId = this.#readProcessId()
    this.#release()
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Settles when the program has ended, by itself or by `stop`. */
  get ended(): Promise<void> {
    return this.#ended
  }

  /** The program's exit code; absent while it runs. */
  get exitCode(): number | undefined {
    return this.#child.exitCode ?? undefined
  }

  /** The last lines that the program wrote. */
  async readLogTail(): Promise<string> {
    const text = await readFile(this.logPath, 'utf8').catch(() => '')
    return text.trimEnd().split('\n').slice(-logTailLines).join('\n')
  }

  /** Sends the program itself a signal. One that has ended gets none. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    if (this.#hasEnded) return
    const processId = await this.#processId
    if (!this.#hasEnded) process.kill(processId, signal)
  }

  /** Kills the program and returns once it is dead. Its folder stays. */
  async kill(): Promise<void> {
    await this.#untilEnded(() => this.signal('SIGKILL'))
  }

  /** Kills the program and returns once it is dead. Its folder is gone then. */
  async stop(): Promise<void> {
    await this.#untilEnded(() => {
      this.#pipe?.destroy()
    })
  }

  async #untilEnded(end: () => void | Promise<void>): Promise<void> {
    if (this.#hasEnded) return
    this.#child.ref()
    await end()
    const timeout = new AbortController()
    await Promise.race([
      this.#ended,
      delay(stopTimeoutMs, undefined, { signal: timeout.signal }).then(
        () => this.#killGroup(),
        () => undefined,
      ),
    ])
    timeout.abort()
  }

  get #pipe(): Socket | undefined {
    const pipe = this.#child.stdio[3]
    return pipe instanceof Socket ? pipe : undefined
  }

  #readProcessId(): Promise<number> {
    const told = new Promise<number>((resolve, reject) => {
      this.#pipe?.once('data', (line) => resolve(Number(line.toString())))
      void this.#ended.then(() => reject(new Error('the program ended before it was started')))
    })
    // Whoever sends a signal hears of it.
    told.catch(() => undefined)
    return told
  }

  /** A program that someone forgot must not keep this process alive: it goes when this process goes. */
  #release(): void {
    this.#child.unref()
    this.#pipe?.on('error', () => {
      // The shell has closed its end: it is told by `exit` too.
    })
    this.#pipe?.unref()
  }

  #killGroup(): void {
    if (this.#child.pid !== undefined && !this.#hasEnded) process.kill(-this.#child.pid, 'SIGKILL')
  }
}
