import { setMaxListeners } from 'node:events'
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ClusterConnection } from './connection.ts'
import { abortReason, type DialTimeouts } from './dial.ts'
import { OpenStreams } from './open-streams.ts'
import { SecureDialer } from './secure-dialer.ts'
import {
  ConnectionError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts'

const defaultTimeoutMs = 65_000

/** What all requests and answers under way may take: Node's own 10 MB are less than four large writes. */
const mostMemoryMb = 256

/** The health check of a connection, as in client-go. */
export interface PingTimeouts {
  /** How long the server may say nothing before it is pinged. Default: 30 s. */
  readonly silenceMs?: number | undefined
  /** How long its answer may take. Default: 15 s. */
  readonly probeMs?: number | undefined
}

/** HTTP/2: all requests share one connection, which is pinged when the server says nothing. */
export class Http2Transport implements Transport {
  readonly #connection: ClusterConnection
  readonly #dialer: SecureDialer
  readonly #timeouts: PingTimeouts
  /** How many requests each connection carries. */
  readonly #streams = new Map<ClientHttp2Session, number>()
  readonly #lasting = new OpenStreams()
  #current: ClientHttp2Session | undefined
  #opening: Promise<ClientHttp2Session> | undefined

  constructor(connection: ClusterConnection, timeouts: DialTimeouts & PingTimeouts = {}) {
    this.#connection = connection
    this.#timeouts = timeouts
    this.#dialer = new SecureDialer(connection, timeouts, ['h2'])
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted()
    if (await this.#dialer.hasChanged(request.signal)) {
      this.dropIdle()
      this.#lasting.end()
    }
    const session = await this.#session(request)
    const { method, path, signal, timeoutMs = defaultTimeoutMs } = request
    request.admit?.()
    const stream = this.#startStream(session, request)
    if (request.isStream) this.#lasting.hold(stream)
    return answerOf(stream, { method, path, signal, timeoutMs })
  }

  dropIdle(): void {
    this.#current?.close()
    this.#current = undefined
  }

  close(): void {
    this.#dialer.close()
    for (const session of this.#streams.keys()) session.destroy()
  }

  #startStream(session: ClientHttp2Session, request: TransportRequest): ClientHttp2Stream {
    const { method, path, headers, signal } = request
    const { server } = this.#connection
    const body = request.body === undefined ? undefined : Buffer.from(request.body, 'utf8')
    if (signal) setMaxListeners(0, signal)
    const stream = session.request(
      {
        ...(headers as Record<string, string | string[]>),
        ...(body && { 'content-length': String(body.length) }),
        ':method': method,
        ':path': server.pathname.replace(/\/$/, '') + path,
        ':authority': server.host,
      },
      { endStream: body === undefined, ...(signal && { signal }) },
    )
    if (body) stream.end(body)
    this.#holdOpen(session, stream)
    return stream
  }

  /** Only a connection that carries something keeps the process alive. */
  #holdOpen(session: ClientHttp2Session, stream: ClientHttp2Stream): void {
    const count = (this.#streams.get(session) ?? 0) + 1
    this.#streams.set(session, count)
    if (count === 1) session.ref()
    stream.once('close', () => {
      const left = (this.#streams.get(session) ?? 1) - 1
      this.#streams.set(session, left)
      if (left === 0 && !session.destroyed) session.unref()
    })
  }

  /** The open connection, or a new one that everybody waits for. */
  async #session({ method, path }: TransportRequest): Promise<ClientHttp2Session> {
    const known = this.#current
    if (known !== undefined && !known.closed && !known.destroyed) return known
    const opening = this.#opening ?? this.#open()
    this.#opening = opening
    try {
      return await opening
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause)
      throw new ConnectionError(`${method} ${path}: ${text}`, { cause, isUnsent: true })
    } finally {
      if (this.#opening === opening) this.#opening = undefined
    }
  }

  async #open(): Promise<ClientHttp2Session> {
    const { server } = this.#connection
    const socket = await this.#dialer.dial().catch((error: unknown) => {
      throw isUnknownProtocol(error) ? new Error(`${server.host} does not speak HTTP/2`) : error
    })
    if (server.protocol !== 'http:' && (socket as TLSSocket).alpnProtocol !== 'h2') {
      socket.destroy()
      throw new Error(`${server.host} does not speak HTTP/2`)
    }
    const session = connect(server.origin, {
      createConnection: () => socket,
      maxSessionMemory: mostMemoryMb,
    })
    this.#streams.set(session, 0)
    this.#current = session
    const stopPings = watchHealth(session, socket, this.#timeouts)
    session.once('goaway', () => this.#leave(session))
    session.once('close', () => {
      this.#leave(session)
      stopPings()
      this.#streams.delete(session)
    })
    // The requests that it carries fail, which is how the error is told.
    session.on('error', () => this.#leave(session))
    return session
  }

  #leave(session: ClientHttp2Session): void {
    if (this.#current === session) this.#current = undefined
  }
}

function isUnknownProtocol(error: unknown): boolean {
  return error instanceof Error && /no application protocol/.test(error.message)
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

function answerOf(
  stream: ClientHttp2Stream,
  { method, path, signal, timeoutMs }: Asked,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const late = new ConnectionError(`${method} ${path}: no answer within ${timeoutMs} ms`)
      stream.destroy(late)
    }, timeoutMs)
    stream.once('response', (headers) => {
      clearTimeout(timer)
      const { ':status': status = 0, ...rest } = headers
      const length = rest['content-length']
      const body = bodyOf(stream, length === undefined ? undefined : Number(length))
      resolve({ status, headers: rest as IncomingHttpHeaders, body })
    })
    const fail = (cause?: Error): void => {
      clearTimeout(timer)
      if (signal?.aborted) reject(abortReason(signal))
      else if (cause instanceof ConnectionError) reject(cause)
      else {
        const text = cause?.message ?? 'the server closed the stream'
        reject(new ConnectionError(`${method} ${path}: ${text}`, { cause }))
      }
    }
    stream.on('error', fail)
    stream.once('close', () => fail())
  })
}

