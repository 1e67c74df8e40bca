import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { createApi, projectFolder } from '../cli/project-folder.ts'
import { runKops, scratchFolder } from '../cli/run-kops.ts'
import { kustomize } from './kubectl.ts'

const rules = `
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=infra
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=users
// +kubebuilder:rbac:urls=/healthz,verbs=get
`

/** Role, namespace and what binds it, as `kubectl kustomize config/default` builds them. */
async function builtRoles(...init: readonly string[]): Promise<unknown[]> {
  const directory = join(scratchFolder({ 'shop/keep': '' }), 'shop')
  const given = ['--domain', 'my.domain', '--no-install', ...init]
  expect((await runKops(['init', ...given], { directory })).exitCode).toBe(0)
  appendFileSync(join(directory, 'src/main.ts'), rules)
  const { exitCode, stderr } = await runKops(['manifests'], { directory })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const objects = await kustomize(join(directory, 'config/default'))
  return objects
    .filter(({ kind, metadata }) => /Role/.test(kind) && metadata.name?.includes('manager-role'))
    .map(({ kind, metadata, roleRef, subjects }) => ({
      kind,
      name: metadata.name,
      namespace: metadata.namespace,
      roleRef,
      subjects,
    }))
}

const subjects = [
  { kind: 'ServiceAccount', name: 'shop-controller-manager', namespace: 'shop-system' },
]

function bound(kind: 'Role' | 'ClusterRole', suffix: string, namespace?: string): unknown[] {
  const name = `shop-manager-role${suffix}`
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name }
  return [
    expect.objectContaining({ kind, name, namespace }),
    expect.objectContaining({ kind: `${kind}Binding`, namespace, roleRef, subjects }),
  ]
}

test('roles keep their namespaces, and bindings find their roles, after kustomize', async () => {
  const roles = await builtRoles()
  const expected = [bound('ClusterRole', ''), bound('Role', '-infra', 'infra'), bound('Role', '-users', 'users')].flat() // prettier-ignore
  expect(roles).toHaveLength(expected.length)
  expect(roles).toEqual(expect.arrayContaining(expected))
})

test('a namespaced project gets a Role in its own namespace, and a ClusterRole for URLs', async () => {
  const roles = await builtRoles('--namespaced')
  const expected = [
    bound('ClusterRole', ''),
    bound('Role', '', 'shop-system'),
    bound('Role', '-infra', 'infra'),
    bound('Role', '-users', 'users'),
  ].flat()
  expect(roles).toHaveLength(expected.length)
  expect(roles).toEqual(expect.arrayContaining(expected))
})

interface BuiltRole extends KubernetesObject {
  readonly rules: readonly { readonly apiGroups?: readonly string[] }[]
}

/** The roles of config/default that allow anything with events, but for that of leader election. */
async function eventRoles(folder: string): Promise<readonly BuiltRole[]> {
  const { exitCode, stderr } = await runKops(['manifests'], { directory: folder })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const objects = (await kustomize(join(folder, 'config/default'))) as BuiltRole[]
  return objects.filter(
    ({ kind, metadata, rules: all }) =>
      kind.endsWith('Role') &&
      metadata.name !== 'fleet-leader-election-role' &&
      all.some(({ apiGroups }) => apiGroups?.includes('events.k8s.io')),
  )
}

const events = { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] }

test.for([
  ['false', 'ClusterRole', undefined],
  ['true', 'Role', 'fleet-system'],
] as const)(
  'with --namespaced=%s the manager may write events where eventRecorder is called',
  async ([namespaced, kind, namespace]) => {
    const folder = await projectFolder({ namespaced })
    await createApi(folder, {})
    const path = join(folder, 'src/recorder.ts')
    const call = "export const recorder = (manager: Manager) => manager.eventRecorder('fleet')\n"
    const type = "import type { Manager } from 'kops/runtime'\n"
    writeFileSync(
      path,
      `// manager.eventRecorder('fleet')\n/* manager.eventRecorder() */\nexport {}\n`,
    )
    writeFileSync(join(folder, 'src/recorder.test.ts'), `${type}${call}`)
    expect(await eventRoles(folder)).toEqual([])

    writeFileSync(path, `${type}${call}`)
    const [role, ...others] = await eventRoles(folder)
    expect(others).toEqual([])
    expect(role).toMatchObject({ kind, metadata: { name: 'fleet-manager-role' } })
    expect(role?.metadata.namespace).toBe(namespace)
    expect(role?.rules).toContainEqual(events)

    // A new controller adds to the role as it is.
    await createApi(folder, { kind: 'Sloop' })
    expect((await eventRoles(folder))[0]?.rules).toContainEqual(events)
    expect(await runKops(['manifests', '--check'], { directory: folder })).toMatchObject({ exitCode: 0 }) // prettier-ignore
    writeFileSync(path, 'export {}\n')
    expect(await eventRoles(folder)).toEqual([])
  },
)
