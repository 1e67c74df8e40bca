import { describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import { newManager } from '../../../src/runtime/manager/new-manager.ts'
import {
  installWebhooks,
  LocalWebhooks,
  ManifestError,
  startTestManager,
  toClusterConnection,
} from '../../../src/testing/index.ts'
import { useClient, useControlPlane } from '../provided.ts'
import { ApplicationKind, type ApplicationV1 } from './application.ts'

/*
 * `installWebhooks` on a control plane that tests share, and what `startTestManager` does where webhooks are missing.
 */

/** A manager that serves the webhooks of a kind. */
async function serve(context: TestContext, kind: ApplicationKind): Promise<LocalWebhooks> {
  const { connection } = useControlPlane(context)
  const local = await LocalWebhooks.open()
  const { port, host, certPath } = local
  const manager = await newManager({
    connection: toClusterConnection(connection),
    metrics: { bindAddress: '0' },
    webhooks: { port, host, certPath },
  })
  kind.serve(manager)
  const end = new AbortController()
  const ended = manager.start(end.signal)
  onTestFinished(async () => {
    end.abort()
    await ended
    await local.close()
  })
  return local
}

describe('installWebhooks()', () => {
  test('has webhooks consulted when it returns, in the namespaces that it is given', async (context) => {
    const kind = new ApplicationKind('installed.webhooks.kops.dev')
    const client = useClient(context)
    const local = await serve(context, kind)
    await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'consulted' } })
    const installed = await installWebhooks(client, local, {
      crds: [kind.definition('v1')],
      webhooks: kind.configurations(),
      namespaces: ['consulted'],
      nameSuffix: '-installed',
    })
    const spec = { image: { repository: 'shop', tag: '' }, replicas: 1, ports: [] }
    const create = (namespace: string, name: string): Promise<ApplicationV1> =>
      client.create({
        apiVersion: `${kind.group}/v1`,
        kind: 'Application',
        metadata: { name, namespace },
        spec,
      })
    expect((await create('consulted', 'defaulted')).spec.image.tag).toBe('latest')
    expect((await create('default', 'left-alone')).spec.image.tag).toBe('')

    await installed.remove()
    const path = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations'
    const left = await client.raw({ method: 'GET', path: `${path}/mutate-${kind.group}-installed` })
    expect(left.status).toBe(404)
  })

  test('says that no server answers', async (context) => {
    const local = await LocalWebhooks.open()
    onTestFinished(() => local.close())
    const installing = installWebhooks(useClient(context), local, { timeoutMs: 200 })
    await expect(installing).rejects.toThrow(`a webhook server at https://127.0.0.1:${local.port}/`)
  })
})

describe('startTestManager()', () => {
  const kind = new ApplicationKind('started.webhooks.kops.dev')

  test('refuses configurations whose webhooks nobody serves', async (context) => {
    useControlPlane(context)
    const starting = startTestManager({
      crds: [kind.definition('v1')],
      webhooks: kind.configurations(),
      setup: () => undefined,
    })
    await expect(starting).rejects.toThrow(ManifestError)
  })

  test('installs definitions without their conversion where it installs no webhooks', async (context) => {
    useControlPlane(context)
    const world = await startTestManager({
      crds: [kind.definition('v1')],
      setup: (manager) => kind.serve(manager),
    })
    if (world === undefined) throw new Error('there is a control plane on this machine')
    onTestFinished(() => world.stop())
    const beta = kind.descriptor<ApplicationV1>('v1beta1')
    const spec = { image: { repository: 'shop', tag: '' }, replicas: 1, ports: [] }
    const written = await world.client.create(beta, {
      apiVersion: `${kind.group}/v1beta1`,
      kind: 'Application',
      metadata: { name: 'plain', namespace: 'default' },
      spec,
    })
    expect(written.spec).toEqual(spec)
  })
})
