import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { renderYaml } from '../../../src/manifest/render-yaml.ts'
import { CertificateAuthority, waitFor } from '../../../src/testing/index.ts'
import { hasGo } from '../../oracle/controller-gen.ts'
import { toJson } from '../../oracle/to-json.ts'
import { CertManager } from '../../oracle/cert-manager.ts'
import { kustomize } from '../kubectl.ts'
import { BundleWatch } from './bundle-watch.ts'
import { patience } from './walked-project.ts'
import {
  deploy,
  expectWebhooksToWork,
  namespace,
  retire,
  servedPrint,
  startWebhookPod,
  Traffic,
  untilRotated,
  webhookProject,
  type WebhookProject,
} from './webhook-project.ts'
import { untilReady, type Pod } from './pod-runner.ts'

const options = { timeout: 900_000 }
const certificatePath = '/tmp/k8s-webhook-server/serving-certs'
/** Asks for another certificate as a person does. */
const rotate = `kubectl -n ${namespace} annotate secret fleet-webhook-server-cert kops.dev/rotate=now`
test('people are told how to ask for another certificate', () => {
  expect(readFileSync('docs/certificates.md', 'utf8')).toContain(`\n${rotate}\n`)
})

/** So that a test need not wait for five minutes. */
const overlap = '--webhook-cert-overlap=3s'

function expectNoComplaint(pods: readonly Pod[]): void {
  for (const { process } of pods) {
    expect(process.log).not.toContain('Forbidden')
    expect(process.log).not.toContain('"level":"error"')
  }
}

/** Calls go on while something happens: not one may fail. */
async function underTraffic(project: WebhookProject, happen: () => Promise<void>): Promise<void> {
  const traffic = new Traffic(project)
  await happen()
  await delay(1000)
  await traffic.stop()
  expect(traffic.failures).toEqual([])
  expect(traffic.calls).toBeGreaterThan(20)
}

/** Applies the manifests over and over, in both ways, as those do who keep a cluster as a repository says. */
async function reapply(project: WebhookProject, signal: AbortSignal): Promise<void> {
  const objects = await kustomize(join(project.folder, 'config/default'))
  const path = join(project.folder, 'dist/applied.yaml')
  const applied = objects.filter(({ kind }) => kind !== 'Deployment')
  writeFileSync(path, applied.map((each) => renderYaml(toJson(each))).join('---\n'))
  for (const way of ['--server-side', '']) {
    if (signal.aborted) return
    await project.run(`kubectl apply ${way} -f ${path}`)
    await delay(500)
  }
  return reapply(project, signal)
}

test(
  'self: certificates are replaced without a failed call, whoever applies the manifests meanwhile',
  options,
  async (context) => {
    const project = await webhookProject(context, 'self')
    await deploy(project)
    const bundles = new BundleWatch(project)
    const start = (): Promise<Pod> => startWebhookPod(project, { parameters: [overlap] })
    const [one, two] = [await start(), await start()]
    await untilReady([one, two])
    await expectWebhooksToWork(project)
    const first = await servedPrint(one)
    expect(await servedPrint(two)).toBe(first)

    await underTraffic(project, async () => {
      const stop = new AbortController()
      const applied = reapply(project, stop.signal)
      await project.run(rotate)
      await untilRotated([one, two], first)
      stop.abort()
      await applied
    })
    expect(bundles.bundles.size).toBe(3)
    for (const [kind, [before, ...after]] of bundles.bundles) {
      // Empty at first, then the first authority, then it and the next one.
      expect([kind, before?.replaceAll(',', '')]).toEqual([kind, ''])
      expect([kind, after.length]).toEqual([kind, 2])
      expect(bundles.managers.get(kind)).toEqual(['kops-webhook-certificates Apply'])
    }

    const third = await start()
    await untilReady([third])
    await underTraffic(project, () => retire(project, one))
    expect(await servedPrint(third)).toBe(await servedPrint(two))
    expectNoComplaint([one, two, third])
  },
)

/** Does what the log of a pod says is to be done. */
async function approve(project: WebhookProject, pods: readonly Pod[], known = ''): Promise<string> {
  const command = await waitFor(
    'the pods to say how to approve their certificate',
    async () => {
      const lines = pods.map(({ process: { log } }) =>
        log.match(/kubectl certificate approve [-.\w]+/g),
      )
      const last = lines.map((each) => each?.at(-1))
      return last.every((each) => each === last[0] && each !== known) && last[0]
    },
    patience,
  )
  await project.run(command)
  return command
}

test(
  'csr: a signer of the cluster signs what somebody approves, and is asked again in time',
  options,
  async (context) => {
    // Certificates are a matter of the whole cluster also where the operator is confined to its namespace.
    const project = await webhookProject(context, 'csr', { namespaced: 'true' })
    await deploy(project)
    // The webhooks of such a project select the namespaces that carry its name.
    await project.run('kubectl label namespace default app.kubernetes.io/name=fleet')
    const start = (): Promise<Pod> => startWebhookPod(project, { parameters: [overlap] })
    const pods = [await start(), await start()] as const
    const command = await approve(project, pods)
    await untilReady(pods)
    await expectWebhooksToWork(project)
    const first = await servedPrint(pods[0])
    await underTraffic(project, async () => {
      await project.run(rotate)
      await approve(project, pods, command)
      await untilRotated(pods, first)
    })
    expectNoComplaint(pods)
  },
)

