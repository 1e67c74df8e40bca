import type { FaultProxy, ProxiedRequest } from '../../../../src/testing/index.ts'

/** Counts the requests of a sort that pass through a proxy from now on. */
export function countRequests(
  proxy: FaultProxy,
  isOfSort: (request: ProxiedRequest) => boolean,
): () => number {
  let count = 0
  const only = (request: ProxiedRequest): boolean => {
    const isCounted = isOfSort(request)
    if (isCounted) count += 1
    return isCounted
  }
  // A delay by nothing harms nobody.
  proxy.inject({ kind: 'delay', ms: 0 }, { only })
  return () => count
}
