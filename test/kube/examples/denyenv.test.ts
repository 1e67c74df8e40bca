import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs' // prettier-ignore
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest'
import {
  ProgramsNotFoundError,
  startControlPlane,
  waitFor,
  type ControlPlane,
} from '../../../src/testing/index.ts'
import { LocalWebhooks } from '../../../src/testing/local-webhooks.ts'
import { waitUntilConsulted } from '../../../src/testing/webhook-probe.ts'
import { linkDependencies } from '../../cli/link-dependencies.ts'
import { CertManager } from '../../oracle/cert-manager.ts'
import { hasGo } from '../../oracle/controller-gen.ts'
import { findKubectl, kubectl } from '../kubectl.ts'
import { OperatorProcess } from '../runtime/operator-process.ts'

/*
 * examples/denyenv as its README has it: its webhooks come from markers, cert-manager makes the certificate and fills
 * in the bundle, and a real API server calls them, once as a service and once by URL.
 */

const patience = { timeoutMs: 120_000 }
const isHere = await hasGo()

let folder = ''
let controlPlane: ControlPlane | undefined
let certManager: CertManager | undefined
let local: LocalWebhooks

beforeAll(async () => {
  if (!isHere) return
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'kops-denyenv-')))
  local = await LocalWebhooks.open()
  const isOurs = (path: string): boolean => !/\/(?:node_modules|dist)$/.test(path)
  cpSync('examples/denyenv', folder, { recursive: true, filter: isOurs })
  linkDependencies(folder)
  await execa('npm', ['run', 'build'], { cwd: folder })
  controlPlane = await startControlPlane().catch((error: unknown) => {
    if (error instanceof ProgramsNotFoundError) return undefined
    throw error
  })
  if (controlPlane === undefined) return
  certManager = await CertManager.start(controlPlane)
  await makeCertificate(controlPlane)
}, 900_000)

afterAll(async () => {
  await certManager?.stop()
  await controlPlane?.stop()
  await local?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Applies the example's certificate, which cert-manager signs, and has it where the Deployment mounts it. */
async function makeCertificate({ kubeconfigPath }: ControlPlane): Promise<void> {
  const file = readFileSync(join(folder, 'config/denyenv.yaml'), 'utf8')
  const documents = file.split('---\n').filter((text) => text.includes('cert-manager.io/v1'))
  // By URL the server is called by a name of this machine.
  const text = documents.join('---\n').replace('dnsNames:', 'dnsNames:\n    - localhost')
  const path = join(folder, 'certificate.yaml')
  writeFileSync(path, text)
  await kubectl(kubeconfigPath, 'apply', '-f', path)
  const secret = ['get', 'secret', 'denyenv', '-o', 'json']
  const data = await waitFor('the certificate', () => readData(kubeconfigPath, secret), patience)
  mkdirSync(join(folder, 'certificates'))
  for (const name of ['tls.crt', 'tls.key']) {
    const content = Buffer.from(data[name] ?? '', 'base64')
    writeFileSync(join(folder, 'certificates', name), content)
  }
}

async function readData(
  kubeconfigPath: string,
  line: readonly string[],
): Promise<Readonly<Record<string, string>> | undefined> {
  const { stdout, failed } = await execa(await findKubectl(), line, {
    env: { KUBECONFIG: kubeconfigPath },
    reject: false,
  })
  return failed ? undefined : (JSON.parse(stdout) as { data: Record<string, string> }).data
}

/** The webhooks as they run, asked by the API server as the manifests say. */
async function serve(context: TestContext): Promise<ControlPlane> {
  const plane = controlPlane ?? context.skip('no control plane on this machine')
  const server = new OperatorProcess(context, {
    path: join(folder, 'dist/main.mjs'),
    args: [
      `--kubeconfig=${plane.kubeconfigPath}`,
      `--webhook-cert-path=${join(folder, 'certificates')}`,
      `--webhook-port=${local.port}`,
      '--health-probe-bind-address=0',
    ],
  })
  await server.logged('"server":"webhook"')
  await kubectl(plane.kubeconfigPath, 'apply', '-f', join(folder, 'config/webhook/manifests.yaml'))
  for (const kind of ['mutating', 'validating']) {
    const configuration = `${kind}webhookconfigurations/denyenv`
    const path = `/apis/admissionregistration.k8s.io/v1/${configuration}`
    const isInjected = async (): Promise<boolean> =>
      (await plane.client.raw({ method: 'GET', path })).body.includes('"caBundle":"')
    await waitFor(`the bundle of the ${kind} webhook`, isInjected, patience)
  }
  await waitUntilConsulted(plane.client, patience.timeoutMs)
  return plane
}

/** Writes the manifests anew from markers that say something else. */
async function changeMarkers(change: (line: string) => string): Promise<void> {
  for (const name of ['deny-env.ts', 'inject-sidecar.ts']) {
    const text = readFileSync(resolve('examples/denyenv/src', name), 'utf8')
    const lines = text.split('\n').map((line) => (line.includes(':webhook:') ? change(line) : line))
    writeFileSync(join(folder, 'src', name), lines.join('\n'))
  }
  await execa('npm', ['run', 'manifests'], { cwd: folder })
}

interface Try {
  readonly name: string
  readonly namespace?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly env?: string
}

/** Creates a Pod with kubectl: the names of its containers, or what kubectl says. */
async function tryPod(
  { kubeconfigPath }: ControlPlane,
  { env, name, namespace = 'default', ...metadata }: Try,
): Promise<readonly string[] | string> {
  const variables = env === undefined ? {} : { env: [{ name: 'A', value: env }] }
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, ...metadata },
    spec: { containers: [{ name: 'app', image: 'nginx', ...variables }] },
  }
  const { stdout, stderr, failed } = await execa(
    await findKubectl(),
    ['create', '-f', '-', '-o', 'json'],
    { env: { KUBECONFIG: kubeconfigPath }, input: JSON.stringify(pod), reject: false },
  )
  if (failed) return stderr
  const { spec } = JSON.parse(stdout) as { spec: { containers: { name: string }[] } }
  return spec.containers.map((each) => each.name)
}

