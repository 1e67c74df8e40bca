import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CertificateAuthority, generateSigningKeys } from '../runtime/certificates/certificate-authority.ts'
import { findPrograms, type ProgramOptions } from './find-programs.ts'
import { findFreePorts } from './free-ports.ts'
import { HttpClient, type Connection } from './http-client.ts'
import {
  installCustomResourceDefinitions,
  type CustomResourceDefinitionSource,
} from './install-custom-resource-definitions.ts'
import { renderKubeconfig } from './kubeconfig.ts'
import { renderFlags, type ProgramFlags } from './program-flags.ts'
import { RestClient } from './rest-client.ts'
import { SupervisedProcess } from './supervised-process.ts'
import { waitFor } from './wait.ts'

export interface ControlPlaneOptions extends ProgramOptions {
  /** Flags beside or in place of those that kops sets. */
  readonly flags?: { readonly etcd?: ProgramFlags; readonly 'kube-apiserver'?: ProgramFlags }
  /** Custom resource definitions to install: objects, YAML files, or folders of them. */
  readonly crds?: readonly CustomResourceDefinitionSource[]
  /** Takes the logs and keeps them. Default: they go with the control plane. */
  readonly logDirectory?: string
  /** How long the servers may take to become ready. Default: two minutes. */
  readonly startTimeoutMs?: number
}

/** A server did not come up. The message holds the end of its log. */
export class ControlPlaneError extends Error {
  override readonly name = 'ControlPlaneError'
}

const defaultStartTimeoutMs = 120_000
const attempts = 5

/**
 * Starts etcd and kube-apiserver on free ports of the loopback interface and returns once the API server
 * is ready. Nothing is shared with another control plane, so several can run at once. They end with
 * `stop`, and also when this process ends in whatever way.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const paths = await findPrograms(['etcd', 'kube-apiserver'], options)
  for (let attempt = 1; ; attempt += 1) {
    const launch = await Launch.prepare(paths, options)
    try {
      await launch.run()
    } catch (error) {
      const isPortTaken = await launch.isPortTaken()
      await launch.stop()
      if (!isPortTaken || attempt === attempts) throw error
      continue
    }
    const controlPlane = new ControlPlane(launch)
    try {
      await controlPlane.install(options.crds ?? [])
      return controlPlane
    } catch (error) {
      await controlPlane.stop()
      throw error
    }
  }
}

/** A running etcd and kube-apiserver. */
export class ControlPlane {
  /** How to reach the API server as a cluster administrator. */
  readonly connection: Connection
  /** The same as a file for kubectl. Gone after `stop`. */
  readonly kubeconfigPath: string
  /** A client with an administrator's rights. */
  readonly client: RestClient
  readonly #launch: Launch

  /** @internal */
  constructor(launch: Launch) {
    this.#launch = launch
    this.connection = launch.connection
    this.kubeconfigPath = launch.path('kubeconfig')
    this.client = new RestClient(launch.connection)
  }

  /** Where the logs of the servers are. Gone after `stop`, unless `logDirectory` was set. */
  get logDirectory(): string {
    return this.#launch.logDirectory
  }

  /** A connection for another user, authenticated by a client certificate. Rights come by RBAC. */
  addUser(name: string, groups: readonly string[] = []): Connection {
    return this.#launch.addUser(name, groups)
  }

  /** Installs custom resource definitions and returns once the API server serves them. */
  async install(sources: readonly CustomResourceDefinitionSource[]): Promise<void> {
    await installCustomResourceDefinitions(this.client, sources)
  }

