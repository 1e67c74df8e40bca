import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { expect, onTestFinished, type TestContext } from 'vitest'
import { StatusError } from '../../../src/apimachinery/status.ts'
import type { certificateSources } from '../../../src/project/project.ts'
import {
  RestClient,
  startControlPlane,
  waitFor,
  type ControlPlane,
} from '../../../src/testing/index.ts'
import { expectSuccess, linkedProject } from '../../cli/linked-project.ts'
import { createApi, createWebhook } from '../../cli/project-folder.ts'
import { runKops } from '../../cli/run-kops.ts'
import { findKubectl } from '../kubectl.ts'
import { useControlPlane } from '../provided.ts'
import { readDeployment, startPod, type Pod, type PodOptions } from './pod-runner.ts'
import { patience } from './walked-project.ts'

/** A project whose Application has all sorts of webhooks, and a control plane that calls them by their Service. */
export interface WebhookProject {
  readonly folder: string
  readonly controlPlane: ControlPlane
  readonly environment: NodeJS.ProcessEnv
  /** Runs lines of a shell in the project, against the control plane. All must succeed. */
  run(...lines: string[]): Promise<void>
}

export const namespace = 'fleet-system'
const serviceName = 'fleet-webhook-service'

export async function webhookProject(
  context: TestContext,
  source: (typeof certificateSources)[number],
  flags: Readonly<Record<string, string>> = {},
): Promise<WebhookProject> {
  useControlPlane(context)
  if (findOwnAddress() === undefined) {
    return context.skip('this machine has no address that an endpoint may have')
  }
  const folder = await linkedProject({ domain: 'my.domain', ...flags })
  for (const version of ['v1', 'v2']) {
    const controller = version === 'v1' ? 'true' : 'false'
    await createApi(folder, { group: 'apps', kind: 'Application', version, controller })
  }
  const application = { group: 'apps', kind: 'Application' }
  const sorts = ['--defaulting', '--programmatic-validation', '--conversion', '--spoke', 'v2']
  const runs = [
    await createWebhook(folder, sorts, application),
    // What the operator itself writes: its webhooks must not stand in its own way.
    await createWebhook(folder, ['--programmatic-validation'], { group: 'core', kind: 'Secret' }),
    await createWebhook(folder, ['--defaulting'], { group: 'coordination', kind: 'Lease' }),
    await runKops(['edit', '--certificates', source], { directory: folder }),
  ]
  for (const { exitCode, stderr } of runs) expect(exitCode, stderr).toBe(0)
  writeHandlers(join(folder, 'src/webhooks/apps/v1'))
  const controlPlane = await startControlPlane({
    controllers: true,
    // The API server finds the pods behind a Service by itself, as on clusters whose nodes it is not one of.
    flags: { 'kube-apiserver': { 'enable-aggregator-routing': true } },
  })
  onTestFinished(() => controlPlane.stop())
  const kubectl = await findKubectl()
  const tools = kubectl === 'kubectl' ? [] : [dirname(kubectl)]
  const environment = {
    KUBECONFIG: controlPlane.kubeconfigPath,
    PATH: [...tools, dirname(process.execPath), process.env['PATH']].join(delimiter),
  }
  const run = (...lines: string[]): Promise<void> => expectSuccess(lines, folder, environment)
  await run('make generate', 'make')
  return { folder, controlPlane, environment, run }
}

/** Says in the starters what `expectWebhooksToWork` looks at. */
function writeHandlers(folder: string): void {
  const change = (file: string, ...changes: readonly (readonly [RegExp, string])[]): void => {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    const changed = changes.reduce((before, [from, to]) => before.replace(from, to), text)
    expect(changed).not.toBe(text)
    writeFileSync(path, changed)
  }
  change('application.defaulter.ts', [
    /export function setDefaults[^]*/,
    `export function setDefaults({ metadata }: Application): void {
  metadata.annotations = { 'my.domain/defaulted-by': 'fleet', ...metadata.annotations }
}
`,
  ])
  change(
    'application.validator.ts',
    [/import \{ newWebhook \}/, 'import { fieldPath, newWebhook, required }'],
    [
      /export function validate[^]*/,
      `export function validate({ metadata }: Application): ValidationResult {
  const path = fieldPath('metadata').child('annotations')
  return metadata.annotations?.['my.domain/contact'] === '' ? { errors: [required(path)] } : {}
}
`,
    ],
  )
  // The starters' tests expect that nothing is filled in.
  rmSync(join(folder, 'application.defaulter.test.ts'))
}

