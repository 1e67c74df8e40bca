import type { IncomingHttpHeaders } from 'node:http'
import type { Headers } from './connection.ts'

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query, from the server's root. */
  readonly path: string
  readonly headers?: Headers
  readonly body?: string | undefined
  /** Ends the request, or the stream that it became. */
  readonly signal?: AbortSignal | undefined
  /** How long the answer's headers may take. Default: 60 s and a little, since the server itself gives up at 60 s. */
  readonly timeoutMs?: number | undefined
  /** Whether the answer is a stream that lasts: such requests do not count among those that wait for one another. */
  readonly isStream?: boolean | undefined
  /** Called when the request's turn and its connection have come, right before it is written: what it throws keeps it from being sent. */
  readonly admit?: (() => void) | undefined
}

export interface TransportResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body as it comes. Must be read to its end or destroyed. */
  readonly body: AsyncIterable<Buffer> & { destroy(error?: Error): void }
}

/** Sends requests to one server over connections that stay open. It retries nothing. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>
  /** Lets connections end with the request that they carry, so that the next request opens a new one. */
  dropIdle(): void
  /** Ends all connections. */
  close(): void
}

/** The connection failed before an answer came, or the answer ended half-way. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** Whether the server cannot have seen any of the request. */
  readonly isUnsent: boolean

  constructor(message: string, options?: ErrorOptions & { readonly isUnsent?: boolean }) {
    super(message, options)
    this.isUnsent = options?.isUnsent ?? false
  }
}
