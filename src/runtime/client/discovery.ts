import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import { parseApiVersion } from '../../apimachinery/api-version.ts'
import { StatusError } from '../../apimachinery/status.ts'
import { groupVersionPath } from './paths.ts'
import type { Requester } from './requester.ts'

/** A resource that the server serves, and what may be done with it. */
export interface ServedResource extends ResourceDescriptor {
  readonly verbs: readonly string[]
  /** Whether clients without a wish take this version of the group. */
  readonly isPreferred: boolean
}

const aggregated = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',')

interface GroupDiscoveryList {
  readonly kind?: string
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string }
    readonly versions?: readonly GroupVersionDiscovery[]
  }[]
}

interface GroupVersionDiscovery {
  readonly version: string
  readonly resources?: readonly {
    readonly resource: string
    readonly responseKind?: { readonly kind?: string }
    readonly scope: 'Namespaced' | 'Cluster'
    readonly verbs: readonly string[]
    readonly subresources?: readonly { readonly subresource: string }[]
  }[]
}

/**
 * All resources that the server serves, in two requests where it knows aggregated discovery, else one for each group
 * version. Groups of an extension server that does not answer are left out.
 */
export async function discoverResources(
  requester: Pick<Requester, 'json'>,
  signal?: AbortSignal,
): Promise<readonly ServedResource[]> {
  const found = await Promise.all(
    ['/api', '/apis'].map(async (path) => {
      const headers = { accept: `${aggregated},application/json` }
      const answer = await requester.json({ method: 'GET', path, headers, signal })
      return (answer as GroupDiscoveryList).kind === 'APIGroupDiscoveryList'
        ? readAggregated(answer as GroupDiscoveryList)
        : discoverEach(requester, answer as GroupLists, signal)
    }),
  )
  return found.flat()
}

function readAggregated({ items = [] }: GroupDiscoveryList): ServedResource[] {
  return items.flatMap(({ metadata, versions = [] }) =>
    versions.flatMap(({ version, resources = [] }, index) =>
      resources.map((each): ServedResource => ({
        group: metadata?.name ?? '',
        version,
        kind: each.responseKind?.kind ?? '',
        plural: each.resource,
        scope: each.scope,
        subresources: (each.subresources ?? []).map(({ subresource }) => subresource),
        verbs: each.verbs,
        isPreferred: index === 0,
      })),
    ),
  )
}

/** What `/api` and `/apis` say without aggregated discovery. */
interface GroupLists {
  readonly versions?: readonly string[]
  readonly groups?: readonly {
    readonly versions: readonly { readonly groupVersion: string }[]
    readonly preferredVersion?: { readonly groupVersion: string }
  }[]
}

async function discoverEach(
  requester: Pick<Requester, 'json'>,
  { versions = [], groups = [] }: GroupLists,
  signal: AbortSignal | undefined,
): Promise<ServedResource[]> {
  const core = versions.map((each, index) => ({ groupVersion: each, isPreferred: index === 0 }))
  const named = groups.flatMap(({ versions: all, preferredVersion = all[0] }) =>
    all.map(({ groupVersion }) => ({
      groupVersion,
      isPreferred: groupVersion === preferredVersion?.groupVersion,
    })),
  )
  const lists = await Promise.all(
    [...core, ...named].map(async ({ groupVersion, isPreferred }) => {
      const path = pathOf(groupVersion)
      // The extension server of this group is down; others are not the worse for it.
      const list = await requester.json({ method: 'GET', path, signal }).catch(noResources)
      return readResourceList(groupVersion, list as ResourceList, isPreferred)
    }),
  )
  return lists.flat()
}

/** Throws `PathSegmentError` for what is no group version. */
function pathOf(groupVersion: string): string {
  const { group, version } = parseApiVersion(groupVersion) ?? { group: '', version: groupVersion }
  return groupVersionPath(group, version)
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string
    readonly kind: string
    readonly namespaced: boolean
    readonly verbs: readonly string[]
  }[]
}

function noResources(error: unknown): ResourceList {
  if (error instanceof StatusError) return {}
  throw error
}

function readResourceList(
  groupVersion: string,
  { resources = [] }: ResourceList,
  isPreferred: boolean,
): ServedResource[] {
  const { group, version } = parseApiVersion(groupVersion) ?? { group: '', version: groupVersion }
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced, verbs }) => ({
      group,
      version,
      kind,
      plural: name,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      subresources: resources
        .filter((each) => each.name.startsWith(`${name}/`))
        .map((each) => each.name.slice(name.length + 1)),
      verbs,
      isPreferred,
    }))
}
