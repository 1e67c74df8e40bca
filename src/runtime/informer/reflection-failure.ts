import { StatusError, type Status } from '../../apimachinery/status.ts'
import { NoKindMatchError } from '../client/resource-mapper.ts'
import { isStatus } from '../client/status-body.ts'
import { ConnectionError } from '../client/transport.ts'

/** What a failed list or watch says about how to go on. */
export type FailureKind =
  /** 410: the server no longer remembers that resourceVersion. */
  | 'expired'
  /** The server has not come as far as that resourceVersion. */
  | 'too-large'
  /** 404: the server may not serve the kind (any more). Discovery knows. */
  | 'missing'
  /** 429 or 503: the server has no time now. */
  | 'busy'
  /** Nobody answers. When somebody does again, it may be another server, or one that was restored. */
  | 'unreachable'
  /** 401 or 403. */
  | 'refused'
  /** Another 5xx. */
  | 'internal'
  /** Another 4xx: the request is not understood. */
  | 'unsupported'
  /** The connection or the stream broke. */
  | 'broken'

const byCode: Readonly<Record<number, FailureKind>> = {
  401: 'refused',
  403: 'refused',
  404: 'missing',
  410: 'expired',
  429: 'busy',
  503: 'busy',
}

/** Nobody answered: there is nothing to learn from the failure. */
const unreachable: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
])

export function classifyFailure(error: unknown): FailureKind {
  if (error instanceof NoKindMatchError) return 'missing'
  if (error instanceof ConnectionError) return isUnreachable(error) ? 'unreachable' : 'broken'
  if (!(error instanceof StatusError)) return 'broken'
  if (isTooLarge(error)) return 'too-large'
  if (error.reason === 'Expired' || error.reason === 'Gone') return 'expired'
  return byCode[error.code] ?? (error.code >= 500 ? 'internal' : 'unsupported')
}

/** What the ERROR event of a stream holds. Its HTTP answer was 200: the stream alone tells. */
export function errorOfEvent(object: unknown): Error {
  if (isStatus(object)) return new StatusError(object)
  const status: Status = { apiVersion: 'v1', kind: 'Status', code: 500, reason: 'InternalError' }
  return new StatusError({ ...status, message: 'the watch sent an error without a status' })
}

/** How long the server asks to be left alone, or 0. */
export function askedDelayMs(error: unknown): number {
  if (!(error instanceof StatusError)) return 0
  return (error.status.details?.retryAfterSeconds ?? 0) * 1000
}

/** The cause says it; servers before 1.20 say it in the message alone. */
function isTooLarge(error: StatusError): boolean {
  const isSaid = error.causes.some(({ reason }) => reason === 'ResourceVersionTooLarge')
  return isSaid || (error.code === 504 && /Too large resource version/.test(error.message))
}

function isUnreachable(error: Error): boolean {
  const { cause } = error
  return cause instanceof Error && 'code' in cause && unreachable.has(cause.code)
}