  /** Kills the servers and removes their files. Returns once both are gone. Again, it does nothing. */
  async stop(): Promise<void> {
    this.client.close()
    await this.#launch.stop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}

interface Layout {
  readonly directory: string
  readonly logDirectory: string
  readonly ports: { readonly client: number; readonly peer: number; readonly secure: number }
}

/** One try to start the servers: its own folder, ports and certificates. */
class Launch {
  readonly connection: Connection
  readonly #layout: Layout
  readonly #paths: Readonly<Record<'etcd' | 'kube-apiserver', string>>
  readonly #options: ControlPlaneOptions
  readonly #authority = new CertificateAuthority('kops-test')
  readonly #processes: SupervisedProcess[] = []

  static async prepare(
    paths: Readonly<Record<'etcd' | 'kube-apiserver', string>>,
    options: ControlPlaneOptions,
  ): Promise<Launch> {
    const directory = await mkdtemp(join(tmpdir(), 'kops-control-plane-'))
    const logDirectory = options.logDirectory ?? directory
    await mkdir(logDirectory, { recursive: true })
    const [client = 0, peer = 0, secure = 0] = await findFreePorts(3)
    return new Launch({ directory, logDirectory, ports: { client, peer, secure } }, paths, options)
  }

  private constructor(
    layout: Layout,
    paths: Readonly<Record<'etcd' | 'kube-apiserver', string>>,
    options: ControlPlaneOptions,
  ) {
    this.#layout = layout
    this.#paths = paths
    this.#options = options
    this.connection = this.addUser('kops-admin', ['system:masters'])
  }

  get logDirectory(): string {
    return this.#layout.logDirectory
  }

  path(name: string): string {
    return join(this.#layout.directory, name)
  }

  addUser(name: string, groups: readonly string[]): Connection {
    const request = { commonName: name, organizations: groups, isClient: true }
    return {
      server: `https://127.0.0.1:${this.#layout.ports.secure}`,
      certificateAuthority: this.#authority.certificate,
      ...this.#authority.issue(request),
    }
  }

  async run(): Promise<void> {
    await this.#writeFiles()
    await this.#startEtcd()
    await this.#startApiServer()
  }

  /** Whether a server ended because someone else listens on its port. */
  async isPortTaken(): Promise<boolean> {
    const logs = await Promise.all(
      this.#processes.filter((each) => each.hasEnded).map((each) => each.readLogTail()),
    )
    return logs.some((log) => log.includes('address already in use'))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.stop()))
    await rm(this.#layout.directory, { recursive: true, force: true, maxRetries: 5 })
  }

  async #writeFiles(): Promise<void> {
    const serving = this.#authority.issue({
      commonName: 'kube-apiserver',
      hosts: ['127.0.0.1', 'localhost', 'kubernetes', 'kubernetes.default.svc'],
    })
    const serviceAccounts = generateSigningKeys()
    const files = {
      'ca.crt': this.#authority.certificate,
      'apiserver.crt': serving.certificate,
      'apiserver.key': serving.privateKey,
      'service-accounts.pub': serviceAccounts.publicKey,
      'service-accounts.key': serviceAccounts.privateKey,
      kubeconfig: renderKubeconfig(this.connection),
    }
    for (const [name, content] of Object.entries(files)) {
      await writeFile(this.path(name), content, { mode: 0o600 })
    }
    await chmod(this.#layout.directory, 0o700)
  }

  /**
   * etcd counts as ready when it tells its own name back: another one that listens on the same port
   * would tell another name.
   */
  async #startEtcd(): Promise<void> {
    const { client, peer } = this.#layout.ports
    const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
    const name = `kops-${randomUUID()}`
    const flags: ProgramFlags = {
      name,
      'data-dir': this.path('etcd'),
      'unsafe-no-fsync': true,
      'listen-client-urls': clientUrl,
      'advertise-client-urls': clientUrl,
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': peerUrl,
      'initial-cluster': `${name}=${peerUrl}`,
      'log-level': 'warn',
    }
    const etcd = this.#start('etcd', flags)
    await this.#untilReady('etcd', etcd, async () => {
      const answer = await fetch(`${clientUrl}/v3/cluster/member/list`, {
        method: 'POST',
        body: '{}',
      })
      return (await answer.text()).includes(name)
    })
  }

  async #startApiServer(): Promise<void> {
    const { client, secure } = this.#layout.ports
    const flags: ProgramFlags = {
      'etcd-servers': `http://127.0.0.1:${client}`,
      'bind-address': '127.0.0.1',
      'secure-port': secure,
      'cert-dir': this.#layout.directory,
      'tls-cert-file': this.path('apiserver.crt'),
      'tls-private-key-file': this.path('apiserver.key'),
      'client-ca-file': this.path('ca.crt'),
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': this.path('service-accounts.pub'),
      'service-account-signing-key-file': this.path('service-accounts.key'),
      'service-cluster-ip-range': '10.0.0.0/24',
      'authorization-mode': 'RBAC',
      // Without kube-controller-manager nobody would make the service accounts that Pods must have.
      'disable-admission-plugins': 'ServiceAccount',
      'allow-privileged': true,
    }
    const apiServer = this.#start('kube-apiserver', flags)
    const http = new HttpClient(this.connection)
    const succeeds = async (path: string): Promise<boolean> =>
      (await http.send({ method: 'GET', path })).status === 200
    try {
      await this.#untilReady('kube-apiserver', apiServer, async () => {
        return (await succeeds('/readyz')) && succeeds('/api/v1/namespaces/default')
      })
    } finally {
      http.close()
    }
  }

  #start(name: 'etcd' | 'kube-apiserver', flags: ProgramFlags): SupervisedProcess {
    const started = new SupervisedProcess({
      program: this.#paths[name],
      arguments: renderFlags(flags, this.#options.flags?.[name]),
      directory: this.#layout.directory,
      logPath: join(this.#layout.logDirectory, `${name}.log`),
    })
    this.#processes.push(started)
    return started
  }

  async #untilReady(
    name: string,
    server: SupervisedProcess,
    isReady: () => Promise<boolean>,
  ): Promise<void> {
    const timeoutMs = this.#options.startTimeoutMs ?? defaultStartTimeoutMs
    try {
      await waitFor(
        `${name} to become ready`,
        async () => {
          if (server.hasEnded)
            throw new Error(`${name} ended with ${server.exitCode ?? 'a signal'}`)
          // A server that does not listen yet refuses the connection.
          return isReady().catch(() => false)
        },
        { timeoutMs },
      )
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      const log = await server.readLogTail()
      throw new ControlPlaneError(`${reason}; the end of its log:\n${log}`, { cause })
    }
  }
}
