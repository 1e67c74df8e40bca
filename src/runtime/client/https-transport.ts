import { setMaxListeners } from 'node:events'
import { Agent, request as sendRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ClusterConnection } from './connection.ts'
import { abortReason, targetOf, type DialTimeouts } from './dial.ts'
import { OpenStreams } from './open-streams.ts'
import { SecureDialer } from './secure-dialer.ts'
import { Turnstile } from './turnstile.ts'
import {
  ConnectionError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts'

/** Slightly longer than the server's own limit of 60 s, so that its answer is what counts. */
const defaultTimeoutMs = 65_000

/** Shorter than the 90 s after which kube-apiserver closes an idle connection: a request must not meet that. */
const idleMs = 60_000

/** More requests than these at once wait for one another; streams do not count. */
const mostCalls = 100

/** HTTP/1.1 with keep-alive, over TLS unless the server's URL says otherwise. */
export class HttpsTransport implements Transport {
  readonly #server: URL
  readonly #prefix: string
  readonly #dialer: SecureDialer
  readonly #calls = new Turnstile(mostCalls)
  readonly #streams = new OpenStreams()
  #agent: ClusterAgent

  constructor(connection: ClusterConnection, timeouts: DialTimeouts = {}) {
    this.#server = connection.server
    this.#prefix = connection.server.pathname.replace(/\/$/, '')
    this.#dialer = new SecureDialer(connection, timeouts)
    this.#agent = new ClusterAgent(this.#dialer)
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { signal } = request
    signal?.throwIfAborted()
    if (signal) setMaxListeners(0, signal)
    if (await this.#dialer.hasChanged(signal)) {
      this.dropIdle()
      this.#streams.end()
    }
    const leave = request.isStream ? undefined : await this.#calls.enter(signal)
    const response = await this.#exchange(request).catch((error: unknown) => {
      leave?.()
      throw error
    })
    if (leave) response.once('close', leave)
    else this.#streams.hold(response)
    return { status: response.statusCode ?? 0, headers: response.headers, body: response }
  }

  dropIdle(): void {
    this.#agent.retire()
    this.#agent = new ClusterAgent(this.#dialer)
  }

  close(): void {
    this.#dialer.close()
    this.#agent.destroy()
  }

  #exchange(description: TransportRequest): Promise<IncomingMessage> {
    const { method, path, signal, timeoutMs = defaultTimeoutMs } = description
    return new Promise((resolve, reject) => {
      const outgoing = sendRequest({
        ...targetOf(this.#server),
        path: this.#prefix + path,
        method,
        agent: this.#agent,
        headers: this.#headersOf(description),
        ...(signal && { signal }),
      })
      let refusal: unknown
      outgoing.once('socket', () => {
        try {
          description.admit?.()
        } catch (error) {
          refusal = error
          outgoing.destroy()
        }
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
        if (refusal !== undefined) reject(asError(refusal))
        else reject(signal?.aborted ? abortReason(signal) : asConnectionError(error, method, path))
      })
      // A text goes out with the headers, in one write.
      outgoing.end(description.body)
    })
  }

  /** As a list, which Node writes as it is. */
  #headersOf({ headers = {}, body }: TransportRequest): string[] {
    const list = ['host', this.#server.host]
    for (const [name, value] of Object.entries(headers)) {
      for (const each of typeof value === 'string' ? [value] : value) list.push(name, each)
    }
    if (body !== undefined) list.push('content-length', String(Buffer.byteLength(body, 'utf8')))
    return list
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('the request was refused', { cause: thrown })
}

function asConnectionError(error: Error, method: string, path: string): ConnectionError {
  if (error instanceof ConnectionError) return error
  const isUnsent = error instanceof DialError
  const cause = isUnsent ? error.cause : error
  return new ConnectionError(`${method} ${path}: ${error.message}`, { cause, isUnsent })
}

/** No connection came about: nothing was sent. */
class DialError extends Error {}

function destroyIdle(this: Socket): void {
  this.destroy()
}

type OnSocket = (error: Error | null, socket?: Duplex) => void

/** Node's pool of kept connections, for one server that is dialled in kops's own way. */
class ClusterAgent extends Agent {
  readonly #dialer: SecureDialer
  #isRetired = false

  constructor(dialer: SecureDialer) {
    super({ keepAlive: true, scheduling: 'lifo' })
    this.#dialer = dialer
  }

  /** All connections lead to one server: none needs a name of its own. */
  override getName(): string {
    return 'server'
  }

  override createConnection(_options: unknown, onSocket: OnSocket): undefined {
    this.#dialer.dial().then(
      (socket) => onSocket(null, socket),
      (cause: Error) => onSocket(new DialError(cause.message, { cause })),
    )
  }

  override keepSocketAlive(socket: Socket): boolean {
    // It says whether the server wants to keep the connection, though its type does not.
    const isKept: unknown = super.keepSocketAlive(socket)
    if (this.#isRetired || isKept === false) return false
    socket.setTimeout(Math.min(socket.timeout || idleMs, idleMs), destroyIdle)
    return true
  }

  override reuseSocket(socket: Socket, request: ClientRequest): void {
    super.reuseSocket(socket, request)
    socket.setTimeout(0)
    socket.off('timeout', destroyIdle)
  }

  /** Ends the connections that carry nothing now, and each other one after its request. */
  retire(): void {
    this.#isRetired = true
    for (const sockets of Object.values(this.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy()
    }
  }
}
