import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { waitFor } from '../../../src/testing/index.ts'
import { linkDependencies } from '../../cli/link-dependencies.ts'
import { scratchFolder } from '../../cli/run-kops.ts'
import { useClient, useControlPlane } from '../provided.ts'
import { useRuntimeClient } from '../runtime/cluster.ts'
import { ConfigMap } from '../runtime/config-map.ts'
import { OperatorProcess } from '../runtime/operator-process.ts'
import { buildPrograms, writePageFiles } from './page-programs.ts'

/*
 * The three controllers of docs/controllers.md, each on a real API server.
 */

const page = 'docs/controllers.md'
const programs = ['src/by-hand.ts', 'src/with-runtime.ts', 'src/main.ts']

/** A project as the page makes it, with the files that it shows. */
async function newProject(): Promise<string> {
  const folder = scratchFolder()
  const lines = readFileSync(page, 'utf8').match(/^kops (?:init|create) .*$/gm) ?? []
  for (const line of lines) {
    const offline = line.startsWith('kops init') ? ' --no-install --kops 0.1.0' : ''
    const words = `${line}${offline}`.split(' ').slice(1)
    await execa(process.execPath, [resolve('bin/kops.js'), ...words], { cwd: folder })
  }
  linkDependencies(folder)
  const written = writePageFiles(page, folder)
  expect(written).toEqual(['src/by-hand.ts', 'src/with-runtime.ts', 'src/controllers/core/configmap.ts', 'src/copies.ts']) // prettier-ignore
  await buildPrograms(folder, programs)
  return folder
}

test('the three controllers of docs/controllers.md do the same', async (context) => {
  const { kubeconfigPath } = useControlPlane(context)
  const folder = await newProject()
  const { client } = useRuntimeClient(context)
  for (const name of ['by-hand', 'with-runtime', 'main']) {
    const namespace = `greeter-${name}`
    const v1 = { apiVersion: 'v1', kind: 'Namespace' }
    await useClient(context).create({ ...v1, metadata: { name: namespace } })
    const key = { namespace, name: 'letter' }
    const controller = new OperatorProcess(context, {
      path: join(folder, `dist/${name}.mjs`),
      args: ['--health-probe-bind-address', '0'],
      environment: { KUBECONFIG: kubeconfigPath },
    })
    const untilGreeted = (greeting: string): Promise<unknown> =>
      waitFor(
        `${greeting} from ${name}`,
        async () => (await client.get(ConfigMap, key))?.data?.['greeting'] === greeting,
        { timeoutMs: 60_000 },
      ).catch((error: unknown) => {
        throw new Error(controller.output, { cause: error })
      })

    await client.create(ConfigMap, { metadata: key, data: { greet: 'you' } })
    await untilGreeted('Hello, you!')
    await client.patch(ConfigMap, key, { type: 'merge', value: { data: { greet: 'all' } } })
    await untilGreeted('Hello, all!')
    controller.signal('SIGTERM')
    await controller.ended
    expect(controller.exitCode, controller.output).toBe(0)
  }
})
