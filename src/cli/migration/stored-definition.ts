import { createHash } from 'node:crypto'
import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { ObjectMeta } from '../../apimachinery/object-meta.ts'
import { findPathSegmentProblem } from '../../apimachinery/path-segment.ts'
import { isNotFound } from '../../apimachinery/status-errors.ts'
import { groupVersionPath, objectPath } from '../../runtime/client/paths.ts'
import type { Requester } from '../../runtime/client/requester.ts'

/** What a CustomResourceDefinition says of the versions that its objects are stored in. */
export interface StoredDefinition {
  readonly metadata: ObjectMeta
  readonly spec: {
    readonly group: string
    readonly scope: string
    readonly names: { readonly kind: string; readonly plural: string }
    readonly versions: readonly StoredVersion[]
  }
  readonly status?: { readonly storedVersions?: readonly string[] }
}

interface StoredVersion {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
}

/** The path of a definition, or of its status. Throws `PathSegmentError`. */
export function definitionPath(name: string, subresource?: string): string {
  return objectPath(CustomResourceDefinition, { name }, subresource)
}

const CustomResourceDefinition: ResourceDescriptor = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
  subresources: ['status'],
}

/** The definition as it is now; undefined where there is none. */
export async function readDefinition(
  requester: Requester,
  name: string,
): Promise<StoredDefinition | undefined> {
  // No definition has such a name.
  if (findPathSegmentProblem(name) !== undefined) return undefined
  try {
    const path = definitionPath(name)
    return (await requester.json({ method: 'GET', path })) as StoredDefinition
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** The version that objects are written in. */
export function storageVersion({ spec }: StoredDefinition): string {
  return spec.versions.find(({ storage }) => storage)?.name ?? ''
}

/** Versions that objects may still be stored in, beside the one that they are written in. */
export function oldVersions(definition: StoredDefinition): readonly string[] {
  const current = storageVersion(definition)
  return (definition.status?.storedVersions ?? []).filter((version) => version !== current)
}

/** Whether objects are still written in the same version as when `before` was read. */
export function isStillThat(before: StoredDefinition, now: StoredDefinition | undefined): boolean {
  return (
    now !== undefined &&
    now.metadata.uid === before.metadata.uid &&
    now.metadata.generation === before.metadata.generation
  )
}

/**
 * The version to ask for objects in: any that is served, since each write is stored in the storage version. Undefined
 * where none is.
 */
export function servedVersion({ spec }: StoredDefinition): string | undefined {
  const served = spec.versions.filter((version) => version.served)
  return (served.find(({ storage }) => storage) ?? served[0])?.name
}

/**
 * Whether the API server that answers says of itself that it writes objects in the storage version by now. One that says
 * nothing of it is believed to.
 */
export async function isTakenUp(
  requester: Requester,
  definition: StoredDefinition,
): Promise<boolean> {
  const { group, names } = definition.spec
  const version = servedVersion(definition) ?? ''
  const answer = await requester.json({ method: 'GET', path: groupVersionPath(group, version) })
  const { resources } = answer as { readonly resources: readonly DiscoveredResource[] }
  const found = resources.find(({ name }) => name === names.plural)
  const { storageVersionHash = hashOf(definition) } = found ?? {}
  return storageVersionHash === hashOf(definition)
}

interface DiscoveredResource {
  readonly name: string
  readonly storageVersionHash?: string
}

/** How discovery writes the group, version and kind that objects are stored as. */
function hashOf(definition: StoredDefinition): string {
  const { group, names } = definition.spec
  const text = `${group}/${storageVersion(definition)}/${names.kind}`
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64')
}
