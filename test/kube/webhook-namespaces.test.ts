import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { matchLabelSelector } from '../../src/apimachinery/label-selector.ts'
import type { LabelSelector } from '../../src/apimachinery/object-meta.ts'
import { projectFolder } from '../cli/project-folder.ts'
import { runKops } from '../cli/run-kops.ts'
import { kustomize } from './kubectl.ts'

interface Configuration extends KubernetesObject {
  readonly webhooks: readonly { readonly namespaceSelector?: LabelSelector }[]
}

/** A project that judges Pods, in a namespace that an overlay calls otherwise. */
async function podProject(): Promise<string> {
  const folder = await projectFolder({ domain: 'my.domain' })
  const pod = ['--group', 'core', '--version', 'v1', '--kind', 'Pod']
  const line = ['create', 'webhook', ...pod, '--programmatic-validation']
  const run = await runKops(line, { directory: folder })
  expect(run.exitCode, run.stderr).toBe(0)
  await mkdir(join(folder, 'config/elsewhere'))
  await writeFile(
    join(folder, 'config/elsewhere/kustomization.yaml'),
    'namespace: elsewhere\nnamePrefix: our-\nresources: [../default]\n',
  )
  return folder
}

test.for(['default', 'elsewhere'])(
  'a webhook on Pods leaves its own namespace alone as config/%s builds it',
  async (overlay) => {
    const objects = await kustomize(join(await podProject(), 'config', overlay))
    const namespace = objects.find(({ kind }) => kind === 'Namespace')
    const configuration = objects.find(
      ({ kind }) => kind === 'ValidatingWebhookConfiguration',
    ) as Configuration
    const isJudged = matchLabelSelector(configuration.webhooks[0]?.namespaceSelector ?? {})
    expect(namespace?.metadata.name).toContain(overlay === 'default' ? 'system' : 'elsewhere')
    expect(isJudged(namespace?.metadata.labels)).toBe(false)
    for (const name of ['kube-system', 'kube-public', 'kube-node-lease']) {
      expect(isJudged({ 'kubernetes.io/metadata.name': name })).toBe(false)
    }
    expect(isJudged({ 'kubernetes.io/metadata.name': 'shop' })).toBe(true)
  },
)
