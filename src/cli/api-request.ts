import { pluralize } from '../apimachinery/plural.ts'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import {
  isSameResource,
  qualifiedGroup,
  type Project,
  type ProjectResource,
} from '../project/project.ts'
import { apiFolder } from '../scaffold/create-api-plan.ts'
import { builtInKindsOf, findBuiltInKind, type BuiltInKind } from './built-in-kinds.ts'
import type { CommandContext } from './command.ts'
import { resolveExternal } from './external-api-request.ts'
import type { ExternalKind } from './import/external-kind.ts'
import { reportContradictions, type Claim } from './report-contradictions.ts'
import { splitGroup } from './split-group.ts'
import { hasStorageVersion } from './storage-version.ts'

/** What the command line asks for; what was not given is absent. */
export interface ApiRequest {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural?: string | undefined
  readonly namespaced?: boolean | undefined
  readonly controllerName?: string | undefined
  readonly wantsResource: boolean
  readonly wantsController: boolean
  /** The version whose type is copied. */
  readonly from?: string | undefined
  /** Whether a webhook converts the versions of the kind. */
  readonly conversion?: boolean | undefined
  /** The kind of another project that is meant. */
  readonly external?: ExternalKind | undefined
}

/** What PROJECT knows of the kind that is asked for. */
export interface KnownVersions {
  /** The very version. */
  readonly same: ProjectResource | undefined
  /** Any other version of the kind. */
  readonly others: readonly ProjectResource[]
}

/** The resource that a command is about, as PROJECT holds it or will hold it, without what is asked for beside it. */
export interface RequestedResource {
  readonly resource: ProjectResource
  readonly known: KnownVersions
  readonly isNamespaced: boolean
  /** Where another project brings the kind: its types are made from this. */
  readonly external?: ExternalKind | undefined
}

/** Reports what stands in the way; undefined then. */
export function resolveResource(
  request: ApiRequest,
  project: Project,
  context: CommandContext,
): RequestedResource | undefined {
  if (request.external !== undefined) return resolveExternal(request.external, project, context)
  const known = findVersions(request, project)
  return request.wantsResource || known.same !== undefined
    ? resolveOwn(request, { known, project }, context)
    : resolveBuiltIn(request, project, context)
}

function findVersions(request: ApiRequest, { resources, domain }: Project): KnownVersions {
  const full = qualifiedGroup({ group: request.group, domain })
  const ofKind = resources.filter(
    (each) => each.kind === request.kind && qualifiedGroup(each) === full && each.api !== undefined,
  )
  return {
    same: ofKind.find(({ version }) => version === request.version),
    others: ofKind.filter(({ version }) => version !== request.version),
  }
}

interface OwnKind {
  readonly known: KnownVersions
  readonly project: Project
}

function resolveOwn(
  request: ApiRequest,
  { known, project }: OwnKind,
  { root, sink }: CommandContext,
): RequestedResource | undefined {
  const recorded = known.same ?? known.others[0]
  const claims = recorded === undefined ? [] : claimsOf(request, recorded)
  if (reportContradictions(claims, sink)) return undefined
  if (known.same === undefined && known.others.length > 0) {
    if (!hasStorageVersion(known.others, root, sink)) return undefined
  }
  const resource = known.same ?? newResource(request, known.others[0], project)
  return { resource, known, isNamespaced: resource.api?.namespaced === true }
}

function claimsOf(
  { plural, namespaced }: ApiRequest,
  recorded: Pick<ProjectResource, 'plural' | 'api'>,
): Claim[] {
  return [
    { flag: 'plural', value: plural, recorded: recorded.plural },
    { flag: 'namespaced', value: namespaced, recorded: recorded.api?.namespaced },
  ]
}

function newResource(
  { group, version, kind, plural, namespaced }: ApiRequest,
  sibling: ProjectResource | undefined,
  project: Project,
): ProjectResource {
  const resource: ProjectResource = {
    group,
    domain: project.domain,
    version,
    kind,
    plural: plural ?? sibling?.plural ?? pluralize(kind),
    api: { crdVersion: 'v1', namespaced: namespaced ?? sibling?.api?.namespaced ?? true },
    controller: false,
    controllers: [],
    external: false,
    core: false,
  }
  return { ...resource, path: apiFolder(project, resource) }
}

function resolveBuiltIn(
  request: ApiRequest,
  project: Project,
  { sink }: CommandContext,
): RequestedResource | undefined {
  const { group, version, kind } = request
  const builtIn = findBuiltInKind({ group, version, kind })
  if (builtIn === undefined) {
    reportUnknownKind(request, sink)
    return undefined
  }
  const { namespaced, plural } = builtIn
  const api = { crdVersion: 'v1', namespaced } as const
  const claims = claimsOf(request, { plural, api }).map((claim) => ({
    ...claim,
    file: 'Kubernetes',
  }))
  if (reportContradictions(claims, sink)) return undefined
  const resource = builtInResource(builtIn, { version, kind })
  const same = project.resources.find((each) => isSameResource(each, resource))
  return {
    resource: same ?? resource,
    known: { same, others: [] },
    isNamespaced: namespaced,
  }
}

function reportUnknownKind(
  { group, version, kind }: ApiRequest,
  sink: CommandContext['sink'],
): void {
  const known = builtInKindsOf(group)
  const nearest = nearestNames(`${version} ${kind}`, known).map((name) => {
    const [nearVersion = '', nearKind = ''] = name.split(' ')
    return `did you mean \`--version ${nearVersion} --kind ${nearKind}\`?`
  })
  const own = 'leave `--resource=false` out where the project is to bring the kind'
  const name = `${group}/${version} ${kind}`
  sink.report(
    'args/unknown-kind',
    { kind: name },
    {
      notes: ['without its resource and types there is nothing that a controller could watch'],
      helps: nearest.length > 0 ? nearest : [own],
    },
  )
}

function builtInResource(
  { group, plural }: BuiltInKind,
  { version, kind }: { readonly version: string; readonly kind: string },
): ProjectResource {
  return {
    ...splitGroup(group),
    version,
    kind,
    plural,
    controller: false,
    controllers: [],
    external: false,
    core: true,
  }
}
