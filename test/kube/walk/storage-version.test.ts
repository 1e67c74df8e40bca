import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  deploy,
  expectWebhooksToWork,
  startWebhookPod,
  webhookProject,
  type WebhookProject,
} from './webhook-project.ts'
import { untilReady } from './pod-runner.ts'

const definition =
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/applications.apps.my.domain'

/** Has objects stored in the other version, as a person does: the marker moves. */
function moveMarker(folder: string, from: string, to: string): void {
  const marker = '// +kubebuilder:storageversion\n'
  const fileOf = (version: string): string => join(folder, `api/apps/${version}/application.ts`)
  const before = readFileSync(fileOf(from), 'utf8')
  expect(before).toContain(marker)
  writeFileSync(fileOf(from), before.replace(marker, ''))
  const after = readFileSync(fileOf(to), 'utf8')
  const kind = 'export interface Application extends'
  writeFileSync(fileOf(to), after.replace(kind, `${marker}${kind}`))
}

async function storedVersions({ controlPlane }: WebhookProject): Promise<readonly string[]> {
  const { status } = await controlPlane.client.request<{ status: { storedVersions: string[] } }>({
    method: 'GET',
    path: definition,
  })
  return status.storedVersions
}

/** The version that etcd has of the object that is there. */
async function storedAs({ controlPlane }: WebhookProject): Promise<unknown> {
  const key = Buffer.from('/registry/apps.my.domain/applications/default/first')
  const answer = await fetch(`${controlPlane.etcdUrl}/v3/kv/range`, {
    method: 'POST',
    body: JSON.stringify({ key: key.toString('base64') }),
  })
  const { kvs } = (await answer.json()) as { readonly kvs: readonly { readonly value: string }[] }
  const text = Buffer.from(kvs[0]?.value ?? '', 'base64').toString()
  return (JSON.parse(text) as { readonly apiVersion: string }).apiVersion
}

test(
  'the storage version changes while objects are stored in the old one',
  { timeout: 900_000 },
  async (context) => {
    const project = await webhookProject(context, 'self')
    await deploy(project)
    await untilReady([await startWebhookPod(project)])
    await expectWebhooksToWork(project)
    expect(await storedAs(project)).toBe('apps.my.domain/v1')

    moveMarker(project.folder, 'v1', 'v2')
    // The CRDs alone lead to the Service that is deployed, too.
    await project.run('make generate', 'make install')
    expect(await storedVersions(project)).toEqual(['v1', 'v2'])
    for (const version of ['v1', 'v2']) {
      const path = `/apis/apps.my.domain/${version}/namespaces/default/applications/first`
      const read = await project.controlPlane.client.request({ method: 'GET', path })
      expect(read).toMatchObject({ spec: { image: 'docker.io/library/nginx:1.29' } })
    }
    expect(await storedAs(project)).toBe('apps.my.domain/v1')

    await project.run('node_modules/.bin/kops migrate storage --rewriter kops')
    expect(await storedAs(project)).toBe('apps.my.domain/v2')
    expect(await storedVersions(project)).toEqual(['v2'])
  },
)