/**
 * Node takes a stream that is cut off for one that has ended. One whose request was not written to its end is ended by
 * the server all the same, once it has refused it: what it said first is its answer.
 */
function bodyOf(stream: ClientHttp2Stream, length: number | undefined): TransportResponse['body'] {
  async function* read(): AsyncGenerator<Buffer> {
    let received = 0
    for await (const chunk of stream) {
      received += chunk.length
      yield chunk
    }
    if (received === length) return
    if (stream.aborted || stream.rstCode) {
      const cause = Object.assign(new Error('the stream was cut off'), { code: 'ECONNRESET' })
      throw new ConnectionError('the answer broke off', { cause })
    }
  }
  return { [Symbol.asyncIterator]: read, destroy: (error) => void stream.destroy(error) }
}

/** Ends a connection whose server does not answer a ping. Returns what stops the asking. */
function watchHealth(
  session: ClientHttp2Session,
  socket: Socket,
  { silenceMs = 30_000, probeMs = 15_000 }: PingTimeouts,
): () => void {
  let bytesRead = socket.bytesRead
  let answer: NodeJS.Timeout | undefined
  const quiet = setInterval(() => {
    const isQuiet = socket.bytesRead === bytesRead
    bytesRead = socket.bytesRead
    if (!isQuiet || answer !== undefined || session.destroyed) return
    answer = setTimeout(() => {
      session.destroy(
        new Error(`no answer to a ping within ${probeMs} ms`),
        constants.NGHTTP2_CANCEL,
      )
    }, probeMs)
    session.ping(() => {
      clearTimeout(answer)
      answer = undefined
    })
  }, silenceMs)
  quiet.unref()
  return () => {
    clearInterval(quiet)
    clearTimeout(answer)
  }
}
