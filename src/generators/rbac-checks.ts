import { nearestNames } from '../diagnostics/nearest-names.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { itemSpan, listValue, textValue, valueSpan } from './marker-values.ts'
import type { RbacOptions } from './rbac.ts'

/** Verbs of the Kubernetes API, those that only authorization knows among them. */
const resourceVerbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'use',
  'bind',
  'escalate',
  'impersonate',
  'approve',
  'sign',
  'attest',
  'proxy',
  '*',
]

/** Constrained impersonation puts what it is about behind a colon. */
const prefixedVerb = /^(?:impersonate|impersonate-on|associated-node|arbitrary-node):[a-z:-]+$/

const urlVerbs = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', '*']

/** What is wrong with one RBAC marker, by the rules of the API server and of sense. */
export function checkRbacMarker(marker: Marker, options: RbacOptions, sink: DiagnosticSink): void {
  checkParts(marker, sink)
  checkVerbs(marker, sink)
  checkNames(marker, sink)
  checkRoleCanHold(marker, options, sink)
  checkWildcards(marker, sink)
  checkResourceNames(marker, sink)
}

function checkParts(marker: Marker, sink: DiagnosticSink): void {
  const hasGroups = listValue(marker, 'groups').length > 0
  const hasResources = listValue(marker, 'resources').length > 0
  const hasUrls = listValue(marker, 'urls').length > 0
  if (hasResources && !hasGroups) {
    const [resource = ''] = listValue(marker, 'resources')
    sink.report(
      'rbac/no-groups',
      { resource },
      {
        span: valueSpan(marker, 'resources'),
        helps: ['add the API group: `groups=apps`, or `groups=core` for the core group'],
      },
    )
  }
  if (!hasResources && (hasGroups || !hasUrls)) {
    sink.report(
      'rbac/no-resources',
      {},
      {
        span: hasGroups ? valueSpan(marker, 'groups') : marker.span,
        helps: ['add `resources=…`, or `urls=…` for paths that are no resources'],
      },
    )
  }
  if (listValue(marker, 'verbs').length === 0) {
    sink.report('rbac/no-verbs', {}, { span: marker.span, helps: ['add `verbs=get;list;watch`'] })
  }
}

function checkVerbs(marker: Marker, sink: DiagnosticSink): void {
  const isForUrls =
    listValue(marker, 'urls').length > 0 && listValue(marker, 'resources').length === 0
  const known = isForUrls ? urlVerbs : resourceVerbs
  for (const [index, verb] of listValue(marker, 'verbs').entries()) {
    if (known.includes(verb) || (!isForUrls && prefixedVerb.test(verb))) continue
    const nearest = nearestNames(verb.toLowerCase(), known)
    sink.report(
      'rbac/unknown-verb',
      { verb },
      {
        span: itemSpan(marker, 'verbs', index),
        notes: [`the verbs of ${isForUrls ? 'URLs' : 'resources'} are ${known.join(', ')}`],
        helps: nearest.map((name) => `did you mean \`${name}\`?`),
      },
    )
  }
}

const dnsLabel = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/

/** Whether a role can have this name: one step of a URL's path. */
export function validateRoleName(name: string): boolean {
  return /^(?!\.\.?$)[^/%]+$/.test(name)
}

function checkNames(marker: Marker, sink: DiagnosticSink): void {
  const namespace = textValue(marker, 'namespace')
  if (namespace !== undefined && !dnsLabel.test(namespace)) {
    sink.report(
      'rbac/invalid-name',
      { what: 'namespace', name: namespace },
      {
        span: valueSpan(marker, 'namespace'),
        notes: ['a namespace is lower-case letters, digits and `-`, at most 63 characters'],
      },
    )
  }
  const roleName = textValue(marker, 'roleName')
  if (roleName !== undefined && !validateRoleName(roleName)) {
    sink.report(
      'rbac/invalid-name',
      { what: 'role', name: roleName },
      { span: valueSpan(marker, 'roleName'), notes: ['a role has a name without `/` and `%`'] },
    )
  }
}

/** A Role cannot give what lies outside every namespace. */
function checkRoleCanHold(marker: Marker, options: RbacOptions, sink: DiagnosticSink): void {
  const namespace = textValue(marker, 'namespace') || undefined
  if (namespace === undefined && !options.namespaced) return
  const why =
    namespace === undefined
      ? 'the project is namespaced, so that rules without `namespace` make a Role'
      : 'a rule with `namespace` makes a Role'
  if (namespace !== undefined && listValue(marker, 'urls').length > 0) {
    sink.report(
      'rbac/urls-in-role',
      { url: listValue(marker, 'urls')[0] ?? '' },
      { span: valueSpan(marker, 'urls'), notes: [why] },
    )
  }
  for (const [index, resource] of listValue(marker, 'resources').entries()) {
    if (!isClusterScoped(marker, resource, options)) continue
    sink.report(
      'rbac/cluster-scoped-resource',
      { resource },
      { span: itemSpan(marker, 'resources', index), notes: [why] },
    )
  }
}

function isClusterScoped(marker: Marker, resource: string, options: RbacOptions): boolean {
  const [name = ''] = resource.split('/')
  return listValue(marker, 'groups').some(
    (group) => options.scopeOf(group === 'core' ? '' : group, name) === 'Cluster',
  )
}

function checkWildcards(marker: Marker, sink: DiagnosticSink): void {
  const parts = ['groups', 'resources', 'verbs'].filter((part) =>
    listValue(marker, part).includes('*'),
  )
  const [first] = parts
  if (first === undefined) return
  const names = parts.join(' and ')
  sink.report(
    'rbac/wildcard',
    { parts: names },
    {
      span: itemSpan(marker, first, listValue(marker, first).indexOf('*')),
      notes: ['it also allows what Kubernetes and other operators will add later'],
      helps: [`name the ${names} that the operator needs`],
    },
  )
}

/** Requests that carry no object's name. */
const namelessVerbs = ['create', 'deletecollection']

function checkResourceNames(marker: Marker, sink: DiagnosticSink): void {
  if (listValue(marker, 'resourceNames').length === 0) return
  const hasSubresource = listValue(marker, 'resources').some((resource) => resource.includes('/'))
  for (const [index, verb] of listValue(marker, 'verbs').entries()) {
    if (!namelessVerbs.includes(verb) || hasSubresource) continue
    sink.report(
      'rbac/nameless-verb',
      { verb },
      {
        span: itemSpan(marker, 'verbs', index),
        notes: [`the API server does not know a name when it authorizes \`${verb}\``],
        helps: [`give \`${verb}\` in a rule without \`resourceNames\``],
      },
    )
  }
}
