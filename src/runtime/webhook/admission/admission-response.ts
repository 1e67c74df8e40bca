import type { Status } from '../../../apimachinery/status.ts'
import type { JsonPatchOperation } from '../../client/client.ts'
import type { AdmissionContext, AdmissionRequest } from './admission-request.ts'

/** What a webhook answers. */
export interface AdmissionResponse {
  readonly allowed: boolean
  /** Why not, with the HTTP code that the user gets; of an allowed request the API server shows nothing. */
  readonly result?: Partial<Status>
  /** What to change about the object. */
  readonly patch?: readonly JsonPatchOperation[]
  /** Shown to the user, as by kubectl: without line breaks, best below 120 characters, cut at 256. */
  readonly warnings?: readonly string[]
  /** For the audit log. The API server puts the webhook's name before each key. */
  readonly auditAnnotations?: Readonly<Record<string, string>>
}

/** Answers a question of the API server. A thrown `StatusError` denies with its status, anything else is answered as 500. */
export type AdmissionHandler = (
  request: AdmissionRequest,
  context: AdmissionContext,
) => AdmissionResponse | Promise<AdmissionResponse>

/** Lets the request through. */
export function allowed(message?: string): AdmissionResponse {
  return message === undefined ? { allowed: true } : { allowed: true, result: { message } }
}

/** Refuses the request: 403, with this reason. */
export function denied(message: string): AdmissionResponse {
  return { allowed: false, result: { code: 403, reason: 'Forbidden', message } }
}

/** Refuses the request with an HTTP code of its own. */
export function errored(code: number, message: string): AdmissionResponse {
  return { allowed: false, result: { code, message } }
}

/** Lets the request through, and changes the object. */
export function patched(...patch: readonly JsonPatchOperation[]): AdmissionResponse {
  return { allowed: true, patch }
}
