import type { GroupVersionKind } from '../../../apimachinery/group-version-kind.ts'
import { renderApiVersion, renderGroupVersionKind } from '../../../apimachinery/api-version.ts'
import { StatusError } from '../../../apimachinery/status.ts'

/**
 * The object of a request as one of the webhook's kind. Throws a `StatusError` (400) where there is none, or one of
 * another kind or version: a rule of the webhook's configuration is wrong then.
 */
export function objectOfKind<T>(kind: GroupVersionKind, given: unknown): T {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw badRequest('there is no object in the request')
  }
  const expected = renderApiVersion(kind)
  const { apiVersion = expected, kind: name = kind.kind }: { apiVersion?: string; kind?: string } =
    given
  // Its fields were judged by the API server already, which has the schema.
  if (apiVersion === expected && name === kind.kind) return given as T
  const wanted = renderGroupVersionKind(kind)
  throw badRequest(`the webhook is for ${wanted}, got ${apiVersion}, Kind=${name}`)
}

/** A refusal of a request that makes no sense. */
export function badRequest(message: string): StatusError {
  return new StatusError({
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    message,
    reason: 'BadRequest',
    code: 400,
  })
}
