import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { waitFor } from '../../../src/testing/index.ts'
import { linkDependencies } from '../../cli/link-dependencies.ts'
import { scratchFolder } from '../../cli/run-kops.ts'
import { findKubectl, kubectl } from '../kubectl.ts'
import { useClient, useControlPlane } from '../provided.ts'
import { useRuntimeClient } from '../runtime/cluster.ts'
import { ConfigMap } from '../runtime/config-map.ts'
import { OperatorProcess } from '../runtime/operator-process.ts'
import { buildPrograms, writePageFiles } from './page-programs.ts'

/*
 * What docs/list-and-watch.md shows: kubectl, kops's client and kops's reflector, side by side.
 */

const page = readFileSync('docs/list-and-watch.md', 'utf8')

/** The type and the name of each line of a watch. */
function changesOf(lines: string): readonly string[] {
  const events = lines.trim().split('\n').map((line) => JSON.parse(line)) // prettier-ignore
  return events
    .filter(({ type }) => type !== 'BOOKMARK')
    .map(({ type, object }) => `${type} ${object.metadata.name}`)
}

const [, shown = ''] = /^```json lines\n([\s\S]*?)^```$/m.exec(page) ?? []
const expected = changesOf(shown)

/** The paths that the page gives kubectl, for a namespace and a moment. */
function rawPaths(namespace: string): readonly [list: string, watch: (moment: string) => string] {
  const [list = '', watch = ''] = [...page.matchAll(/--raw '([^']+)'/g)].map(([, path = '']) =>
    path.replace('NAMESPACE', namespace),
  )
  return [list, (moment) => watch.replace('MOMENT', moment)]
}

/** Creates, changes and deletes `shop`, and waits until a program has told of all. */
async function changeShop(
  context: TestContext,
  namespace: string,
  told: () => readonly string[],
): Promise<void> {
  const { client } = useRuntimeClient(context)
  const key = { namespace, name: 'shop' }
  await client.create(ConfigMap, { metadata: key, data: { open: 'no' } })
  await client.patch(ConfigMap, key, { type: 'merge', value: { data: { open: 'yes' } } })
  await client.delete(ConfigMap, key)
  await waitFor('three changes', async () => told().length >= expected.length, {
    timeoutMs: 30_000,
  })
}

async function newNamespace(context: TestContext, name: string): Promise<string> {
  await useClient(context).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  return name
}

test('kubectl shows the lines of docs/list-and-watch.md', async (context) => {
  const { kubeconfigPath } = useControlPlane(context)
  const namespace = await newNamespace(context, 'watched-by-kubectl')
  const [list, watch] = rawPaths(namespace)
  const listed = JSON.parse(await kubectl(kubeconfigPath, 'get', '--raw', list))
  expect(listed.kind).toBe('ConfigMapList')
  const path = join(scratchFolder(), 'kubectl.mjs')
  const line = [await findKubectl(), 'get', '--raw', watch(listed.metadata.resourceVersion)]
  writeFileSync(
    path,
    `import { spawn } from 'node:child_process'
const [command, ...rest] = ${JSON.stringify(line)}
const kubectl = spawn(command, rest, { stdio: 'inherit' })
process.on('SIGTERM', () => kubectl.kill())
process.on('exit', () => kubectl.kill())
`,
  )
  const environment = { KUBECONFIG: kubeconfigPath }
  const program = new OperatorProcess(context, { path, args: [], environment })
  const told = (): readonly string[] =>
    changesOf(program.output.slice(0, program.output.lastIndexOf('\n')) || '{"type":"BOOKMARK"}')
  await changeShop(context, namespace, told)
  expect(told()).toEqual(expected)
  program.signal('SIGTERM')
  await program.ended
})

test('client and reflector of kops tell the same', async (context) => {
  const { kubeconfigPath } = useControlPlane(context)
  const folder = scratchFolder({
    'package.json': '{"type":"module"}',
    'tsconfig.json': readFileSync('examples/network/tsconfig.json', 'utf8'),
  })
  linkDependencies(folder)
  await buildPrograms(folder, writePageFiles('docs/list-and-watch.md', folder))
  for (const name of ['watch', 'reflect']) {
    const namespace = await newNamespace(context, `watched-by-${name}`)
    const program = new OperatorProcess(context, {
      path: join(folder, `dist/${name}.mjs`),
      args: [namespace],
      environment: { KUBECONFIG: kubeconfigPath },
    })
    await program.logged('0 objects')
    const told = (): readonly string[] => program.output.match(/^[A-Z]+ shop$/gm) ?? []
    await changeShop(context, namespace, told)
    expect(told()).toEqual(expected)
    program.signal('SIGTERM')
    await program.ended
  }
})
