import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  CertificateAuthority,
  generateSigningKeys,
} from '../runtime/certificates/certificate-authority.ts'
import { findFreePorts } from './free-ports.ts'
import { HttpClient, type Connection } from './http-client.ts'
import { renderKubeconfig } from './kubeconfig.ts'
import { renderFlags, type ProgramFlags } from './program-flags.ts'
import {
  nodeName,
  portNames,
  servers,
  type PortName,
  type ServerName,
  type Site,
} from './servers.ts'
import { SupervisedProcess } from './supervised-process.ts'
import { waitFor } from './wait.ts'

/** A server did not come up. The message holds the end of its log. */
export class ControlPlaneError extends Error {
  override readonly name = 'ControlPlaneError'
}

/** What a launch needs to know of the options. */
export interface LaunchOptions {
  readonly flags?: Partial<Readonly<Record<ServerName, ProgramFlags>>>
  readonly logDirectory?: string
  readonly startTimeoutMs?: number
  readonly controllers?: boolean
}

/** The paths of the programs, by what they are needed for. */
export type LaunchPrograms = Readonly<Record<'etcd' | 'kube-apiserver', string>> &
  Partial<Readonly<Record<ServerName | 'kwok-stages', string>>>

const defaultStartTimeoutMs = 120_000
const run = promisify(execFile)

/** One try to start the servers: its own folder, ports and certificates. */
export class Launch {
  readonly site: Site
  readonly logDirectory: string
  readonly #programs: LaunchPrograms
  readonly #options: LaunchOptions
  readonly #authority = new CertificateAuthority('kops-test')
  readonly #processes = new Map<ServerName, SupervisedProcess>()

  static async prepare(programs: LaunchPrograms, options: LaunchOptions): Promise<Launch> {
    const directory = await mkdtemp(join(tmpdir(), 'kops-control-plane-'))
    const free = await findFreePorts(portNames.length)
    const ports = Object.fromEntries(portNames.map((name, index) => [name, free[index]]))
    return new Launch(directory, ports as Record<PortName, number>, { programs, options })
  }

  private constructor(
    directory: string,
    ports: Readonly<Record<PortName, number>>,
    { programs, options }: { programs: LaunchPrograms; options: LaunchOptions },
  ) {
    this.#programs = programs
    this.#options = options
    this.logDirectory = options.logDirectory ?? directory
    this.site = {
      directory,
      ports,
      etcdName: `kops-${randomUUID()}`,
      hasControllers: options.controllers === true,
      connection: this.#issueUser(ports['kube-apiserver'], 'kops-admin', ['system:masters']),
    }
  }

  /** A file of the control plane. */
  path(name: string): string {
    return join(this.site.directory, name)
  }

  addUser(name: string, groups: readonly string[]): Connection {
    return this.#issueUser(this.site.ports['kube-apiserver'], name, groups)
  }

  async run(): Promise<void> {
    await mkdir(this.logDirectory, { recursive: true })
    await this.#writeFiles()
    await this.start('etcd')
    await this.start('kube-apiserver')
    if (!this.site.hasControllers) return
    await this.#prepareNode()
    await Promise.all([
      this.start('kube-controller-manager'),
      this.start('kube-scheduler'),
      this.start('kwok'),
    ])
  }

  /** Starts a server on its own port and data, and returns once it serves. */
  async start(name: ServerName): Promise<void> {
    const program = this.#programs[name]
    if (program === undefined) throw new ControlPlaneError(`${name} was not asked for`)
    const { directory } = this.site
    const started = new SupervisedProcess({
      program,
      arguments: renderFlags(servers[name].flags(this.site), this.#options.flags?.[name]),
      directory,
      logPath: join(this.logDirectory, `${name}.log`),
    })
    this.#processes.set(name, started)
    await this.untilReady(name)
  }

  /** The process of a server that was started. */
  process(name: ServerName): SupervisedProcess {
    const process = this.#processes.get(name)
    if (process === undefined) throw new ControlPlaneError(`${name} was not started`)
    return process
  }

  async untilReady(name: ServerName): Promise<void> {
    const server = this.process(name)
    const timeoutMs = this.#options.startTimeoutMs ?? defaultStartTimeoutMs
    try {
      await waitFor(
        `${name} to become ready`,
        async () => {
          if (server.hasEnded)
            throw new Error(`${name} ended with ${server.exitCode ?? 'a signal'}`)
          // A server that does not listen yet refuses the connection.
          return servers[name].isReady(this.site).catch(() => false)
        },
        { timeoutMs },
      )
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      const log = await server.readLogTail()
      throw new ControlPlaneError(`${reason}; the end of its log:\n${log}`, { cause })
    }
  }

  /** Whether a server ended because someone else listens on its port. */
  async isPortTaken(): Promise<boolean> {
    const ended = [...this.#processes.values()].filter((each) => each.hasEnded)
    const logs = await Promise.all(ended.map((each) => each.readLogTail()))
    return logs.some((log) => log.includes('address already in use'))
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((each) => each.stop()))
    await rm(this.site.directory, { recursive: true, force: true, maxRetries: 5 })
  }

  #issueUser(port: number, commonName: string, organizations: readonly string[]): Connection {
    return {
      server: `https://127.0.0.1:${port}`,
      certificateAuthority: this.#authority.certificate,
      ...this.#authority.issue({ commonName, organizations, isClient: true }),
    }
  }

  async #writeFiles(): Promise<void> {
    const serving = this.#authority.issue({
      commonName: 'kube-apiserver',
      hosts: ['127.0.0.1', 'localhost', 'kubernetes', 'kubernetes.default.svc'],
    })
    const serviceAccounts = generateSigningKeys()
    const files = {
      'ca.crt': this.#authority.certificate,
      'ca.key': this.#authority.privateKey,
      'apiserver.crt': serving.certificate,
      'apiserver.key': serving.privateKey,
      'service-accounts.pub': serviceAccounts.publicKey,
      'service-accounts.key': serviceAccounts.privateKey,
      kubeconfig: renderKubeconfig(this.site.connection),
    }
    await chmod(this.site.directory, 0o700)
    for (const [name, content] of Object.entries(files)) await this.#write(name, content)
  }

  /** The node that kwok plays, and how it plays it. */
  async #prepareNode(): Promise<void> {
    const stages = this.#programs['kwok-stages']
    if (stages === undefined) throw new ControlPlaneError('kwok-stages was not asked for')
    await this.#write('kwok.yaml', (await run(stages)).stdout)
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: nodeName } }
    const http = new HttpClient(this.site.connection)
    try {
      const body = JSON.stringify(node)
      const answer = await http.send({ method: 'POST', path: '/api/v1/nodes', body })
      if (answer.status !== 201) throw new ControlPlaneError(answer.body)
    } finally {
      http.close()
    }
  }

  async #write(name: string, content: string): Promise<void> {
    await writeFile(this.path(name), content, { mode: 0o600 })
  }
}