/** A folder as the kubelet mounts a Secret: files through a link to a folder that is swapped. */
class MountedSecret {
  readonly folder = mkdtempSync(join(tmpdir(), 'kops-mount-'))
  #version = 0

  constructor() {
    chmodSync(this.folder, 0o755)
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  swap(files: Readonly<Record<string, string>>): void {
    const data = `..${++this.#version}`
    mkdirSync(join(this.folder, data))
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(this.folder, data, name), text)
      if (this.#version === 1) symlinkSync(`..data/${name}`, join(this.folder, name))
    }
    symlinkSync(data, join(this.folder, '..data_tmp'))
    renameSync(join(this.folder, '..data_tmp'), join(this.folder, '..data'))
  }
}

test('files: what is given is served, and read anew', options, async (context) => {
  const project = await webhookProject(context, 'files')
  const authority = new CertificateAuthority('of-ones-own')
  const issue = (): Readonly<Record<string, string>> => {
    const hosts = [`fleet-webhook-service.${namespace}.svc`]
    const { certificate, privateKey } = authority.issue({ commonName: 'webhook', hosts })
    return { 'tls.crt': certificate, 'tls.key': privateKey }
  }
  // What docs/certificates.md tells people to add.
  const caBundle = Buffer.from(authority.certificate).toString('base64')
  const patch = (...paths: readonly string[]): string =>
    renderYaml(
      paths.map((path) => ({ op: 'add', path: `${path}/clientConfig/caBundle`, value: caBundle })),
    )
  const both = patch('/webhooks/0', '/webhooks/1')
  const patches = [
    { target: { kind: 'MutatingWebhookConfiguration' }, patch: both },
    { target: { kind: 'ValidatingWebhookConfiguration' }, patch: both },
    { target: { kind: 'CustomResourceDefinition' }, patch: patch('/spec/conversion/webhook') },
  ]
  appendFileSync(join(project.folder, 'config/default/kustomization.yaml'), renderYaml({ patches }))
  await deploy(project)
  const secret = new MountedSecret()
  secret.swap(issue())
  const pod = await startWebhookPod(project, { mounts: { [certificatePath]: secret.folder } })
  await untilReady([pod])
  await expectWebhooksToWork(project)
  const first = await servedPrint(pod)
  await underTraffic(project, async () => {
    secret.swap(issue())
    await untilRotated([pod], first)
  })
  expectNoComplaint([pod])
})

const secrets: ResourceDescriptor<KubernetesObject & { data?: Record<string, string> }> = {
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  scope: 'Namespaced',
  subresources: [],
}

test(
  'cert-manager: its injector tells the API server whom to trust, and what it renews is served',
  options,
  async (context) => {
    if (!(await hasGo())) return context.skip('no Go on this machine')
    const project = await webhookProject(context, 'cert-manager')
    const { client } = project.controlPlane
    const certManager = await CertManager.start(project.controlPlane)
    onTestFinished(() => certManager.stop())
    await deploy(project)
    const secret = new MountedSecret()
    /** Puts into the folder what the Secret holds, once that is something else than before. */
    const mount = async (before = ''): Promise<string> => {
      const data = await waitFor(
        'cert-manager to sign the certificate',
        async () => {
          const found = await client
            .get(secrets, { namespace, name: 'webhook-server-cert' })
            .catch(() => undefined)
          return (
            found?.data?.['tls.crt'] !== undefined && found.data['tls.crt'] !== before && found.data
          )
        },
        patience,
      )
      secret.swap(
        Object.fromEntries(
          Object.entries(data).map(([name, value]) => [
            name,
            Buffer.from(value, 'base64').toString(),
          ]),
        ),
      )
      return data['tls.crt'] ?? ''
    }
    const held = await mount()
    const bundles = new BundleWatch(project)
    const pod = await startWebhookPod(project, { mounts: { [certificatePath]: secret.folder } })
    await untilReady([pod])
    await expectWebhooksToWork(project)
    const first = await servedPrint(pod)
    await underTraffic(project, async () => {
      // As `cmctl renew` does.
      const condition = {
        type: 'Issuing',
        status: 'True',
        reason: 'Test',
        message: 'renewed by a test',
        lastTransitionTime: new Date().toISOString(),
      }
      const path = `/apis/cert-manager.io/v1/namespaces/${namespace}/certificates/fleet-serving-cert`
      const certificate = await client.request<
        KubernetesObject & { status: { conditions: object[] } }
      >({ method: 'GET', path })
      const status = {
        ...certificate.status,
        conditions: [...certificate.status.conditions, condition],
      }
      await client.update({ ...certificate, status }, { subresource: 'status' })
      await mount(held)
      await untilRotated([pod], first)
    })
    for (const [kind, values] of bundles.bundles) {
      expect([kind, values.filter((value) => value.replaceAll(',', '') !== '').length]).toEqual([
        kind,
        1,
      ])
    }
    expectNoComplaint([pod])
  },
)
