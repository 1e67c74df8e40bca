import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import { findWebhookPathProblem } from '../../apimachinery/webhook-address.ts'

/** Where conversions are asked for. */
export const conversionPath = '/convert'

/** What controller-runtime takes: a path of a URL may have more than that of a Service. */
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
  if (pathPattern.test(path) || findWebhookPathProblem(path) === undefined) return path
  throw new RangeError(
    `Expected the path of a webhook to be words after slashes, such as /validate-pods, got ${JSON.stringify(path)}`,
  )
}
