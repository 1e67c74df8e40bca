import { createServer as createHttpServer, type Server } from 'node:http'
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { getHeapStatistics } from 'node:v8'
import type { Clock } from '../../clock/clock.ts'
import { sleep } from '../../clock/sleep.ts'
import type { Logger } from '../../log/logger.ts'
import type { Runnable, RunnableGroup } from '../runnable.ts'
import type { BindAddress } from './bind-address.ts'
import { ConnectionLimit } from './connection-limit.ts'
import { answer, type HttpHandler, type HttpRequest, type HttpResponse } from './http-answer.ts'
import type { ServingCertificate, ServingPair } from '../../certificates/serving-certificate.ts'

export interface HttpServerOptions {
  /** For logs. */
  readonly name: string
  readonly address: BindAddress
  readonly handler: HttpHandler
  readonly clock: Clock
  readonly logger: Logger
  /** Serves HTTPS with it. Absent: plain HTTP. */
  readonly certificate?: ServingCertificate | undefined
  /** Authorities as PEM: only clients with a certificate of one of them are answered. Needs `certificate`. */
  readonly clientCa?: string | undefined
  /** Default: no, since a client may open many streams at little cost. */
  readonly enableHttp2?: boolean | undefined
  readonly group?: RunnableGroup | undefined
  /** Default: by the heap's limit, from 128 to 1,000. */
  readonly maxConnections?: number | undefined
  /** Times other than controller-runtime's, in milliseconds. */
  readonly timeouts?: HttpTimeouts | undefined
}

/** How long a client may take. */
export interface HttpTimeouts {
  readonly headersTimeout?: number
  readonly requestTimeout?: number
  readonly keepAliveTimeout?: number
  readonly connectionsCheckingInterval?: number
  readonly handshakeTimeout?: number
}

type NodeServer = Server | Http2SecureServer

/**
 * controller-runtime's: 1 MiB of headers, read within 32 s. Idle connections are kept for longer than the API server
 * keeps them (90 s): were both to close at once, a call that is on its way would fail.
 */
const defaultLimits = {
  maxHeaderSize: 1 << 20,
  headersTimeout: 32_000,
  /** Of a whole request, whatever its handler waits for. */
  requestTimeout: 60_000,
  keepAliveTimeout: 120_000,
  connectionsCheckingInterval: 1_000,
  /** A client that does not greet is cut off. */
  handshakeTimeout: 10_000,
}
/** How long a client may take to hear its answer. */
const hearingMs = 30_000
/** A connection takes some 60 KB outside of the heap; this is the share of the heap's limit that is left for each. */
const bytesOfConnection = 512 * 1024
const fewestConnections = 128
const mostConnections = 1000
/** Go's: so many streams of a connection at once, and so many bytes on their way before they are read. */
const http2Settings = { maxConcurrentStreams: 250, initialWindowSize: 1 << 20 }
/** How long clients have to hear, with their next answer, that the server stops. */
const partingMs = 500
/** How long requests that are being answered may take when the server stops. */
const shutdownMs = 60_000

