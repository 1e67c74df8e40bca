import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApi, createWebhook, projectFolder } from './project-folder.ts'
import { reportedCodes, runKops } from './run-kops.ts'

const both = ['--defaulting', '--programmatic-validation']
const handler = 'src/webhooks/ship/v1/frigate.validator.ts'
const selector = 'namespaceSelector="app.kubernetes.io/name=fleet",'

async function webhookProject(namespaced: string): Promise<string> {
  const folder = await projectFolder({ namespaced })
  await createApi(folder, {})
  expect(await createWebhook(folder, both)).toMatchObject({ exitCode: 0, stderr: '' })
  return folder
}

function readManifests(folder: string): string {
  return readFileSync(join(folder, 'config/webhook/manifests.yaml'), 'utf8')
}

test('in a namespaced project webhooks judge the namespace of the manager', async () => {
  const folder = await webhookProject('true')
  const selectors = readManifests(folder).match(/matchLabels:\n *app.kubernetes.io\/name: fleet/g)
  expect(selectors).toHaveLength(2)
  const namespace = readFileSync(join(folder, 'config/manager/manager.yaml'), 'utf8')
  expect(namespace).toMatch(/kind: Namespace[^]*?labels:\n *app.kubernetes.io\/name: fleet/)
})

test('a webhook there that judges every namespace is reported', async () => {
  const folder = await webhookProject('true')
  const path = join(folder, handler)
  writeFileSync(path, readFileSync(path, 'utf8').replace(selector, ''))
  const run = await runKops(['manifests'], { directory: folder })
  expect(reportedCodes(run)).toEqual(['webhook/every-namespace'])
  expect(run.exitCode).toBe(0)
})

test('kops edit --namespaced reports the webhooks of the project, and so does the way back', async () => {
  const folder = await webhookProject('false')
  expect(readManifests(folder)).not.toContain('namespaceSelector')
  const there = await runKops(['edit', '--namespaced'], { directory: folder })
  expect(reportedCodes(there)).toEqual(['webhook/every-namespace'])
  const path = join(folder, handler)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('name=vfrigate', `${selector}name=vfrigate`),
  )
  const back = await runKops(['edit', '--namespaced=false'], { directory: folder })
  expect(reportedCodes(back)).toEqual(['webhook/own-namespace-only'])
})

test('the samples of the versions of a kind have names of their own', async () => {
  const folder = await projectFolder()
  for (const version of ['v1', 'v2']) await createApi(folder, { version, controller: 'false' })
  const names = ['v1', 'v2'].map((version) => {
    const text = readFileSync(join(folder, `config/samples/ship_${version}_frigate.yaml`), 'utf8')
    return /name: (.*)/.exec(text)?.[1]
  })
  expect(names).toEqual(['frigate-sample', 'frigate-v2-sample'])
})
