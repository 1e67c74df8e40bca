import type { GroupVersionKind } from '../apimachinery/group-version-kind.ts'
import { builtInResources, type ResourceFact } from '../kubernetes/facts.ts'

/** Returns whether Kubernetes itself has a kind in the group of this full name. */
export function isBuiltInKind(group: string, kind: string): boolean {
  return groupVersionsOf(group).some(
    (each) => each.group === group && each.resources.some((resource) => resource.kind === kind),
  )
}

/** A kind of Kubernetes itself. */
export interface BuiltInKind {
  /** In full: empty for the core group. */
  readonly group: string
  readonly plural: string
  readonly namespaced: boolean
}

/** What a kind is wanted for: controllers watch objects, webhooks are called where they are written. */
type Use = 'watch' | 'write'

/** Returns the kind that can be used so, by the group's full name or its short one: `networking`, `core`. */
export function findBuiltInKind(
  { group, version, kind }: GroupVersionKind,
  use: Use = 'watch',
): BuiltInKind | undefined {
  for (const each of groupVersionsOf(group)) {
    if (each.version !== version) continue
    const resource = each.resources.find((one) => one.kind === kind && canBeUsed(one, use))
    if (resource === undefined) continue
    return { group: each.group, plural: resource.plural, namespaced: resource.namespaced }
  }
  return undefined
}

/** The kinds of the group that can be used so, as `version Kind`. */
export function builtInKindsOf(group: string, use: Use = 'watch'): string[] {
  return groupVersionsOf(group).flatMap(({ version, resources }) =>
    resources.filter((each) => canBeUsed(each, use)).map(({ kind }) => `${version} ${kind}`),
  )
}

function canBeUsed({ verbs }: ResourceFact, use: Use): boolean {
  return use === 'watch' ? verbs.includes('watch') : verbs.includes('create')
}

interface GroupVersionResources {
  readonly group: string
  readonly version: string
  readonly resources: readonly ResourceFact[]
}

function groupVersionsOf(name: string): GroupVersionResources[] {
  return Object.entries(builtInResources())
    .map(([apiVersion, resources]) => {
      const [group = '', version = ''] = apiVersion.split('/')
      return { group, version, resources }
    })
    .filter(({ group }) => name === group || name === shortName(group))
}

/** Returns the first label of the group's name, which no group of another project has as its full name. */
function shortName(group: string): string {
  const [label = ''] = (group || 'core').split('.')
  return label
}
