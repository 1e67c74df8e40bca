import { parseJson } from '../../apimachinery/json-text.ts'
import { checkRequestPath } from '../../apimachinery/path-segment.ts'
import { StatusError, type Status } from '../../apimachinery/status.ts'
import type { Clock } from '../clock/clock.ts'
import { sleep } from '../clock/sleep.ts'
import { readText } from './body-text.ts'
import type { Credentials, Headers } from './connection.ts'
import { orAborted } from './or-aborted.ts'
import { readStatus } from './status-body.ts'
import {
  ConnectionError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts'
import { warningsIn } from './warning-header.ts'

/** How often a request is sent again where the server asks for it, as in client-go. */
const mostRetries = 10

/** How often a read is sent again after connections that broke. */
const mostReconnects = 3

/** Spreads those that were all told to come back after the same time. */
const jitter = 0.2

/** One request that was answered, or broke. */
export interface Exchange {
  readonly method: string
  /** The HTTP status; 0 where no answer came. */
  readonly code: number
  readonly durationMs: number
  /** The size of the request's body. */
  readonly requestBytes: number
}

export interface RequesterOptions {
  readonly transport: Transport
  readonly credentials: Credentials
  readonly clock: Clock
  readonly userAgent: string
  /** Told of each `Warning` header that the server sends. */
  readonly onWarning?: ((text: string) => void) | undefined
  /** Told of each request, repeated ones too. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
  /** Told of the size of each answer that was read to its end, refusals too. */
  readonly onAnswerRead?: ((method: string, bytes: number) => void) | undefined
}

/** The server, or a proxy in between, answered something else than JSON. */
export class MalformedAnswerError extends Error {
  override readonly name = 'MalformedAnswerError'
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
    const text = await this.text(request)
    try {
      return parseJson(text)
    } catch (cause) {
      const answer = `${request.method} ${request.path}: no JSON: ${text.slice(0, 100)}`
      throw new MalformedAnswerError(answer, { cause })
    }
  }

  /** The text that the server answers. */
  async text(request: TransportRequest): Promise<string> {
    for (let reconnects = 0; ; reconnects++) {
      const response = await this.open(request)
      try {
        const text = await readText(response, request.signal)
        this.#tellSize(request, text)
        return text
      } catch (error) {
        if (!isRepeatable(request, error) || reconnects >= mostReconnects) throw error
      }
    }
  }

  /** The answer with its body unread; refusals are thrown. */
  async open(request: TransportRequest): Promise<TransportResponse> {
    for (let retries = 0, isRenewed = false; ;) {
      const { response, headers } = await this.#send(request)
      if (response.status < 300) return response
      const status = await this.#readRefusal(request, response)
      if (response.status === 401 && !isRenewed) {
        isRenewed = true
        if (await this.#options.credentials.invalidate(headers)) continue
      }
      const waitMs = retryDelay(status)
      if (waitMs === undefined || retries >= mostRetries) throw new StatusError(status)
      retries++
      await sleep(this.#options.clock, waitMs, request.signal)
    }
  }

  /** Sends once as the user of this moment, refusals included. Repeats nothing. */
  async sendOnce(request: TransportRequest): Promise<TransportResponse> {
    return this.#attempt(request, await this.#credentialsFor(request))
  }

  /** Sends a read again where the connection broke: a kept one may have been closed already. */
  async #send(
    request: TransportRequest,
  ): Promise<{ readonly response: TransportResponse; readonly headers: Headers }> {
    for (let reconnects = 0; ; reconnects++) {
      const headers = await this.#credentialsFor(request)
      try {
        return { response: await this.#attempt(request, headers), headers }
      } catch (error) {
        if (!isRepeatable(request, error) || reconnects >= mostReconnects) throw error
      }
    }
  }

  /** A program that asks a person, or an issuer far away, may take its time; the caller need not wait for it. */
  #credentialsFor({ signal }: TransportRequest): Promise<Headers> {
    return orAborted(this.#options.credentials.headers(signal), signal)
  }

  async #attempt(request: TransportRequest, credentials: Headers): Promise<TransportResponse> {
    const { transport, clock, userAgent, onExchange, onWarning } = this.#options
    checkRequestPath(request.path)
    const start = clock.monotonic()
    const told = (code: number): void => {
      const { method, body = '' } = request
      const durationMs = clock.monotonic() - start
      onExchange?.({ method, code, durationMs, requestBytes: Buffer.byteLength(body) })
    }
    const headers = {
      accept: 'application/json',
      'user-agent': userAgent,
      ...credentials,
      ...request.headers,
    }
    try {
      const response = await transport.send({ ...request, headers })
      told(response.status)
      if (onWarning) warningsIn(response).forEach(onWarning)
      return response
    } catch (error) {
      told(0)
      throw error
    }
  }

  async #readRefusal(request: TransportRequest, response: TransportResponse): Promise<Status> {
    const retryAfter = response.headers['retry-after']
    // A refusal whose text is cut off is still that refusal.
    const body = await readText(response).catch(() => '')
    this.#tellSize(request, body)
    return readStatus(response.status, body, retryAfter)
  }

  #tellSize({ method }: TransportRequest, text: string): void {
    this.#options.onAnswerRead?.(method, Buffer.byteLength(text))
  }
}

/** Milliseconds to wait before the same request, or `undefined` where it must not be sent again. */
function retryDelay({ code = 0, details, message = '' }: Status): number | undefined {
  if (code !== 429 && code < 500) return undefined
  // Waiting makes neither the object smaller nor, within a retry, the server's version larger.
  const isTooLargeVersion = details?.causes?.some(
    (each) => each.reason === 'ResourceVersionTooLarge',
  )
  if (isTooLargeVersion || /request is too large/.test(message)) return undefined
  const seconds = details?.retryAfterSeconds
  return seconds === undefined ? undefined : seconds * 1000 * (1 + Math.random() * jitter)
}

/** Whether a read met a connection that broke. */
function isRepeatable({ method }: TransportRequest, error: unknown): boolean {
  const cause = error instanceof ConnectionError ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return method === 'GET' && brokenCodes.has(code)
}

const brokenCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_HTTP2_GOAWAY_SESSION',
  'ERR_HTTP2_SESSION_ERROR',
])
