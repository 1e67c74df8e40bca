import { LeaderElector } from '../../../src/runtime/leaderelection/leader-elector.ts'
import { LineLogger } from '../../../src/runtime/log/line-logger.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { LeaseServer } from './lease-server.ts'

interface Process {
  readonly name: string
  readonly clock: ManualClock
  readonly elector: LeaderElector
  readonly stop: AbortController
  frozenMs: number | undefined
}

const stepMs = 100

/*
 * Reads a script of leader election. A line is a command; what happens then stands indented below it:
 *
 *   start a            a process named a takes part; its clock starts with the script's
 *   stop a             it is told to stop
 *   advance 15         seconds pass for all, in tenths
 *   freeze a, thaw a   its process does not run meanwhile, as under SIGSTOP
 *   skew a 3600        its wall clock is so many seconds ahead
 *   server down        down, up, hung, or `losing answers`
 *   holder c 15        a foreign process c writes itself into the lease, for 15 s
 *   touch, delete      someone changes the lease's labels, or deletes it
 *   writes             who may write
 *   lease              what stands in the lease
 */

/** The script with what happened written anew below each command. */
export async function runElectionScript(text: string): Promise<string> {
  const script = new ElectionScript()
  const lines: string[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    if (line.startsWith('  ')) continue
    lines.push(line)
    if (line === '' || line.startsWith('#')) continue
    lines.push(...(await script.run(line)).map((each) => `  ${each}`))
  }
  await script.end()
  return `${lines.join('\n')}\n`
}

export class ElectionScript {
  readonly #server = new LeaseServer()
  readonly #processes = new Map<string, Process>()
  #output: string[] = []
  #nowMs = 0

  async run(line: string): Promise<string[]> {
    this.#output = []
    const [command = '', ...words] = line.split(' ')
    await this.#execute(command, words)
    await this.#settle()
    this.#tellPhases()
    return this.#output
  }

  async end(): Promise<void> {
    for (const { stop, clock } of this.#processes.values()) {
      stop.abort()
      await clock.advance(20_000)
    }
  }

  async #execute(command: string, words: readonly string[]): Promise<void> {
    const [first = '', second = ''] = words
    switch (command) {
      case 'start':
        return this.#start(first)
      case 'stop':
        return this.#process(first).stop.abort()
      case 'advance':
        return this.#advance(Number(first) * 1000)
      case 'freeze':
        this.#process(first).frozenMs = 0
        return
      case 'thaw':
        return this.#thaw(this.#process(first))
      case 'skew':
        this.#process(first).clock.epochMs += Number(second) * 1000
        return
      case 'server':
        this.#server.condition = words.join(' ') as LeaseServer['condition']
        return
      default:
        return this.#touchLease(command, first, Number(second))
    }
  }

  #touchLease(command: string, holder: string, seconds: number): void {
    const { lease } = this.#server
    const spec = { holderIdentity: holder, leaseDurationSeconds: seconds, leaseTransitions: 0 }
    if (command === 'holder') this.#server.write({ ...lease, spec })
    else if (command === 'touch') this.#server.write(lease ?? {})
    else if (command === 'delete') this.#server.lease = undefined
    else if (command === 'lease') this.#output.push(JSON.stringify(lease?.spec ?? null))
    else if (command === 'writes') this.#output.push(...this.#writers())
    else throw new TypeError(`unknown command: ${command}`)
  }

  #writers(): string[] {
    return this.#running().map(({ name, elector }) => {
      const may = elector.mayWrite() ? 'may write' : 'may not write'
      return `${name} ${may}${elector.isLeader() ? ', leads' : ''}`
    })
  }

  #start(name: string): void {
    const clock = new ManualClock()
    const elector = new LeaderElector({
      client: this.#server.client(),
      namespace: 'default',
      name: 'lease',
      identity: name,
      clock,
      logger: new LineLogger({
        level: 'error',
        format: ({ message, fields }) =>
          `${name}: ${message}: ${String(fields['error'] ?? fields['reason'])}`,
        write: (line) => this.#say(line.trimEnd()),
        now: () => 0,
      }),
      metrics: new PrometheusRegistry(),
      random: () => 0,
    })
    const stop = new AbortController()
    this.#processes.set(name, { name, clock, elector, stop, frozenMs: undefined })
    elector.run(stop.signal).then(
      () => this.#say(`${name} ended`),
      (error: unknown) => this.#say(`${name} failed: ${String(error)}`),
    )
  }

  async #advance(byMs: number): Promise<void> {
    for (let passed = 0; passed < byMs; passed += stepMs) {
      this.#nowMs += stepMs
      for (const process of this.#processes.values()) {
        if (process.frozenMs === undefined) await process.clock.advance(stepMs)
        else process.frozenMs += stepMs
      }
      this.#tellPhases()
    }
  }

  async #thaw(process: Process): Promise<void> {
    const slept = process.frozenMs ?? 0
    process.frozenMs = undefined
    await process.clock.jump(slept)
  }

  async #settle(): Promise<void> {
    for (const { clock, frozenMs } of this.#processes.values()) {
      if (frozenMs === undefined) await clock.advance(0)
    }
  }

  readonly #phases = new Map<string, string>()

  #running(): Process[] {
    return [...this.#processes.values()].filter(({ frozenMs }) => frozenMs === undefined)
  }

  #tellPhases(): void {
    const leaders = this.#running().filter(({ elector }) => elector.isLeader())
    if (leaders.length > 1) this.#say('TWO LEADERS')
    for (const { name, elector } of this.#processes.values()) {
      const { phase } = elector
      if (this.#phases.get(name) !== phase) this.#say(`${name} is ${phase}`)
      this.#phases.set(name, phase)
    }
  }

  #say(text: string): void {
    this.#output.push(`${(this.#nowMs / 1000).toFixed(1)} ${text}`)
  }

  #process(name: string): Process {
    const process = this.#processes.get(name)
    if (process === undefined) throw new TypeError(`no process ${name}`)
    return process
  }
}
