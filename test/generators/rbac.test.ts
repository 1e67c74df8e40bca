import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { buildRoles, type RbacOptions } from '../../src/generators/rbac.ts'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { marker } from './marker-literal.ts'

const options: RbacOptions = {
  roleName: 'manager-role',
  namespaced: false,
  scopeOf: (group, resource) => (group === '' && resource === 'nodes' ? 'Cluster' : 'Namespaced'),
}

type Values = Readonly<Record<string, JsonValue>>

function build(values: readonly Values[], changes: Partial<RbacOptions> = {}) {
  const sink = new DiagnosticSink()
  const markers = values.map((each) => marker('kubebuilder:rbac', each))
  const objects = buildRoles(markers, { ...options, ...changes }, sink)
  return { objects, codes: sink.diagnostics.map(({ code }) => code) }
}

const pods = { groups: ['core'], resources: ['pods'], verbs: ['get'] }

describe('buildRoles()', () => {
  test('writes one ClusterRole and no binding for rules without a namespace', () => {
    expect(build([pods]).objects).toEqual([
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'manager-role' },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      },
    ])
  })

  test('writes a Role and its RoleBinding for each namespace, under names of their own', () => {
    const { objects } = build([
      { ...pods, namespace: 'users' },
      pods,
      { ...pods, namespace: 'infra' },
      { ...pods, namespace: 'infra', roleName: 'reader' },
    ])
    expect(objects).toMatchObject([
      { kind: 'ClusterRole', metadata: { name: 'manager-role' } },
      { kind: 'Role', metadata: { name: 'manager-role-infra', namespace: 'infra' } },
      {
        kind: 'RoleBinding',
        metadata: { name: 'manager-rolebinding-infra', namespace: 'infra' },
        roleRef: { kind: 'Role', name: 'manager-role-infra' },
        subjects: [{ kind: 'ServiceAccount', name: 'controller-manager' }],
      },
      { kind: 'Role', metadata: { name: 'reader', namespace: 'infra' } },
      { kind: 'RoleBinding', metadata: { name: 'reader-rolebinding', namespace: 'infra' } },
      { kind: 'Role', metadata: { name: 'manager-role-users', namespace: 'users' } },
      { kind: 'RoleBinding', metadata: { name: 'manager-rolebinding-users', namespace: 'users' } },
    ])
  })

  test('writes a Role of the operator’s own namespace in a namespaced project, URLs apart', () => {
    const { objects } = build([pods, { urls: ['/metrics'], verbs: ['get'] }], { namespaced: true })
    expect(objects).toMatchObject([
      { kind: 'ClusterRole', rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] },
      { kind: 'ClusterRoleBinding', metadata: { name: 'manager-rolebinding' } },
      { kind: 'Role', metadata: { name: 'manager-role' }, rules: [{ resources: ['pods'] }] },
      { kind: 'RoleBinding', metadata: { name: 'manager-rolebinding' } },
    ])
    expect(JSON.stringify(objects)).not.toContain('"namespace"')
  })

  test.for([false, true])(
    'grants the URLs and the resources of one marker each in a rule of their own, namespaced: %s',
    (namespaced) => {
      const both = { ...pods, urls: ['/metrics'], resourceNames: ['web'] }
      const { objects, codes } = build([both], { namespaced })
      expect(codes).toEqual([])
      const forUrls = { nonResourceURLs: ['/metrics'], verbs: ['get'] }
      const forResources = {
        apiGroups: [''],
        resourceNames: ['web'],
        resources: ['pods'],
        verbs: ['get'],
      }
      const rules = (objects as { kind: string; rules?: unknown }[]).flatMap((each) =>
        each.rules === undefined ? [] : [[each.kind, each.rules]],
      )
      expect(rules).toEqual(
        namespaced
          ? [
              ['ClusterRole', [forUrls]],
              ['Role', [forResources]],
            ]
          : [['ClusterRole', [forUrls, forResources]]],
      )
    },
  )

  test('writes nothing for no markers', () => {
    expect(build([])).toEqual({ objects: [], codes: [] })
  })

  test.for<[string, Values, Partial<RbacOptions>]>([
    ['rbac/no-groups', { resources: ['pods'], verbs: ['get'] }, {}],
    ['rbac/no-resources', { groups: ['apps'], verbs: ['get'] }, {}],
    ['rbac/no-resources', { verbs: ['get'] }, {}],
    ['rbac/no-verbs', { ...pods, verbs: [] }, {}],
    ['rbac/unknown-verb', { ...pods, verbs: ['Get'] }, {}],
    ['rbac/unknown-verb', { ...pods, verbs: ['lists'] }, {}],
    ['rbac/unknown-verb', { urls: ['/metrics'], verbs: ['watch'] }, {}],
    ['rbac/invalid-name', { ...pods, namespace: 'Infra' }, {}],
    ['rbac/invalid-name', { ...pods, roleName: 'a/b' }, {}],
    ['rbac/urls-in-role', { urls: ['/metrics'], verbs: ['get'], namespace: 'infra' }, {}],
    ['rbac/cluster-scoped-resource', { ...pods, resources: ['nodes'], namespace: 'infra' }, {}],
    [
      'rbac/cluster-scoped-resource',
      { ...pods, resources: ['nodes/status'] },
      { namespaced: true },
    ],
    ['rbac/wildcard', { ...pods, verbs: ['*'] }, {}],
    ['rbac/nameless-verb', { ...pods, resourceNames: ['web'], verbs: ['create'] }, {}],
  ])('reports %s for %o', ([code, values, changes]) => {
    expect(build([values], changes).codes).toEqual([code])
  })

  test.for<[Values]>([
    [{ ...pods, verbs: ['get', 'list', 'watch', 'deletecollection', 'bind', 'escalate', 'sign'] }],
    [{ ...pods, verbs: ['impersonate:user-info'] }],
    [{ urls: ['/healthz'], verbs: ['head', 'post'] }],
    [{ ...pods, resources: ['nodes'] }],
    [
      {
        groups: [''],
        resources: ['serviceaccounts/token'],
        resourceNames: ['a'],
        verbs: ['create'],
      },
    ],
  ])('accepts %o', ([values]) => {
    expect(build([values]).codes).toEqual([])
  })
})
