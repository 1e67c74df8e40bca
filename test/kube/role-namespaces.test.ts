import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