/** A server that runs as long as the manager. It is ready when it listens. */
export class HttpServer implements Runnable {
  readonly name: string
  readonly group: RunnableGroup
  readonly #options: HttpServerOptions
  readonly #listening: Promise<void>
  #announce: () => void = () => undefined
  #server: NodeServer | undefined
  /** Every open connection, those too that have not said anything yet. */
  readonly #sockets = new Set<Socket>()
  readonly #sessions = new Set<ServerHttp2Session>()
  /** What is being answered. */
  readonly #answering = new Set<HttpResponse>()
  readonly #limit: ConnectionLimit
  #isParting = false
  #onAnswered: () => void = () => undefined
  #onClosed: () => void = () => undefined

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.name = options.name
    this.group = options.group ?? 'server'
    const { clock, maxConnections = defaultConnections() } = options
    this.#limit = new ConnectionLimit(maxConnections, () => clock.monotonic())
    this.#listening = new Promise((resolve) => {
      this.#announce = resolve
    })
  }

  /** The port that it listens on; `undefined` before it does. */
  get port(): number | undefined {
    const address = this.#server?.address()
    return typeof address === 'object' ? (address ?? undefined)?.port : undefined
  }

  async start(signal: AbortSignal): Promise<void> {
    const { certificate, logger, address } = this.#options
    await certificate?.start(signal)
    // It may have waited for its certificate until now.
    if (signal.aborted) return
    const server = this.#create()
    this.#server = server
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      this.#limit.open(socket)
      socket.once('close', () => {
        this.#sockets.delete(socket)
        this.#onClosed()
      })
    })
    certificate?.onChange((pair) => {
      if ('setSecureContext' in server) server.setSecureContext(this.#tlsOptions(pair))
    })
    await this.#listen(server, address)
    logger.info('serving', { server: this.name, ...(server.address() as AddressInfo) })
    this.#announce()
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
    if (certificate !== undefined) await this.#part()
    await this.#shutDown(server)
  }

  ready(): Promise<void> {
    return this.#listening
  }

  inspect(): object {
    return { port: this.port }
  }

  #create(): NodeServer {
    const { certificate, clientCa, enableHttp2 = false, timeouts } = this.#options
    const limits = { ...defaultLimits, ...timeouts }
    const listener = (request: HttpRequest, response: HttpResponse): void => {
      void this.#serve(request, response)
    }
    if (certificate === undefined) return createHttpServer(limits, listener)
    const requestCert = clientCa !== undefined
    const tls = { ...this.#tlsOptions(certificate.current()), requestCert }
    if (!enableHttp2) return createHttpsServer({ ...limits, ...tls }, listener)
    const options = { ...limits, ...tls, allowHTTP1: true, settings: http2Settings }
    const server = createSecureServer(options, listener)
    // Connections of HTTP/1.1 have no other limit here.
    server.setTimeout(limits.headersTimeout)
    server.on('session', (session) => {
      session.setLocalWindowSize(http2Settings.initialWindowSize)
      session.setTimeout(limits.keepAliveTimeout, () => session.close())
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
    return server
  }

  /** What a handshake needs; all of it anew with each pair, since what is left out is forgotten. */
  #tlsOptions(pair: ServingPair): SecureContextOptions {
    const { clientCa } = this.#options
    return { ...pair, minVersion: 'TLSv1.2', ...(clientCa !== undefined && { ca: clientCa }) }
  }

  async #serve(request: HttpRequest, response: HttpResponse): Promise<void> {
    this.#answering.add(response)
    if (this.#isParting) makeLast(response)
    const isAdmitted = this.#limit.begin(request)
    let stopTimer = (): void => undefined
    response.once('close', () => {
      this.#answering.delete(response)
      this.#limit.end(request)
      stopTimer()
      this.#onAnswered()
    })
    try {
      if (isAdmitted) await this.#options.handler(request, response)
      else refuse(response)
      if (response.writableEnded && !response.closed) stopTimer = this.#expectHearing(response)
    } catch (error) {
      this.#options.logger.error('failed to answer a request', { server: this.name, error })
      if (response.headersSent) response.destroy()
      else answer(response, 500, { body: 'internal server error\n' })
    }
  }

  /** A client that does not read its answer keeps it in memory: it is cut off. */
  #expectHearing(response: HttpResponse): () => void {
    const { clock } = this.#options
    const timer = clock.after(hearingMs, () => response.destroy(), { background: true })
    return () => timer.cancel()
  }

  #listen(server: NodeServer, { host, port }: BindAddress): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once('error', (error) => {
        reject(new Error(`${this.name}: ${error.message}`, { cause: error }))
      })
      server.listen({ port, ...(host !== undefined && { host }) }, () => {
        server.removeAllListeners('error')
        server.on('error', (error) => {
          this.#options.logger.error('server error', { server: this.name, error })
        })
        resolve()
      })
    })
  }

  /**
   * Ends each connection with its next answer. A connection that is dropped may have a call on its way, which would
   * fail: so nothing is dropped that is in use.
   */
  async #part(): Promise<void> {
    this.#isParting = true
    for (const response of this.#answering) makeLast(response)
    const stopTimer = new AbortController()
    const over = sleep(this.#options.clock, partingMs, stopTimer.signal).catch(() => undefined)
    const closed = new Promise<void>((resolve) => {
      this.#onClosed = () => {
        if (this.#sockets.size === 0) resolve()
      }
      this.#onClosed()
    })
    await Promise.race([closed, over])
    stopTimer.abort()
  }

  /** Takes no more connections, lets what is being answered end, and closes those that say nothing. */
  async #shutDown(server: NodeServer): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Tells clients to send the next request over another connection.
    for (const session of this.#sessions) session.close()
    const stopTimer = new AbortController()
    const over = sleep(this.#options.clock, shutdownMs, stopTimer.signal).catch(() => undefined)
    await Promise.race([this.#answered(), over])
    stopTimer.abort()
    for (const socket of this.#sockets) socket.destroySoon()
    await closed
  }

  /** Resolves when no request is being answered. */
  #answered(): Promise<void> {
    return new Promise((resolve) => {
      this.#onAnswered = () => {
        if (this.#answering.size === 0) resolve()
      }
      this.#onAnswered()
    })
  }
}

function defaultConnections(): number {
  const fitting = Math.floor(getHeapStatistics().heap_size_limit / bytesOfConnection)
  return Math.min(Math.max(fitting, fewestConnections), mostConnections)
}

/** There are too many connections for this one. */
function refuse(response: HttpResponse): void {
  makeLast(response)
  response.setHeader('retry-after', '1')
  answer(response, 503, { body: 'too many connections; try again later\n' })
}

/** Has the client send its next request over another connection. HTTP/2 says so by itself. */
function makeLast(response: HttpResponse): void {
  if ('shouldKeepAlive' in response) response.shouldKeepAlive = false
}
