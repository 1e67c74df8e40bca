import { copyJson } from '../../../apimachinery/copy-json.ts'
import type { GroupVersionKind } from '../../../apimachinery/group-version-kind.ts'
import { Turn } from '../body/turn.ts'
import type { AdmissionContext } from './admission-request.ts'
import { allowed, type AdmissionHandler } from './admission-response.ts'
import { isLarge } from './admission-review.ts'
import { diffJson } from './json-patch.ts'
import { badRequest, objectOfKind } from './typed-object.ts'

/** Fills in what a user left open. */
export interface Defaulter<T> {
  /**
   * Changes the object, which nobody else has, or returns another one to store in its place. It runs on CREATE and
   * UPDATE, may run more than once for an object, and must then change nothing more. A thrown `StatusError`
   * denies the request with its status.
   */
  default(object: T, context: AdmissionContext): T | void | Promise<T | void>
}

/** A handler that sends what a defaulter changed. */
export function defaultingHandler<T>(
  kind: GroupVersionKind,
  defaulter: Defaulter<T>,
): AdmissionHandler {
  return async (request, context) => {
    if (request.operation === 'DELETE' || request.operation === 'CONNECT') return allowed()
    const object = objectOfKind<T>(kind, request.object)
    const turn = isLarge(request) ? new Turn() : undefined
    const before = copyOf(object)
    if (turn?.isLong === true) await turn.end()
    const after = (await defaulter.default(object, context)) ?? object
    if (typeof after !== 'object') {
      throw new TypeError(
        `Expected a defaulter to return an object or nothing, got a ${typeof after}`,
      )
    }
    if (turn?.isLong === true) await turn.end()
    return { allowed: true, patch: diffJson(before, after) }
  }
}

function copyOf<T>(object: T): T {
  try {
    return copyJson(object)
  } catch (error) {
    // Deeper than the stack: more than any schema.
    if (error instanceof RangeError) throw badRequest('the object is nested too deeply')
    throw error
  }
}
