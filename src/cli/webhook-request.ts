import { validateApiGroup, validateDns1035Label, validateKind } from '../apimachinery/names.ts'
import { pluralize } from '../apimachinery/plural.ts'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import type { WebhookSort } from '../project/project-webhooks.ts'
import {
  isSameResource,
  qualifiedGroup,
  type Project,
  type ProjectResource,
} from '../project/project.ts'
import { builtInKindsOf, findBuiltInKind } from './built-in-kinds.ts'
import type { CommandContext } from './command.ts'
import { resolveExternal as resolveExternalKind } from './external-api-request.ts'
import type { ExternalKind } from './import/external-kind.ts'
import { reportContradictions, type Claim } from './report-contradictions.ts'
import { splitGroup } from './split-group.ts'

/** What the command line asks for; what was not given is absent. */
export interface WebhookRequest {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural?: string | undefined
  readonly sorts: readonly WebhookSort[]
  /** Where they are to be served, where that was said. */
  readonly paths: Readonly<Record<WebhookSort, string | undefined>>
  readonly conversion: boolean
  /** Empty where all other versions are meant. */
  readonly spokes: readonly string[]
  readonly external?: boolean | undefined
  /** The same, where its CRD was given. */
  readonly externalKind?: ExternalKind | undefined
}

/** The resource that webhooks are for, as PROJECT holds it or will hold it. */
export interface WebhookTarget {
  readonly resource: ProjectResource
  readonly isNamespaced: boolean
  /** Where another project brings the kind: its types are made from this. */
  readonly external?: ExternalKind | undefined
}

/** Finds the kind in PROJECT, in Kubernetes, or takes it for another project's. Reports what stands in the way. */
export function resolveTarget(
  request: WebhookRequest,
  project: Project,
  context: CommandContext,
): WebhookTarget | undefined {
  const { externalKind } = request
  if (externalKind !== undefined) return resolveExternalKind(externalKind, project, context)
  const recorded = findRecorded(request, project)
  if (recorded !== undefined) return resolveRecorded(request, recorded, context)
  if (request.external === true) return resolveExternal(request, context)
  const builtIn = findBuiltIn(request)
  if (builtIn !== undefined && reportNeverCalled(builtIn.resource, context)) return undefined
  if (builtIn !== undefined) {
    const isAgreed = !contradicts(request, { ...builtIn.resource, file: 'Kubernetes' }, context)
    return isAgreed ? builtIn : undefined
  }
  reportUnknownResource(request, project, context)
  return undefined
}

/** A kind of the project is known by its group with and without the domain. */
function findRecorded(
  { group, version, kind }: WebhookRequest,
  { resources, domain }: Project,
): ProjectResource | undefined {
  const groups = [qualifiedGroup({ group, domain }), group === 'core' ? '' : group]
  const found = resources.filter(
    (each) =>
      each.kind === kind &&
      each.version === version &&
      (groups.includes(qualifiedGroup(each)) || (each.core && each.group === group)),
  )
  return found.find((each) => qualifiedGroup(each) === groups[0]) ?? found[0]
}

function resolveRecorded(
  request: WebhookRequest,
  resource: ProjectResource,
  context: CommandContext,
): WebhookTarget | undefined {
  if (contradicts(request, { ...resource, file: 'PROJECT' }, context)) return undefined
  const isNamespaced = resource.core
    ? findBuiltIn(request)?.isNamespaced !== false
    : resource.api?.namespaced !== false
  return { resource, isNamespaced }
}

function contradicts(
  { plural, external }: WebhookRequest,
  recorded: Pick<ProjectResource, 'plural' | 'external'> & { readonly file: string },
  { sink }: CommandContext,
): boolean {
  const { file } = recorded
  const claims: Claim[] = [
    { flag: 'plural', value: plural, recorded: recorded.plural, file },
    { flag: 'external', value: external, recorded: recorded.external, file },
  ]
  return reportContradictions(claims, sink)
}

function findBuiltIn({ group, version, kind }: WebhookRequest): WebhookTarget | undefined {
  const builtIn = findBuiltInKind({ group, version, kind }, 'write')
  if (builtIn === undefined) return undefined
  const { plural, namespaced } = builtIn
  const resource = { ...splitGroup(builtIn.group), version, kind, plural, ...bare, core: true }
  return { resource, isNamespaced: namespaced }
}

const bare = { controller: false, controllers: [], external: false, core: false }

/** Nobody here knows the kind: its names are checked as far as Kubernetes would. */
function resolveExternal(
  { group, version, kind, plural = pluralize(kind) }: WebhookRequest,
  { sink }: CommandContext,
): WebhookTarget | undefined {
  const isBuiltIn = findBuiltInKind({ group, version, kind }, 'write') !== undefined
  if (isBuiltIn) {
    reportContradictions(
      [{ flag: 'external', value: true, recorded: false, file: 'Kubernetes' }],
      sink,
    )
    return undefined
  }
  const problems = [
    { code: 'args/invalid-group', value: group, errors: validateApiGroup(group) },
    { code: 'args/invalid-version', value: version, errors: validateDns1035Label(version) },
    { code: 'args/invalid-kind', value: kind, errors: validateKind(kind) },
    { code: 'args/invalid-plural', value: plural, errors: validateDns1035Label(plural) },
  ] as const
  const found = problems.filter(({ errors }) => errors.length > 0)
  for (const { code, value, errors } of found) {
    sink.report(code, { value }, { notes: errors.slice(0, 1) })
  }
  if (found.length > 0) return undefined
  const resource = { ...splitGroup(group), version, kind, plural, ...bare, external: true }
  return { resource, isNamespaced: true }
}

/** A webhook on what names webhooks could keep everyone from repairing it. True where the kind is one of these. */
function reportNeverCalled(resource: ProjectResource, { sink }: CommandContext): boolean {
  if (qualifiedGroup(resource) !== 'admissionregistration.k8s.io') return false
  const notes = ['a webhook on what names webhooks could keep everybody from repairing it']
  sink.report('args/never-called', { kind: resource.kind }, { notes })
  return true
}

function reportUnknownResource(
  request: WebhookRequest,
  { resources, domain }: Project,
  { sink }: CommandContext,
): void {
  const { group, version, kind } = request
  const full = qualifiedGroup({ group, domain })
  const own = resources
    .filter((each) => qualifiedGroup(each) === full || qualifiedGroup(each) === group)
    .map((each) => `${each.version} ${each.kind}`)
  const nearest = nearestNames(`${version} ${kind}`, [...own, ...builtInKindsOf(group, 'write')])
  const name = `--group ${group} --version ${version} --kind ${kind}`
  const helps =
    nearest.length > 0
      ? nearest.map((each) => {
          const [nearVersion = '', nearKind = ''] = each.split(' ')
          return `did you mean \`--version ${nearVersion} --kind ${nearKind}\`?`
        })
      : [
          `run \`kops create api ${name}\` first`,
          'add `--external` where another project brings it',
        ]
  const notes = ['a webhook is called for objects of a kind, by its plural and with its types']
  sink.report('args/unknown-resource', { kind: `${group}/${version} ${kind}` }, { notes, helps })
}

/** The versions of a kind whose CRD this project brings. */
export function ownVersions(resource: ProjectResource, { resources }: Project): ProjectResource[] {
  return resources.filter(
    (each) =>
      each.api !== undefined && isSameResource(each, { ...resource, version: each.version }),
  )
}
