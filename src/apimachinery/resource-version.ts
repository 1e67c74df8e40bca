/** Digits without a leading zero: what Kubernetes' own servers give. */
const comparable = /^[1-9][0-9]*$/

/**
 * Compares two resourceVersions of one resource: negative where `left` is older, 0 where equal, positive where newer.
 * `undefined` where one of them is not of the form that Kubernetes promises to be comparable (KEP-5504).
 */
export function compareResourceVersions(left: string, right: string): number | undefined {
  if (!comparable.test(left) || !comparable.test(right)) return undefined
  if (left.length !== right.length) return left.length - right.length
  if (left === right) return 0
  return left < right ? -1 : 1
}
