import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { findFreePorts } from '../../../src/testing/free-ports.ts'
import { waitFor } from '../../../src/testing/index.ts'
import { kustomize } from '../kubectl.ts'
import { findPodUser } from './pod-user.ts'
import { StartedManager } from './started-manager.ts'
import { patience, type WalkedProject } from './walked-project.ts'

/*
 * Runs what a Deployment says as a process of this machine, with what a kubelet would give it: the token of its
 * ServiceAccount, the certificate of the API server, arguments, environment, and probes. Only the ports are others,
 * since several pods share the machine, and the folder of the token, which the copy of the bundle is told.
 */

interface Container {
  readonly args: readonly string[]
  /** Without a value: the namespace of the pod, which is all that the manifests refer to. */
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly livenessProbe: Probe
  readonly readinessProbe: Probe
  readonly lifecycle?: { readonly preStop?: { readonly sleep: { readonly seconds: number } } }
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly serviceAccountName: string
        readonly containers: readonly [Container]
      }
    }
  }
}

/** What a kubelet mounts is readable for the image's user, whatever the umask of this machine. */
process.umask(0o022)

const secretsFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

export interface PodOptions {
  /** More flags than the Deployment has. */
  readonly parameters?: readonly string[] | undefined
  /** Where the files of mounted volumes are, by the path of the mount. */
  readonly mounts?: Readonly<Record<string, string>> | undefined
}

/** A pod, as far as it is one. */
export interface Pod {
  readonly process: StartedManager
  readonly namespace: string
  /** The port of this machine that stands for one of the container's, by name. */
  portOf(name: string): number
  /** The status code of a probe; 0 where nobody answers. */
  probe(name: 'livenessProbe' | 'readinessProbe'): Promise<number>
  /** Ends it as a kubelet does: SIGTERM comes after what the container does before. Gives the exit code. */
  end(): Promise<number | null>
}

/** The manager's Deployment, as `config/default` makes it. */
export async function readDeployment(folder: string): Promise<Deployment> {
  const objects = await kustomize(join(folder, 'config/default'))
  const deployment = objects.find(({ kind }) => kind === 'Deployment')
  if (deployment === undefined) throw new Error('config/default holds no Deployment')
  return deployment as Deployment
}

export async function startPod(
  project: Pick<WalkedProject, 'controlPlane' | 'folder'>,
  deployment: Deployment,
  { parameters: more = [], mounts = {} }: PodOptions = {},
): Promise<Pod> {
  const { namespace = '' } = deployment.metadata
  const { containers, serviceAccountName } = deployment.spec.template.spec
  const [container] = containers
  const folder = mkdtempSync(join(tmpdir(), 'kops-pod-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const token = await requestToken(project, namespace, serviceAccountName)
  const { certificateAuthority, server } = project.controlPlane.connection
  writeFiles(folder, { token, 'ca.crt': certificateAuthority, namespace })
  const bundle = readFileSync(join(project.folder, 'dist/main.mjs'), 'utf8')
  writeFileSync(join(folder, 'main.mjs'), bundle.replaceAll(secretsFolder, join(folder, 'secrets')))

  const free = await findFreePorts(container.ports.length)
  const ports = new Map(container.ports.map(({ name }, index) => [name, free[index] ?? 0]))
  const webhookPort = ports.get('webhook-server')
  const parameters = [
    ...container.args.map((each) => withMounts(withPorts(each, container, ports), mounts)),
    ...(webhookPort === undefined ? [] : [`--webhook-port=${webhookPort}`]),
    ...more,
  ]
  const { hostname, port } = new URL(server)
  const environment = {
    ...Object.fromEntries(container.env.map(({ name, value = namespace }) => [name, value])),
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
  }
  const { node, identity } = findPodUser()
  const directory = join(folder, 'empty')
  mkdirSync(directory)
  const started = new StartedManager(node, [join(folder, 'main.mjs'), ...parameters], {
    directory,
    environment,
    identity,
  })
  return {
    process: started,
    namespace,
    portOf: (name) => ports.get(name) ?? 0,
    async probe(name) {
      const { path, port: portName } = container[name].httpGet
      const url = `http://127.0.0.1:${ports.get(portName)}${path}`
      return fetch(url).then(
        ({ status }) => status,
        () => 0,
      )
    },
    async end() {
      await delay(1000 * (container.lifecycle?.preStop?.sleep.seconds ?? 0))
      return started.stop()
    },
  }
}

/** Waits until both probes of every pod pass; a pod that ends before ends the wait with its log. */
export async function untilReady(pods: readonly Pod[]): Promise<void> {
  for (const pod of pods) {
    await waitFor(
      'the probes of the pod to pass',
      async () => {
        if (pod.process.hasEnded) throw new Error(`the manager ended:\n${pod.process.log}`)
        const codes = [await pod.probe('livenessProbe'), await pod.probe('readinessProbe')]
        return codes.every((code) => code === 200)
      },
      patience,
    )
  }
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  // Whoever runs the pod may read what is mounted.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'secrets'))
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, 'secrets', name), text)
  }
}

/** `--health-probe-bind-address=:8081` with the port that stands for 8081 on this machine. */
function withPorts(
  parameter: string,
  { ports }: Container,
  free: ReadonlyMap<string, number>,
): string {
  const known = ports.find(({ containerPort }) => parameter.endsWith(`=:${containerPort}`))
  if (known === undefined) return parameter
  return parameter.replace(/=:\d+$/, `=127.0.0.1:${free.get(known.name)}`)
}

function withMounts(parameter: string, mounts: Readonly<Record<string, string>>): string {
  return Object.entries(mounts).reduce(
    (text, [path, folder]) => text.replaceAll(path, folder),
    parameter,
  )
}

async function requestToken(
  { controlPlane: { client } }: Pick<WalkedProject, 'controlPlane'>,
  namespace: string,
  name: string,
): Promise<string> {
  const answer = await client.request<{ readonly status: { readonly token: string } }>({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: JSON.stringify({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: {},
    }),
  })
  return answer.status.token
}
