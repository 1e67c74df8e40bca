import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { ClusterConnection } from './connection.ts'
import {
  ConnectionError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts'

/** Slightly longer than the server's own limit of 60 s, so that its answer is what counts. */
const defaultTimeoutMs = 65_000

/** HTTP/1.1 with keep-alive, over TLS unless the server's URL says otherwise. */
export class HttpsTransport implements Transport {
  readonly #connection: ClusterConnection
  #agent: HttpAgent | HttpsAgent

  constructor(connection: ClusterConnection) {
    this.#connection = connection
    this.#agent = newAgent(connection)
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted()
    const response = await this.#exchange(request)
    return { status: response.statusCode ?? 0, headers: response.headers, body: response }
  }

  dropIdle(): void {
    const old = this.#agent
    this.#agent = newAgent(this.#connection)
    for (const sockets of Object.values(old.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy()
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #exchange(description: TransportRequest): Promise<IncomingMessage> {
    const { method, path, headers, body, signal, timeoutMs = defaultTimeoutMs } = description
    const { server } = this.#connection
    const send = server.protocol === 'http:' ? httpRequest : httpsRequest
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const outgoing = send({
        protocol: server.protocol,
        hostname: server.hostname.replace(/^\[|\]$/g, ''),
        port: server.port,
        path: server.pathname.replace(/\/$/, '') + path,
        method,
        agent: this.#agent,
        headers: { ...headers, ...length },
        ...(signal && { signal }),
      })
      const timer = setTimeout(() => {
        outgoing.destroy(new ConnectionError(`${method} ${path}: no answer within ${timeoutMs} ms`))
      }, timeoutMs)
      outgoing.once('response', (response) => {
        clearTimeout(timer)
        resolve(response)
      })
      outgoing.once('error', (error) => {
        clearTimeout(timer)
        reject(signal?.aborted ? abortReason(signal) : asConnectionError(error, method, path))
      })
      outgoing.end(body)
    })
  }
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error
    ? signal.reason
    : new Error('aborted', { cause: signal.reason })
}

function asConnectionError(error: Error, method: string, path: string): ConnectionError {
  if (error instanceof ConnectionError) return error
  return new ConnectionError(`${method} ${path}: ${error.message}`, { cause: error })
}

function newAgent(connection: ClusterConnection): HttpAgent | HttpsAgent {
  const options = { keepAlive: true, keepAliveMsecs: 30_000, scheduling: 'lifo' as const }
  if (connection.server.protocol === 'http:') return new HttpAgent(options)
  return new HttpsAgent({ ...options, ...connection.tls })
}
