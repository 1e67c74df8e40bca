import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkedProject, runLine } from '../../cli/linked-project.ts'
import { createApi, createWebhook } from '../../cli/project-folder.ts'
import { useControlPlane } from '../provided.ts'

const both = ['--defaulting', '--programmatic-validation']

const certificate = { group: 'cert-manager.io', kind: 'Certificate' }

async function runTests(
  line: string,
  folder: string,
): Promise<{ code: number | null; output: string }> {
  const { KUBEBUILDER_ASSETS, XDG_CACHE_HOME } = process.env
  const run = await runLine(line, folder, { KUBEBUILDER_ASSETS, XDG_CACHE_HOME })
  return { code: run.exitCode, output: run.stdout + run.stderr }
}

test('the tests of a project with webhooks pass right after the commands', async (context) => {
  useControlPlane(context)
  const folder = await linkedProject()
  const steps = [
    () => createApi(folder, {}),
    () => createWebhook(folder, both),
    () => createApi(folder, { version: 'v2', from: 'v1' }),
    () => createWebhook(folder, ['--defaulting', '--defaulting-path', '/own'], { version: 'v2' }),
    () => createApi(folder, { kind: 'Region', namespaced: 'false', controller: 'false' }),
    () => createWebhook(folder, ['--programmatic-validation'], { kind: 'Region' }),
    () => createWebhook(folder, ['--defaulting'], { group: 'core', kind: 'Pod' }),
    () => createWebhook(folder, both, { group: 'networking', kind: 'Ingress' }),
    () => createWebhook(folder, ['--external', '--defaulting'], certificate),
  ]
  for (const step of steps) expect(await step()).toMatchObject({ exitCode: 0, stderr: '' })
  const { code, output } = await runTests('make test', folder)
  expect(code, output).toBe(0)
  // One for each webhook, two for the conversion, one for the controller, and one for the samples.
  expect(output).toMatch(/Tests .*12 passed/)
  expect(output).not.toContain('skipped')

  const type = join(folder, 'api/ship/v1/frigate.ts')
  const text = readFileSync(type, 'utf8')
  writeFileSync(type, text.replace('  image: string\n', '  image: string\n  flag?: string\n'))
  expect(await runLine('make generate', folder)).toMatchObject({ exitCode: 0 })
  const after = await runTests('npx vitest run api', folder)
  expect(after.code).not.toBe(0)
  expect(after.output).toContain('"spec.flag"')
})
