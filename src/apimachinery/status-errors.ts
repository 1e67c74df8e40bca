import { StatusError, type StatusCause } from './status.ts'

/*
 * What a refusal means. The server's word counts; the HTTP code does where there is none, or one that is not known.
 */

/** Reasons that have a test of their own here. */
const known = new Set<string>()

type Refusal = (error: unknown) => error is StatusError

/** There is no object of that name, or no such resource. */
export const isNotFound: Refusal = refusal(['NotFound'], 404)

/** An object of that name is there already. */
export const isAlreadyExists: Refusal = refusal(['AlreadyExists'])

/** The object was changed since it was read, or another field manager owns what is applied. */
export const isConflict: Refusal = refusal(['Conflict'], 409)

/** The object breaks a rule; `fieldCauses` says where. */
export const isInvalid: Refusal = refusal(['Invalid'], 422)

/** The server does not understand the request. */
export const isBadRequest: Refusal = refusal(['BadRequest'], 400)

/** The server does not know who asks. */
export const isUnauthorized: Refusal = refusal(['Unauthorized'], 401)

/** Who asks may not. */
export const isForbidden: Refusal = refusal(['Forbidden'], 403)

/** The server has forgotten the resourceVersion or the continue token: list again. */
export const isExpired: Refusal = refusal(['Expired', 'Gone'], 410)

/** The resource does not have that verb. */
export const isMethodNotSupported: Refusal = refusal(['MethodNotAllowed'], 405)

/** The object is larger than the server takes: no other try will do. */
export const isRequestTooLarge: Refusal = refusal(['RequestEntityTooLarge'], 413)

/** The server has too much to do: wait before asking again. */
export const isTooManyRequests: Refusal = refusal(['TooManyRequests'], 429)

/** The server could not finish in time; the request may be done all the same. */
export const isTimeout: Refusal = refusal(['Timeout', 'ServerTimeout'], 504)

/** The server, or what it needs, is not there now. */
export const isServiceUnavailable: Refusal = refusal(['ServiceUnavailable'], 503)

/** The server failed at the request. */
export const isInternalError: Refusal = refusal(['InternalError'], 500)

/** Whether the resourceVersion that was asked for is one that the server has not reached yet. */
export function isResourceVersionTooLarge(error: unknown): error is StatusError {
  return (
    error instanceof StatusError &&
    error.causes.some((each) => each.reason === 'ResourceVersionTooLarge')
  )
}

/** What an invalid object is refused for, field by field; empty for every other error. */
export function fieldCauses(error: unknown): readonly StatusCause[] {
  return error instanceof StatusError ? error.causes.filter((each) => each.field) : []
}

function refusal(reasons: readonly string[], code?: number): Refusal {
  reasons.forEach((reason) => known.add(reason))
  return (error): error is StatusError => {
    if (!(error instanceof StatusError)) return false
    if (known.has(error.reason)) return reasons.includes(error.reason)
    return code !== undefined && error.code === code
  }
}
