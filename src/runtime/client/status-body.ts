import type { Status } from '../../apimachinery/status.ts'

/** Reads a refusal. Proxies, and a server that is starting or stopping, answer plain text or HTML. */
export function readStatus(code: number, body: string, retryAfter?: string): Status {
  const status = statusIn(body) ?? {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    reason: reasons[code] ?? 'Unknown',
    message: body.trim().slice(0, 1024) || `the server answered ${code}`,
  }
  const seconds = secondsOf(retryAfter)
  const details = seconds === undefined ? {} : { retryAfterSeconds: seconds }
  return { ...status, code: status.code ?? code, details: { ...status.details, ...details } }
}

/** Only the header says that a request may be sent again; a date is no form that API servers use. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  const seconds = Number(retryAfter)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

function statusIn(body: string): Status | undefined {
  if (!body.trimStart().startsWith('{')) return undefined
  try {
    const parsed: unknown = JSON.parse(body)
    return isStatus(parsed) ? parsed : undefined
  } catch {
    // Cut off or not JSON after all: the text itself becomes the message.
    return undefined
  }
}

export function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status'
}

const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}
