import { builtInResources, type ResourceFact } from '../kubernetes/facts.ts'

/**
 * Whether Kubernetes itself has a kind in a group of this name, or of this first label: `apps`,
 * `networking` for `networking.k8s.io`, `core` for the group without a name.
 */
export function isBuiltInKind(group: string, kind: string): boolean {
  return groupVersionsOf(group).some(({ resources }) =>
    resources.some((each) => each.kind === kind),
  )
}

/** A kind of Kubernetes itself. */
export interface BuiltInKind {
  /** In full: empty for the core group. */
  readonly group: string
  readonly plural: string
  readonly namespaced: boolean
}

/** The kind that a controller can watch, by the group's name or first label. */
export function findBuiltInKind(
  group: string,
  version: string,
  kind: string,
): BuiltInKind | undefined {
  for (const each of groupVersionsOf(group)) {
    if (each.version !== version) continue
    const resource = each.resources.find((one) => one.kind === kind && one.verbs.includes('watch'))
    if (resource === undefined) continue
    return { group: each.group, plural: resource.plural, namespaced: resource.namespaced }
  }
  return undefined
}

/** The kinds of the group that a controller can watch, as `version Kind`. */
export function builtInKindsOf(group: string): string[] {
  return groupVersionsOf(group).flatMap(({ version, resources }) =>
    resources
      .filter(({ verbs }) => verbs.includes('watch'))
      .map(({ kind }) => `${version} ${kind}`),
  )
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
    .filter(({ group }) => firstLabel(group || 'core') === firstLabel(name))
}

function firstLabel(group: string): string {
  return group.split('.')[0] ?? group
}
