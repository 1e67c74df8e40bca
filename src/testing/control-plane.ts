import { findPrograms, type ProgramOptions } from './find-programs.ts'
import type { Connection } from './http-client.ts'
import {
  installCustomResourceDefinitions,
  type CustomResourceDefinitionSource,
} from './install-custom-resource-definitions.ts'
import { Launch, type LaunchPrograms } from './launch.ts'
import type { ProgramFlags } from './program-flags.ts'
import { RestClient } from './rest-client.ts'
import { etcdDirectory, type ServerName } from './servers.ts'

export interface ControlPlaneOptions extends ProgramOptions {
  /**
   * Whether kube-controller-manager, kube-scheduler and a node played by kwok run beside the API server. With
   * them Deployments get Pods that become ready, namespaces finish deleting, dependents of deleted owners are
   * collected, and certificates are signed. They take as long again to start. Default: false.
   */
  readonly controllers?: boolean
  /** Flags beside or in place of those that kops sets. */
  readonly flags?: Partial<Readonly<Record<ServerName, ProgramFlags>>>
  /** Custom resource definitions to install: objects, YAML files, or folders of them. */
  readonly crds?: readonly CustomResourceDefinitionSource[]
  /** Takes the logs and keeps them. Default: they go with the control plane. */
  readonly logDirectory?: string
  /** How long each server may take to become ready. Default: two minutes. */
  readonly startTimeoutMs?: number
}

const attempts = 5

/**
 * Starts etcd and kube-apiserver on free ports of the loopback interface and returns once the API server
 * is ready. Nothing is shared with another control plane, so several can run at once. They end with
 * `stop`, and also when this process ends in whatever way.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const programs = await findServers(options)
  for (let attempt = 1; ; attempt += 1) {
    const launch = await Launch.prepare(programs, options)
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

async function findServers(options: ControlPlaneOptions): Promise<LaunchPrograms> {
  const core = ['etcd', 'kube-apiserver'] as const
  if (options.controllers !== true) return findPrograms(core, options)
  const controllers = ['kube-controller-manager', 'kube-scheduler', 'kwok', 'kwok-stages'] as const
  return findPrograms([...core, ...controllers], options)
}

/** A running etcd and kube-apiserver, and what else was asked for. */
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
    this.connection = launch.site.connection
    this.kubeconfigPath = launch.path('kubeconfig')
    this.client = new RestClient(this.connection)
  }

  /** Where the logs of the servers are. Gone after `stop`, unless `logDirectory` was set. */
  get logDirectory(): string {
    return this.#launch.logDirectory
  }

  /** Where etcd keeps its data. Copy it, or put another copy in its place, only while etcd is killed. */
  get dataDirectory(): string {
    return etcdDirectory(this.#launch.site.directory)
  }

  /** Where etcd answers, without TLS. What is written there has passed no check of the API server's. */
  get etcdUrl(): string {
    return `http://127.0.0.1:${this.#launch.site.ports.etcd}`
  }

  /** A connection for another user, authenticated by a client certificate. Rights come by RBAC. */
  addUser(name: string, groups: readonly string[] = []): Connection {
    return this.#launch.addUser(name, groups)
  }

  /** Installs custom resource definitions and returns once the API server serves them. */
  async install(sources: readonly CustomResourceDefinitionSource[]): Promise<void> {
    await installCustomResourceDefinitions(this.client, sources)
  }

  /** Halts a server where it stands: its connections stay open, and nothing answers. */
  async pause(server: ServerName): Promise<void> {
    await this.#launch.process(server).signal('SIGSTOP')
  }

  /** Lets a halted server go on. */
  async continue(server: ServerName): Promise<void> {
    await this.#launch.process(server).signal('SIGCONT')
  }

  /** Asks a server to end, as a node that shuts down does. kube-apiserver stays for as long as a watch is open. */
  async terminate(server: ServerName): Promise<void> {
    await this.#launch.process(server).signal('SIGTERM')
  }

  /** Kills a server, halted or not, and returns once it is dead. Its port and its data stay its own. */
  async kill(server: ServerName): Promise<void> {
    await this.#launch.process(server).kill()
  }

  /** Kills a server if it still runs, starts it again on the same port and data, and returns once it serves. */
  async restart(server: ServerName): Promise<void> {
    await this.kill(server)
    await this.#launch.start(server)
  }

  /** Kills the servers and removes their files. Returns once all are gone. Again, it does nothing. */
  async stop(): Promise<void> {
    this.client.close()
    await this.#launch.stop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}
