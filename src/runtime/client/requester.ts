import { parseJson } from '../../apimachinery/json-text.ts'
import { StatusError, type Status } from '../../apimachinery/status.ts'
import type { Clock } from '../clock/clock.ts'
import { sleep } from '../clock/sleep.ts'
import type { Credentials } from './connection.ts'
import { readStatus } from './status-body.ts'
import {
  ConnectionError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts'

/** How often a request is sent again in all, as in client-go. */
const mostRetries = 10

export interface RequesterOptions {
  readonly transport: Transport
  readonly credentials: Credentials
  readonly clock: Clock
  readonly userAgent: string
  /** Told of each `Warning` header that the server sends. */
  readonly onWarning?: (text: string) => void
  /** Told of each answer, for metrics. */
  readonly onResponse?: (method: string, code: number) => void
}

/**
 * Sends requests as someone, and again where that is safe: after 429 and 5xx that say `Retry-After`, and for reads
 * after a connection that broke. A write whose outcome is unknown is never repeated. A refusal is a `StatusError`.
 */
export class Requester {
  readonly #options: RequesterOptions

  constructor(options: RequesterOptions) {
    this.#options = options
  }

  /** The JSON that the server answers. */
  async json(request: TransportRequest): Promise<unknown> {
    const response = await this.open(request)
    return parseJson(await readText(response))
  }

  /** The answer with its body unread; refusals are thrown. */
  async open(request: TransportRequest): Promise<TransportResponse> {
    for (let retries = 0, isRenewed = false; ; retries++) {
      const response = await this.#attempt(request, retries)
      if (response === 'again') continue
      if (response.status < 400) return response
      const status = await this.#readRefusal(response)
      if (response.status === 401 && !isRenewed) {
        isRenewed = true
        if (await this.#options.credentials.invalidate()) continue
      }
      const waitMs = retryDelay(status)
      if (waitMs === undefined || retries >= mostRetries) throw new StatusError(status)
      await sleep(this.#options.clock, waitMs, request.signal)
    }
  }

  /** Sends once; `again` where the connection broke and the request only reads. */
  async #attempt(request: TransportRequest, retries: number): Promise<TransportResponse | 'again'> {
    const { transport, credentials, userAgent, onResponse, onWarning } = this.#options
    const headers = {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(await credentials.headers()),
      ...request.headers,
    }
    try {
      const response = await transport.send({ ...request, headers })
      onResponse?.(request.method, response.status)
      warningsIn(response).forEach((text) => onWarning?.(text))
      return response
    } catch (error) {
      onResponse?.(request.method, 0)
      const isRepeatable = request.method === 'GET' && isBrokenConnection(error)
      if (!isRepeatable || retries >= 1) throw error
      return 'again'
    }
  }

  async #readRefusal(response: TransportResponse): Promise<Status> {
    const body = await readText(response).catch(() => '')
    return readStatus(response.status, body, response.headers['retry-after'])
  }
}

/** Milliseconds to wait before the same request, or `undefined` where it must not be sent again. */
function retryDelay(status: Status): number | undefined {
  const { code = 0, details } = status
  const isTooLargeVersion = details?.causes?.some(
    (each) => each.reason === 'ResourceVersionTooLarge',
  )
  const isTooLargeObject = /request is too large/.test(status.message ?? '')
  if (isTooLargeVersion || isTooLargeObject || (code !== 429 && code < 500)) return undefined
  const seconds = details?.retryAfterSeconds
  return seconds === undefined ? undefined : seconds * 1000
}

/** A kept connection that the server had closed already: nothing of the request was seen. */
function isBrokenConnection(error: unknown): boolean {
  const cause = error instanceof ConnectionError ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ECONNRESET' || code === 'EPIPE'
}

/** `299 - "text"`, several with commas between. */
function warningsIn({ headers }: TransportResponse): string[] {
  const header = headers['warning']
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '')
  return [...String(text).matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, each = '']) =>
    each.replace(/\\(.)/g, '$1'),
  )
}

/** Reads a body to its end. */
export async function readText({ body }: TransportResponse): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
