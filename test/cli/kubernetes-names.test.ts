import { describe, expect, test } from 'vitest'
import { createApi, createWebhook, projectFolder, snapshotFolder } from './project-folder.ts'
import { reportedCodes, runKops } from './run-kops.ts'

const both = ['--defaulting', '--programmatic-validation']

const fine = { exitCode: 0, stderr: '' }

async function expectUpToDate(directory: string): Promise<void> {
  for (const command of ['generate', 'manifests']) {
    expect(await runKops([command, '--check'], { directory })).toMatchObject(fine)
  }
}

/** Kinds of other groups with the name of one of Kubernetes', in groups that begin alike. */
const kinds = [
  { group: 'batch', domain: 'tutorial.kubebuilder.io', kind: 'CronJob' },
  { group: 'batch', domain: 'volcano.sh', kind: 'Job' },
  { group: 'apps', domain: 'kruise.io', kind: 'StatefulSet' },
  { group: 'core', domain: 'example.org', kind: 'Pod' },
] as const

describe.for(kinds)('$kind in $group.$domain', ({ group, domain, kind }) => {
  test('is a kind of the project', async () => {
    const root = await projectFolder({ domain })
    const names = { group, kind }
    expect(await createApi(root, names)).toMatchObject(fine)
    const before = snapshotFolder(root)
    expect(await createApi(root, names)).toMatchObject(fine)
    expect(snapshotFolder(root)).toEqual(before)
    expect(await createWebhook(root, both, names)).toMatchObject(fine)
    await expectUpToDate(root)
    const { PROJECT, ...files } = snapshotFolder(root)
    expect(PROJECT).not.toContain('core: true')
    const webhooks = files['config/webhook/manifests.yaml']
    expect(webhooks).toContain(`- ${group}.${domain}\n`)
    expect(webhooks).not.toContain('kube-system')
  })

  test('is a kind of another project', async () => {
    const root = await projectFolder()
    const names = { group: `${group}.${domain}`, kind }
    const unknown = await createWebhook(root, both, names)
    expect(reportedCodes(unknown)).toEqual(['args/unknown-resource'])
    expect(reportedCodes(await createApi(root, { ...names, resource: 'false' }))).toEqual([
      'args/unknown-kind',
    ])
    expect(await createWebhook(root, [...both, '--external'], names)).toMatchObject(fine)
    await expectUpToDate(root)
    expect(snapshotFolder(root)['PROJECT']).toContain('external: true')
  })
})

test('a group that begins as one of Kubernetes does has folders of its own', async () => {
  const root = await projectFolder({ domain: 'tutorial.kubebuilder.io' })
  await createApi(root, { group: 'batch', kind: 'Job', version: 'v1beta1' })
  const other = { group: 'batch', kind: 'Job', resource: 'false' }
  expect(await createApi(root, other)).toMatchObject(fine)
  await expectUpToDate(root)
  const files = snapshotFolder(root)
  expect(files['src/controllers/batch/job.ts']).toContain('/api/batch/v1beta1/index.ts')
  expect(files['src/controllers/batch.k8s.io/job.ts']).toContain('kops/kubernetes/batch/v1')
})
