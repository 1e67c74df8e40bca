import { execa } from 'execa'
import { writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test, type TestContext } from 'vitest'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { renderYaml } from '../../src/manifest/render-yaml.ts'
import { findPrograms, waitFor } from '../../src/testing/index.ts'
import { createApi, projectFolder, snapshotFolder } from '../cli/project-folder.ts'
import { runKops } from '../cli/run-kops.ts'
import { caseFolders, runTreeCase, treeCases } from '../scaffold/tree-case.ts'
import { useControlPlane } from './provided.ts'

interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly roleRef?: Reference
  readonly subjects?: readonly Reference[]
  readonly spec?: {
    readonly template?: { readonly spec: PodSpec; readonly metadata: object }
  }
}

interface Reference {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

interface PodSpec {
  readonly serviceAccountName: string
  readonly containers: readonly {
    readonly args: readonly string[]
    readonly env: readonly { name: string }[]
  }[]
}

async function runKubectl(parameters: readonly string[], input = ''): Promise<string> {
  const { kubectl } = await findPrograms(['kubectl'])
  const { stdout } = await execa(kubectl, parameters, { input })
  return stdout
}

async function kustomize(folder: string): Promise<KubernetesObject[]> {
  const text = await runKubectl(['kustomize', folder])
  return parseYaml(text).map(({ value }) => value as unknown as KubernetesObject)
}

function title({ kind, metadata: { namespace = '-', name } }: KubernetesObject): string {
  return `${kind} ${namespace} ${name}`
}

/** What the binding of a role and a pod point to, as `title` writes it. */
function references({ metadata, roleRef, subjects = [], spec }: KubernetesObject): string[] {
  const role =
    roleRef &&
    `${roleRef.kind} ${roleRef.kind === 'Role' ? metadata.namespace : '-'} ${roleRef.name}`
  const account = spec?.template?.spec.serviceAccountName
  return [
    ...(role === undefined ? [] : [role]),
    ...subjects.map(({ kind, namespace, name }) => `${kind} ${namespace} ${name}`),
    ...(account === undefined ? [] : [`ServiceAccount ${metadata.namespace} ${account}`]),
  ]
}

describe('kustomize builds the tree of the case, with the right names', () => {
  test.for(treeCases)('%s', async (name) => {
    const { folder } = await runTreeCase(name)
    const objects = await kustomize(join(folder, 'config/default'))
    const titles = objects.map(title)
    await expect(titles.join('\n') + '\n').toMatchFileSnapshot(join(caseFolders, name, 'names.txt'))
    for (const object of objects) {
      for (const reference of references(object)) expect(titles).toContain(reference)
    }
    const crds = await kustomize(join(folder, 'config/crd'))
    expect(crds.map(title)).toEqual(
      titles.filter((each) => each.startsWith('CustomResourceDefinition ')),
    )
    const samples = Object.keys(snapshotFolder(join(folder, 'config/samples')))
    expect(await kustomize(join(folder, 'config/samples'))).toHaveLength(samples.length - 1)
  })
})

test('a Role for another namespace stays there, and is given to the manager', async () => {
  const folder = await projectFolder()
  await createApi(folder, {})
  const marker = '// +kubebuilder:rbac:groups="",resources=secrets,verbs=get,namespace=infra\n'
  writeFileSync(join(folder, 'src/rbac.ts'), `${marker}export {}\n`)
  expect(await runKops(['manifests'], { directory: folder })).toMatchObject({ exitCode: 0 })
  const objects = await kustomize(join(folder, 'config/default'))
  const inInfra = objects.filter(({ metadata }) => metadata.namespace === 'infra')
  expect(inInfra.map(({ kind }) => kind).toSorted()).toEqual(['Role', 'RoleBinding'])
  const titles = objects.map(title)
  for (const reference of inInfra.flatMap(references)) expect(titles).toContain(reference)
})

test('the settings decide what the manager is told', async () => {
  const folder = await projectFolder({ namespaced: 'true' })
  const container = async (): Promise<PodSpec['containers'][number]> => {
    const objects = await kustomize(join(folder, 'config/default'))
    const [first] = objects.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    if (first === undefined) throw new Error('there is no Deployment')
    return first
  }
  const namespaced = await container()
  expect(namespaced.args).toContain('--metrics-bind-address=:8443')
  expect(namespaced.env.map(({ name }) => name)).toEqual([
    'WATCH_NAMESPACE',
    'NODE_OPTIONS',
    'NODE_ENV',
  ])
  await runKops(['edit', '--namespaced=false', '--metrics=false'], { directory: folder })
  const clusterWide = await container()
  expect(clusterWide.args).toEqual(['--leader-elect', '--health-probe-bind-address=:8081'])
  expect(clusterWide.env.map(({ name }) => name)).toEqual(['NODE_OPTIONS', 'NODE_ENV'])
})

test('the image is a parameter that leaves the sources alone', async () => {
  const folder = await projectFolder()
  const before = snapshotFolder(folder)
  const { kubectl } = await findPrograms(['kubectl'])
  const image = `registry.example.com:5000/fleet/manager:v1@sha256:${'a'.repeat(64)}`
  await execa(process.execPath, ['hack/image.mjs', 'build-installer'], {
    cwd: folder,
    env: { IMG: image, PATH: `${dirname(kubectl)}${delimiter}${process.env['PATH'] ?? ''}` },
  })
  const { 'dist/install.yaml': installer = '', ...rest } = snapshotFolder(folder)
  expect(installer).toContain('image: registry.example.com:5000/fleet/manager')
  expect(installer).toContain(`@sha256:${'a'.repeat(64)}`)
  const { 'dist/overlay/kustomization.yaml': _, ...sources } = rest
  expect(sources).toEqual(before)
})

describe('a project with an API', () => {
  test('is applied, its samples with -f and with -k, and its pod is fit for the restricted standard', async (context: TestContext) => {
    const { kubeconfigPath } = useControlPlane(context)
    const run = (parameters: readonly string[], input?: string): Promise<string> =>
      runKubectl([`--kubeconfig=${kubeconfigPath}`, ...parameters], input)
    const folder = await projectFolder({ 'project-name': 'scaffold-test' })
    await createApi(folder, { group: 'scaffold' })
    await createApi(folder, { group: 'scaffold', version: 'v2' })
    await run(['apply', '--server-side', '-k', join(folder, 'config/default')])
    const definition = 'crd/frigates.scaffold.example.org'
    // kubectl gives up where the server has not said anything of the definition yet.
    const established = (): Promise<boolean> =>
      run(['wait', '--for=condition=established', definition]).then(Boolean, () => false)
    await waitFor('the definition to be served', established, { timeoutMs: 30_000 })
    for (const flag of ['-f', '-k']) {
      const samples = join(folder, 'config/samples')
      const apply = (): Promise<boolean> => run(['apply', flag, samples]).then(Boolean, () => false)
      await waitFor(`the samples to be taken with ${flag}`, apply, { timeoutMs: 30_000 })
    }
    const stored: unknown = JSON.parse(await run(['get', 'frigates', '-o', 'json']))
    const names = ['frigate-sample', 'frigate-v2-sample']
    const items = names.map((name) => ({ metadata: { name }, spec: { replicas: 1 } }))
    expect(stored).toMatchObject({ items })
    const objects = await kustomize(join(folder, 'config/default'))
    const template = objects.find(({ kind }) => kind === 'Deployment')?.spec?.template
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'manager' },
      spec: template?.spec,
    }
    const flags = ['-n', 'scaffold-test-system', '--dry-run=server']
    await run(['create', ...flags, '-f', '-'], renderYaml(pod as unknown as JsonValue))
    // The same without its security contexts is refused: the namespace does hold pods to the standard.
    const unfit = { ...pod, spec: { containers: [{ name: 'manager', image: 'controller' }] } }
    const refused = run(['create', ...flags, '-f', '-'], renderYaml(unfit as unknown as JsonValue))
    await expect(refused).rejects.toThrow(/violates PodSecurity "restricted/)
    await run(['delete', '--wait=false', '-k', join(folder, 'config/default')])
  })
})
