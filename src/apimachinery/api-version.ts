import type { GroupVersionKind } from './group-version-kind.ts'

/** The two halves of an object's `apiVersion`. `group` is empty for the core group. */
export interface GroupVersion {
  readonly group: string
  readonly version: string
}

/** Reads `apps/v1`, or `v1` of the core group. Undefined where Kubernetes would not read it either. */
export function parseApiVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split('/')
  if (parts.length > 2) return undefined
  const version = parts.at(-1) ?? ''
  const group = parts.length === 2 ? parts[0] : ''
  return version === '' || group === undefined ? undefined : { group, version }
}

/** The `apiVersion` of objects of a group and version. */
export function renderApiVersion({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`
}

/** How people and tools write a kind with its group and version: `apps/v1, Kind=Deployment`. */
export function renderGroupVersionKind(gvk: GroupVersionKind): string {
  return `${renderApiVersion(gvk)}, Kind=${gvk.kind}`
}

const stabilities = ['alpha', 'beta', ''] as const

interface OrderedVersion {
  readonly major: bigint
  /** Greater is more stable. */
  readonly stability: number
  readonly minor: bigint
}

/** Whether Kubernetes orders this version by its stability and numbers, as it does `v1` and `v1beta2`. */
export function isKubernetesVersion(version: string): boolean {
  return parseOrderedVersion(version) !== undefined
}

/**
 * Compares versions by the priority that Kubernetes gives them, as a sort function: the preferred
 * version comes first. Stable before beta before alpha, greater numbers before smaller, and what is no
 * such version last, by its name.
 */
export function compareVersionPriority(left: string, right: string): number {
  const [first, second] = [parseOrderedVersion(left), parseOrderedVersion(right)]
  if (first === undefined && second === undefined) return left < right ? -1 : left > right ? 1 : 0
  if (first === undefined) return 1
  if (second === undefined) return -1
  return (
    second.stability - first.stability ||
    compareNumbers(second.major, first.major) ||
    compareNumbers(second.minor, first.minor)
  )
}

function parseOrderedVersion(version: string): OrderedVersion | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version)
  if (match === null) return undefined
  const [, major = '', stability = '', minor = '0'] = match
  const rank = stabilities.findIndex((each) => each === stability)
  return { major: BigInt(major), stability: rank, minor: BigInt(minor) }
}

function compareNumbers(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0
}
