import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestManager, type TestManager } from '../../../src/testing/index.ts'
import { ApplicationKind } from './application.ts'

const kind = new ApplicationKind('application.namespaced.kops.dev')
let world: TestManager | undefined

beforeAll(async () => {
  const namespaceSelector = { matchLabels: { 'app.kubernetes.io/name': 'fleet' } }
  const configurations = kind.configurations().map((each) => ({
    ...each,
    webhooks: each.webhooks?.map((webhook) => ({ ...webhook, namespaceSelector })) ?? [],
  }))
  world = await startTestManager({
    crds: [kind.definition('v1alpha1')],
    webhooks: configurations,
    setup: (manager) => kind.serve(manager),
  })
})

afterAll(() => world?.stop())

test('webhooks of a namespaced project judge objects in default', async (context) => {
  const { client } = world ?? context.skip('no control plane on this machine')
  const object = {
    apiVersion: `${kind.group}/v1`,
    kind: 'Application',
    metadata: { name: 'refused', namespace: 'default' },
    spec: { image: { repository: 'shop', tag: 'latest' }, replicas: 101, ports: [], budget: 1 },
  }
  const descriptor = { group: kind.group, version: 'v1', kind: 'Application' }
  await expect(client.create(descriptor, object)).rejects.toThrow(/denied the request/)
})