const sidecar = { 'denyenv.kops.dev/sidecar': 'logger' }

async function expectWebhooksToWork(plane: ControlPlane, way: string): Promise<void> {
  const refused = await tryPod(plane, { name: `env-${way}`, env: 'b' })
  expect(refused).toContain('spec.containers[0].env: Forbidden: app sets variables')
  expect(await tryPod(plane, { name: `plain-${way}` })).toEqual(['app'])
  // What the mutating webhook injects is what the validating one sees.
  const annotations = { ...sidecar, 'denyenv.kops.dev/sidecar-level': 'debug' }
  const injected = await tryPod(plane, { name: `level-${way}`, annotations })
  expect(injected).toContain('spec.containers[1].env: Forbidden: sidecar sets variables')
  const taken = await tryPod(plane, { name: `sidecar-${way}`, annotations: sidecar })
  expect(taken).toEqual(['app', 'sidecar'])
  // Its own Pods, and those of the system, are left alone.
  const own = { name: `own-${way}`, labels: { app: 'denyenv' }, env: 'b' }
  expect(await tryPod(plane, own)).toEqual(['app'])
  const system = { name: `system-${way}`, namespace: 'kube-system', env: 'b' }
  expect(await tryPod(plane, system)).toEqual(['app'])
}

describe.skipIf(!isHere)('denyenv', () => {
  test('has the manifests that its markers say', async () => {
    const command = [resolve('bin/kops.js'), 'manifests', '--check']
    const { stdout } = await execa(process.execPath, command, { cwd: folder })
    expect(stdout).toMatch(/up to date/)
  })

  test('refuses Pods with variables, called as a service', async (context) => {
    // A Service that leads to this machine, where no kube-proxy would carry calls to a Pod.
    await changeMarkers((line) => line.replace('servicePort=443', `servicePort=${local.port}`))
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'denyenv', namespace: 'default' },
      spec: { type: 'ExternalName', externalName: 'localhost' },
    }
    await controlPlane?.client.create(service)
    await expectWebhooksToWork(await serve(context), 'service')
  })

  test('refuses Pods with variables, called by its URL', async (context) => {
    await changeMarkers((line) =>
      line
        .replace(/,service\w+=[^,]+/g, '')
        .replace(/:path=(\/\w+)/, `:url="https://localhost:${local.port}$1"`),
    )
    await expectWebhooksToWork(await serve(context), 'url')
  })
})
