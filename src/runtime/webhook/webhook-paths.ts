import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'

/** Where conversions are asked for. */
export const conversionPath = '/convert'

const pathPattern = /^(?:(?:\/[\w-]+)+|\/)$/

/** Where a webhook of a kind is served: `/mutate-apps-my-domain-v1-application`, as controller-runtime names it. */
export function admissionPath(
  verb: 'mutate' | 'validate',
  { group, version, kind }: GroupVersionKind,
): string {
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`
}

/** A path that somebody chose: words after slashes. Throws a RangeError for any other. */
export function checkPath(path: string): string {
  if (pathPattern.test(path)) return path
  throw new RangeError(
    `Expected the path of a webhook to be words after slashes, such as /validate-pods, got ${JSON.stringify(path)}`,
  )
}