/** Applies everything. The Deployment's own pods are none that answer: those of `startWebhookPod` stand for them. */
export async function deploy(project: WebhookProject): Promise<void> {
  await project.run(
    'make deploy IMG=registry.example.com/fleet:v1',
    `kubectl -n ${namespace} scale deployment fleet-controller-manager --replicas=0`,
  )
}

/** A pod of the manager that the Service leads to. */
export async function startWebhookPod(
  project: WebhookProject,
  options: PodOptions = {},
): Promise<Pod> {
  const pod = await startPod(project, await readDeployment(project.folder), options)
  const port = pod.portOf('webhook-server')
  await project.controlPlane.client.create({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: sliceOf(pod),
      namespace,
      labels: {
        'kubernetes.io/service-name': serviceName,
        'endpointslice.kubernetes.io/managed-by': 'test',
      },
    },
    addressType: 'IPv4',
    endpoints: [{ addresses: [findOwnAddress()], conditions: { ready: true } }],
    ports: [{ name: 'webhook', port, protocol: 'TCP' }],
  })
  return pod
}

function sliceOf(pod: Pod): string {
  return `fleet-webhook-${pod.portOf('webhook-server')}`
}

/** Ends a pod as a cluster does: the Service hears of it a while after the kubelet. */
export async function retire({ controlPlane }: WebhookProject, pod: Pod): Promise<void> {
  const ended = pod.end()
  await delay(2000)
  const path = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices/${sliceOf(pod)}`
  await controlPlane.client.request({ method: 'DELETE', path })
  expect(await ended).toBe(0)
}

/** An address of this machine that endpoints may have: none of the loopback interface. */
function findOwnAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

/** The print of the certificate that a pod serves webhooks with. */
export function servedPrint(pod: Pod): Promise<string> {
  return new Promise((resolve, reject) => {
    const port = pod.portOf('webhook-server')
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

/** Waits until every pod serves with another certificate than this one. */
export async function untilRotated(pods: readonly Pod[], before: string): Promise<void> {
  await waitFor(
    'all pods to serve with another certificate',
    async () => {
      const prints = await Promise.all(pods.map(servedPrint))
      return prints.every((print) => print !== before)
    },
    patience,
  )
}

interface WrittenApplication {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly annotations: Record<string, string> }
  readonly spec: { readonly image: string }
}

/** An Application as a person writes it. */
export function application(
  name: string,
  annotations: Record<string, string> = {},
): WrittenApplication {
  return {
    apiVersion: 'apps.my.domain/v1',
    kind: 'Application',
    metadata: { name, annotations },
    spec: { image: 'docker.io/library/nginx:1.29' },
  }
}

/** Waits until webhooks are called and believed; then a good object is defaulted and converted, and a bad one refused. */
export async function expectWebhooksToWork(project: WebhookProject): Promise<void> {
  const { client } = project.controlPlane
  await waitFor(
    'the API server to believe the webhooks',
    () => client.create(application('first')).then(() => true, isNotYet),
    patience,
  )
  const path = (version: string): string =>
    `/apis/apps.my.domain/${version}/namespaces/default/applications/first`
  for (const version of ['v1', 'v2']) {
    expect(await client.request({ method: 'GET', path: path(version) })).toMatchObject({
      apiVersion: `apps.my.domain/${version}`,
      metadata: { annotations: { 'my.domain/defaulted-by': 'fleet' } },
      spec: { image: 'docker.io/library/nginx:1.29' },
    })
  }
  const refused = client.create(application('refused', { 'my.domain/contact': '' }))
  await expect(refused).rejects.toMatchObject({ code: 422, reason: 'Invalid' })
}

/** A call that failed since nobody answers yet, or is believed yet. Anything else is thrown. */
function isNotYet(error: unknown): false {
  if (error instanceof StatusError && error.code === 500) return false
  throw error
}

/** Writes and reads through all webhooks, over and over, until it is stopped. */
export class Traffic {
  readonly failures: unknown[] = []
  calls = 0
  #isStopped = false
  readonly #ended: Promise<void>

  constructor({ controlPlane: { connection } }: WebhookProject) {
    const client = new RestClient(connection)
    this.#ended = this.#run(client).finally(() => client.close())
    onTestFinished(() => this.stop())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#ended
  }

  async #run(client: RestClient): Promise<void> {
    const path = '/apis/apps.my.domain/v2/namespaces/default/applications'
    while (!this.#isStopped) {
      const calls = [
        client.create(application('traffic'), { dryRun: true }),
        client.request({ method: 'GET', path }),
      ]
      for (const outcome of await Promise.allSettled(calls)) {
        if (outcome.status === 'rejected') this.failures.push(outcome.reason)
      }
      this.calls += calls.length
    }
  }
}
