import type { CodeDefinition } from '../code-definition.ts'

function marker(text: string): CodeDefinition['example'] {
  return { files: { 'src/controller.ts': `// +kubebuilder:rbac:${text}\nexport {}\n` } }
}

/** Mistakes in `+kubebuilder:rbac` markers. */
export const rbacCodes = {
  'rbac/no-groups': {
    severity: 'error',
    message: 'the rule for `{resource}` names no API group',
    why: 'Kubernetes takes a rule with resources but without groups for invalid; even the core group has to be named',
    remedy: 'name the group, `core` or `""` for the core group',
    example: marker('resources=pods,verbs=get'),
  },
  'rbac/no-resources': {
    severity: 'error',
    message: 'the rule names neither resources nor URLs',
    why: 'a rule that is about nothing allows nothing, and the API server refuses it',
    remedy: 'name the resources, or the URLs of paths such as `/metrics`',
    example: marker('groups=apps,verbs=get'),
  },
  'rbac/no-verbs': {
    severity: 'error',
    message: 'the rule names no verbs',
    why: 'a rule without verbs allows nothing, and the API server refuses it',
    remedy: 'name the verbs that the operator uses',
    example: marker('groups=apps,resources=deployments,verbs={}'),
  },
  'rbac/unknown-verb': {
    severity: 'error',
    message: 'no Kubernetes API has the verb `{verb}`',
    why: 'RBAC accepts any word as a verb, so that a misspelled one silently allows nothing',
    remedy:
      'correct the verb; a verb that only your own programs ask about belongs in a role that you write by hand',
    example: marker('groups=apps,resources=deployments,verbs=get;lists'),
  },
  'rbac/invalid-name': {
    severity: 'error',
    message: '`{name}` cannot be the name of a {what}',
    why: 'the API server would refuse the role',
    remedy: 'choose a name that Kubernetes accepts',
    example: marker('groups=apps,resources=deployments,verbs=get,namespace=Infra'),
  },
  'rbac/urls-in-role': {
    severity: 'error',
    message: 'a Role cannot allow the URL `{url}`',
    why: 'URLs that are no resources lie outside every namespace, so only a ClusterRole can allow them',
    remedy:
      'leave `namespace` out of the rule, or write a ClusterRole by hand in a namespaced project',
    example: marker('urls=/metrics,verbs=get,namespace=infra'),
  },
  'rbac/cluster-scoped-resource': {
    severity: 'error',
    message: 'a Role cannot allow `{resource}`, which is not in any namespace',
    why: 'a Role allows what is in its own namespace; a rule for a cluster-scoped resource in it allows nothing',
    remedy:
      'leave `namespace` out of the rule, or write a ClusterRole by hand in a namespaced project',
    example: marker('groups=core,resources=nodes,verbs=get,namespace=infra'),
  },
  'rbac/wildcard': {
    severity: 'warning',
    message: '`*` allows all {parts}',
    why: 'a wildcard gives more than any operator needs, and grows with the cluster',
    remedy: 'name what the operator uses',
    example: marker('groups=apps,resources=*,verbs=get'),
  },
  'rbac/nameless-verb': {
    severity: 'warning',
    message: '`resourceNames` cannot restrict `{verb}`',
    why: 'such a request carries no name, so a rule with names never allows it',
    remedy: 'give the verb in a rule of its own without names',
    example: marker('groups=apps,resources=deployments,resourceNames=web,verbs=create'),
  },
} as const satisfies Record<string, CodeDefinition>
