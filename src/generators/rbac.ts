import type { JsonValue } from '../apimachinery/json.ts'
import type { ResourceScope } from '../apimachinery/group-version-kind.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { listValue, textValue } from './marker-values.ts'
import { mergePolicyRules, type PolicyRule } from './policy-rules.ts'
import { checkRbacMarker } from './rbac-checks.ts'

export interface RbacOptions {
  /** The name of the ClusterRole, or of the Role where rules are namespaced. */
  readonly roleName: string
  /** Rules without a namespace make a Role in the operator's own namespace. */
  readonly namespaced: boolean
  /** Whether the role is there even where no marker asks for anything, for kustomizations that list it. */
  readonly always?: boolean | undefined
  /** What the operator's own role allows beside what markers ask for. */
  readonly used?: readonly PolicyRule[] | undefined
  /** The scope of a resource, of Kubernetes' own and of the program's; absent where it is not known. */
  readonly scopeOf: (group: string, resource: string) => ResourceScope | undefined
}

const serviceAccount = 'controller-manager'

/** The operator's own namespace has no name here: the kustomizations give it one. */
const ownNamespace = ''

/**
 * The roles that the RBAC markers ask for: ClusterRoles first, then each Role with the RoleBinding that
 * gives it to the operator. A Role's name holds its namespace, because kustomize knows objects of one
 * file by kind and name.
 */
export function buildRoles(
  markers: readonly Marker[],
  options: RbacOptions,
  sink: DiagnosticSink,
): JsonValue[] {
  for (const marker of markers) checkRbacMarker(marker, options, sink)
  return [...groupByRole(markers, options).values()]
    .toSorted((left, right) => compareText(left.sortKey, right.sortKey))
    .flatMap((role) => renderRole(role, options))
}

interface Role {
  readonly name: string
  /** Absent for a ClusterRole, empty for the operator's own namespace. */
  readonly namespace: string | undefined
  readonly sortKey: string
  readonly rules: PolicyRule[]
}

function groupByRole(markers: readonly Marker[], options: RbacOptions): Map<string, Role> {
  const roles = new Map<string, Role>()
  const { always = false, used = [] } = options
  if (always || used.length > 0) {
    const own = defaultRole(options)
    own.rules.push(...used)
    roles.set(own.sortKey, own)
  }
  for (const marker of markers) {
    for (const rule of toPolicyRules(marker)) {
      const role = roleOf(marker, rule, options)
      const known = roles.get(role.sortKey) ?? role
      known.rules.push(rule)
      roles.set(role.sortKey, known)
    }
  }
  return roles
}

/** The role of rules that name neither a namespace nor a role. */
function defaultRole({ roleName, namespaced }: RbacOptions): Role {
  return toRole(roleName, namespaced ? ownNamespace : undefined)
}

function toRole(name: string, namespace: string | undefined): Role {
  const place = namespace === undefined ? 'cluster' : `namespace/${namespace}`
  return { name, namespace, sortKey: `${place}/${name}`, rules: [] }
}

/** URLs lie outside every namespace: a rule for them makes a ClusterRole, in a namespaced project too. */
function roleOf(marker: Marker, rule: PolicyRule, options: RbacOptions): Role {
  const written = textValue(marker, 'namespace') || undefined
  const isOwn = options.namespaced && rule.urls.length === 0
  const namespace = written ?? (isOwn ? ownNamespace : undefined)
  const suffix = written === undefined ? '' : `-${written}`
  const name = textValue(marker, 'roleName') || `${options.roleName}${suffix}`
  return toRole(name, namespace)
}

function toPolicyRules(marker: Marker): PolicyRule[] {
  const rule = {
    groups: listValue(marker, 'groups'),
    resources: listValue(marker, 'resources'),
    resourceNames: listValue(marker, 'resourceNames'),
    urls: listValue(marker, 'urls'),
    verbs: listValue(marker, 'verbs'),
  }
  if (rule.urls.length === 0) return [rule]
  const forUrls = { ...rule, groups: [], resources: [], resourceNames: [] }
  return rule.resources.length === 0 ? [forUrls] : [forUrls, { ...rule, urls: [] }]
}

/**
 * A cluster-wide project binds its ClusterRole beside its service account. What is written for a
 * namespace, and any ClusterRole of a namespaced project, is bound here.
 */
function renderRole(role: Role, options: RbacOptions): JsonValue[] {
  const isClusterRole = role.namespace === undefined
  const rendered = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: isClusterRole ? 'ClusterRole' : 'Role',
    metadata: renderMetadata(role.name, role.namespace),
    rules: mergePolicyRules(role.rules).map(renderRule),
  }
  return isClusterRole && !options.namespaced ? [rendered] : [rendered, renderBinding(role)]
}

function renderMetadata(name: string, namespace: string | undefined): JsonValue {
  return namespace === undefined || namespace === ownNamespace ? { name } : { name, namespace }
}

/** A rule as a role holds it. */
export function renderRule(rule: PolicyRule): JsonValue {
  const lists: Record<string, readonly string[]> = {
    apiGroups: rule.groups,
    nonResourceURLs: rule.urls,
    resourceNames: rule.resourceNames,
    resources: rule.resources,
    verbs: rule.verbs,
  }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

function renderBinding({ name, namespace }: Role): JsonValue {
  const kind = namespace === undefined ? 'ClusterRole' : 'Role'
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: `${kind}Binding`,
    metadata: renderMetadata(bindingName(name), namespace),
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
    subjects: [{ kind: 'ServiceAccount', name: serviceAccount }],
  }
}

/** `manager-role-infra` is bound by `manager-rolebinding-infra`, `reader` by `reader-rolebinding`. */
function bindingName(roleName: string): string {
  const named = roleName.replace(/role(?=$|-)/, 'rolebinding')
  return named === roleName ? `${roleName}-rolebinding` : named
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
