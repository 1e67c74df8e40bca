import { Agent, createServer as createHttpsServer, request as sendRequest } from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { CertificateAuthority } from '../runtime/certificates/certificate-authority.ts'
import { Exchange } from './fault-proxy/exchange.ts'
import {
  FaultTable,
  type Fault,
  type InjectionOptions,
  type ProxiedRequest,
} from './fault-proxy/fault.ts'
import type { Connection } from './http-client.ts'

export interface FaultProxyOptions {
  /**
   * `tls` speaks HTTP with both sides, so that it can limit faults to requests and answer in the server's
   * place. It is the client of the server with the connection's own certificate, whoever its client is; a
   * token passes through. `tcp` carries bytes, knows nothing of requests, and leaves TLS to both ends.
   */
  readonly mode: 'tcp' | 'tls'
}

/**
 * Starts a proxy on the loopback interface before the server of a connection. Its own `connection` is for the
 * client under test. Without faults everything passes; `inject` adds one, and what it returns ends it.
 *
 *     const proxy = await startFaultProxy(controlPlane.connection, { mode: 'tls' })
 *     const watches = { only: ({ path }) => path.includes('watch=true') }
 *     const end = proxy.inject({ kind: 'stall' }, watches)
 */
export async function startFaultProxy(
  connection: Connection,
  { mode }: FaultProxyOptions,
): Promise<FaultProxy> {
  const start = mode === 'tcp' ? TcpProxy : TlsProxy
  const proxy = new start(connection)
  await proxy.listen()
  return proxy
}

/** A proxy that throws faults. */
export abstract class FaultProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #certificateAuthority: string
  readonly #upstream: Connection
  protected readonly faults = new FaultTable()

  protected constructor(upstream: Connection, server: Server, certificateAuthority: string) {
    this.#upstream = upstream
    this.#certificateAuthority = certificateAuthority
    this.#server = server
    server.on('connection', (socket: Socket) => this.#keep(socket))
  }

  /** How to reach the server through this proxy. */
  get connection(): Connection {
    return {
      ...this.#upstream,
      server: `https://127.0.0.1:${portOf(this.#server)}`,
      certificateAuthority: this.#certificateAuthority,
    }
  }

  /** How many connections of clients are open. */
  get openConnections(): number {
    return this.#sockets.size
  }

  /** How many requests (connections, with TCP) have suffered so far: one counts once for each fault. */
  get faultsThrown(): number {
    return this.faults.hits
  }

  /** Makes requests suffer from now on, those that run already included. Returns what ends it. */
  inject(fault: Fault, options: InjectionOptions = {}): () => void {
    return this.faults.inject(fault, options)
  }

  /** Ends all faults. */
  clear(): void {
    this.faults.clear()
  }

  /** Breaks every connection of the moment. */
  disconnect(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** @internal */
  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(0, '127.0.0.1', resolve)
    })
  }

  /** Breaks what is open and closes the port. */
  async stop(): Promise<void> {
    this.clear()
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.disconnect()
    await closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    // Each side may break; who carries bytes is told by `close`.
    socket.on('error', () => undefined)
  }
}

class TcpProxy extends FaultProxy {
  readonly #server: URL

  constructor(upstream: Connection) {
    super(
      upstream,
      createTcpServer({ allowHalfOpen: true }, (socket) => this.#accept(socket)),
      upstream.certificateAuthority,
    )
    this.#server = new URL(upstream.server)
  }

  #accept(client: Socket): void {
    const request = { method: '', path: '' }
    if (this.faults.find('refuse', request) !== undefined) {
      client.destroy()
      return
    }
    const server = connect(Number(this.#server.port), this.#server.hostname)
    const breakBoth = (): void => {
      client.destroy()
      server.destroy()
    }
    const exchange = new Exchange(request, this.faults, breakBoth)
    server.on('error', breakBoth)
    client.once('close', () => {
      exchange.close()
      server.destroy()
    })
    exchange.carry('request', client, server).catch(breakBoth)
    exchange.carry('answer', server, client).catch(breakBoth)
  }
}

class TlsProxy extends FaultProxy {
  readonly #agent: Agent
  readonly #server: string

  constructor(upstream: Connection) {
    const authority = new CertificateAuthority('kops-fault-proxy')
    const { certificate, privateKey } = authority.issue({
      commonName: 'fault proxy',
      hosts: ['127.0.0.1', 'localhost'],
    })
    const server = createHttpsServer({ cert: certificate, key: privateKey }, (incoming, outgoing) =>
      this.#accept(incoming, outgoing),
    )
    server.requestTimeout = 0
    super(upstream, server, authority.certificate)
    this.#server = upstream.server
    this.#agent = new Agent({
      keepAlive: true,
      ca: upstream.certificateAuthority,
      cert: upstream.certificate,
      key: upstream.privateKey,
    })
  }

  override async stop(): Promise<void> {
    await super.stop()
    this.#agent.destroy()
  }

  #accept(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const request = { method: incoming.method ?? '', path: incoming.url ?? '' }
    if (this.faults.find('refuse', request) !== undefined) {
      incoming.socket.destroy()
      return
    }
    const answer = this.faults.find('answer', request)
    if (answer === undefined) {
      this.#forward(request, incoming, outgoing)
      return
    }
    incoming.resume()
    outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  }

  #forward(request: ProxiedRequest, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, path } = request
    // Once it is closed, the request does not know it any more.
    const { socket } = incoming
    const upstream = sendRequest(new URL(path, this.#server), {
      method,
      agent: this.#agent,
      headers: incoming.headers,
    })
    const breakBoth = (): void => {
      socket.destroy()
      upstream.destroy()
    }
    const exchange = new Exchange(request, this.faults, breakBoth)
    outgoing.once('close', () => {
      exchange.close()
      if (!outgoing.writableFinished) upstream.destroy()
    })
    upstream.on('error', breakBoth)
    upstream.once('response', (answer) => {
      // Replayed lines exceed the stated length, and only chunks keep pieces apart on their way to the client.
      const needsChunks =
        this.faults.find('replay-lines', request) !== undefined ||
        this.faults.find('fragment', request) !== undefined
      const headers = needsChunks ? omitLength(answer.headers) : answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, headers).flushHeaders()
      exchange.carry('answer', answer, outgoing).catch(breakBoth)
    })
    exchange.carry('request', incoming, upstream).catch(breakBoth)
  }
}

function omitLength(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'content-length': length, ...others } = headers
  return length === undefined ? headers : others
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('the proxy does not listen')
}
