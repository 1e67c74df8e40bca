import { expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { buildRoles, type RbacOptions } from '../../src/generators/rbac.ts'
import { validateRoleName } from '../../src/generators/rbac-checks.ts'
import { readFile } from '../markers/reading.ts'

/*
 * What is said of RBAC markers that are wrong, whole: message, place, notes and helps.
 */

const options: RbacOptions = {
  roleName: 'manager-role',
  namespaced: false,
  scopeOf: (group, resource) => (group === '' && resource === 'nodes' ? 'Cluster' : 'Namespaced'),
}

type Said = readonly [
  message: string,
  place: string,
  notes: readonly string[],
  helps: readonly string[],
]

function read(values: string, namespaced: boolean): Said[] {
  const text = `// +kubebuilder:rbac:${values}\n\nexport {}`
  const sink = new DiagnosticSink()
  buildRoles(readFile(text).markers, { ...options, namespaced }, sink)
  return sink.diagnostics.map(({ message, span, notes, helps }) => [
    message,
    text.slice(span?.start, span?.end),
    notes.map((note) => note.message),
    helps,
  ])
}

test.for<[string, boolean, readonly Said[]]>([
  [
    'resources=pods;nodes,verbs=get',
    false,
    [
      [
        'the rule for `pods` names no API group',
        'pods;nodes',
        [],
        ['add the API group: `groups=apps`, or `groups=core` for the core group'],
      ],
    ],
  ],
  [
    'groups=apps,verbs=get',
    false,
    [
      [
        'the rule names neither resources nor URLs',
        'apps',
        [],
        ['add `resources=\u2026`, or `urls=\u2026` for paths that are no resources'],
      ],
    ],
  ],
  [
    'groups=core,resources=pods,verbs={}',
    false,
    [
      [
        'the rule names no verbs',
        '+kubebuilder:rbac:groups=core,resources=pods,verbs={}',
        [],
        ['add `verbs=get;list;watch`'],
      ],
    ],
  ],
  [
    'groups=core,resources=pods,verbs=get;GETS',
    false,
    [
      [
        'no Kubernetes API has the verb `GETS`',
        'GETS',
        [
          'the verbs of resources are get, list, watch, create, update, patch, delete, deletecollection, use, bind, escalate, impersonate, approve, sign, attest, proxy, *',
        ],
        ['did you mean `get`?'],
      ],
    ],
  ],
  [
    'groups=core,resources=pods,verbs=list;Lists',
    false,
    [
      [
        'no Kubernetes API has the verb `Lists`',
        'Lists',
        [
          'the verbs of resources are get, list, watch, create, update, patch, delete, deletecollection, use, bind, escalate, impersonate, approve, sign, attest, proxy, *',
        ],
        ['did you mean `list`?'],
      ],
    ],
  ],
  [
    'urls=/metrics,verbs=get;watch',
    false,
    [
      [
        'no Kubernetes API has the verb `watch`',
        'watch',
        ['the verbs of URLs are get, post, put, patch, delete, head, options, *'],
        ['did you mean `patch`?'],
      ],
    ],
  ],
  ['groups=core,resources=pods,urls=/metrics,verbs=get;watch', false, []],
  [
    'groups=core,resources=pods,verbs=get,namespace=Infra',
    false,
    [
      [
        '`Infra` cannot be the name of a namespace',
        'Infra',
        ['a namespace is lower-case letters, digits and `-`, at most 63 characters'],
        [],
      ],
    ],
  ],
  [
    'groups=core,resources=pods,verbs=get,roleName=a/b',
    false,
    [['`a/b` cannot be the name of a role', 'a/b', ['a role has a name without `/` and `%`'], []]],
  ],
  [
    'urls=/a;/b,verbs=get,namespace=infra',
    false,
    [['a Role cannot allow the URL `/a`', '/a;/b', ['a rule with `namespace` makes a Role'], []]],
  ],
  [
    'groups=apps;core,resources=pods;nodes/status,verbs=get,namespace=infra',
    false,
    [
      [
        'a Role cannot allow `nodes/status`, which is not in any namespace',
        'nodes/status',
        ['a rule with `namespace` makes a Role'],
        [],
      ],
    ],
  ],
  [
    'groups=core,resources=nodes,verbs=get',
    true,
    [
      [
        'a Role cannot allow `nodes`, which is not in any namespace',
        'nodes',
        ['the project is namespaced, so that rules without `namespace` make a Role'],
        [],
      ],
    ],
  ],
  [
    'groups=core,resources=pods,verbs=get;*',
    false,
    [
      [
        '`*` allows all verbs',
        '*',
        ['it also allows what Kubernetes and other operators will add later'],
        ['name the verbs that the operator needs'],
      ],
    ],
  ],
  [
    'groups=*,resources=*,verbs=get',
    false,
    [
      [
        '`*` allows all groups and resources',
        '*',
        ['it also allows what Kubernetes and other operators will add later'],
        ['name the groups and resources that the operator needs'],
      ],
    ],
  ],
  [
    'groups=core,resources=pods,resourceNames=a,verbs=get;create;deletecollection',
    false,
    [
      [
        '`resourceNames` cannot restrict `create`',
        'create',
        ['the API server does not know a name when it authorizes `create`'],
        ['give `create` in a rule without `resourceNames`'],
      ],
      [
        '`resourceNames` cannot restrict `deletecollection`',
        'deletecollection',
        ['the API server does not know a name when it authorizes `deletecollection`'],
        ['give `deletecollection` in a rule without `resourceNames`'],
      ],
    ],
  ],
  ['groups=core,resources=pods;pods/exec,resourceNames=a,verbs=create', false, []],
  [
    'groups=core,resources=pods,verbs=get,namespace=""',
    true,
    [
      [
        '`` cannot be the name of a namespace',
        '""',
        ['a namespace is lower-case letters, digits and `-`, at most 63 characters'],
        [],
      ],
    ],
  ],
  [
    'urls=/a,verbs=get,namespace=""',
    true,
    [
      [
        '`` cannot be the name of a namespace',
        '""',
        ['a namespace is lower-case letters, digits and `-`, at most 63 characters'],
        [],
      ],
    ],
  ],
])('%s, in a namespaced project: %s', ([values, namespaced, said]) => {
  expect(read(values, namespaced)).toEqual(said)
})

test.for([
  ['.', false],
  ['..', false],
  ['...', true],
  ['.a', true],
  ['a/b', false],
  ['a%b', false],
  ['', false],
  ['a:b', true],
] as const)('validateRoleName() of %j is %s', ([name, expected]) => {
  expect(validateRoleName(name)).toBe(expected)
})

test.for([true, false])(
  'the role of a project is there without markers, namespaced: %s',
  (namespaced) => {
    const sink = new DiagnosticSink()
    const objects = buildRoles([], { ...options, namespaced, always: true }, sink)
    const kinds = namespaced ? ['Role', 'RoleBinding'] : ['ClusterRole']
    expect(objects.map((each) => (each as { kind: string }).kind)).toEqual(kinds)
    expect(objects[0]).toMatchObject({ metadata: { name: 'manager-role' }, rules: [] })
    expect(buildRoles([], { ...options, namespaced }, sink)).toEqual([])
  },
)

test('rules stand in the order of their groups and resources, whatever the order of markers', () => {
  const text = ['batch/jobs', 'apps/deployments', 'core/pods', 'apps/daemonsets']
    .map((each) => each.split('/'))
    .map(
      ([group, resource], index) =>
        `// +kubebuilder:rbac:groups=${group},resources=${resource},verbs=${index % 2 ? 'list' : 'watch;get'}`,
    )
    .join('\n')
  const markers = readFile(`${text}\n\nexport {}`).markers
  const objects = buildRoles(markers, options, new DiagnosticSink())
  expect(objects).toMatchObject([
    {
      rules: [
        { apiGroups: [''], resources: ['pods'], verbs: ['get', 'watch'] },
        { apiGroups: ['apps'], resources: ['daemonsets', 'deployments'], verbs: ['list'] },
        { apiGroups: ['batch'], resources: ['jobs'], verbs: ['get', 'watch'] },
      ],
    },
  ])
})

test.for<[string, number]>([
  ['groups=apps,verbs=watch', 1],
  ['groups=apps,resources=nodes,verbs=get,namespace=infra', 0],
  ['groups=core,resources=users,verbs=impersonate:user-info', 0],
  ['groups=core,resources=users,verbs=ximpersonate:user-info', 1],
  ['groups=core,resources=users,verbs="impersonate:user_info"', 1],
  ['groups=core,resources=pods,verbs=get,namespace=a', 0],
  ['groups=core,resources=pods,verbs=get,namespace=infra_a', 1],
  ['groups=core,resources=pods,verbs=get,namespace=infra-', 1],
])('%s has so many mistakes: %d', ([values, count]) => {
  expect(read(values, false)).toHaveLength(count)
})

test('a marker of URLs alone makes no Role, and every verb is `*` alone', () => {
  const text = '// +kubebuilder:rbac:urls=/metrics,verbs=get;*\n\nexport {}'
  const { markers } = readFile(text)
  const objects = buildRoles(markers, { ...options, namespaced: true }, new DiagnosticSink())
  const [role, ...others] = objects as { kind: string; metadata: object; rules: unknown }[]
  expect(role).toStrictEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'manager-role' },
    rules: [{ nonResourceURLs: ['/metrics'], verbs: ['*'] }],
  })
  expect(others.map(({ kind }) => kind)).toEqual(['ClusterRoleBinding'])
})
