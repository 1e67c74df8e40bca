import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import { noCredentials, type ClusterConnection } from '../../../src/runtime/client/connection.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface TestServer {
  readonly connection: ClusterConnection
  readonly authority: CertificateAuthority
  readonly port: number
  /** Connections that were opened so far. */
  readonly accepted: () => number
  readonly open: () => number
  /** Serves with another pair from now on. */
  readonly renew: (authority: CertificateAuthority) => void
  /** Ends the connections that are open, without a word. */
  readonly cut: () => void
  readonly close: () => void
}

export interface TestServerOptions {
  readonly protocol?: 'http' | 'https' | 'h2'
  readonly host?: string
  readonly authority?: CertificateAuthority
}

/** Answers with what was asked. */
export const echo: Handler = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
  })
}

/** A server on the loopback interface that ends with the test. */
export async function startServer(
  handler: Handler,
  {
    protocol = 'https',
    host = '127.0.0.1',
    authority = new CertificateAuthority('test'),
  }: TestServerOptions = {},
): Promise<TestServer> {
  const pairOf = (each: CertificateAuthority): { cert: string; key: string } => {
    const { certificate, privateKey } = each.issue({
      commonName: 'server',
      hosts: [host, 'api.test'],
    })
    return { cert: certificate, key: privateKey }
  }
  const pair = pairOf(authority)
  const server =
    protocol === 'http'
      ? createServer(handler)
      : protocol === 'https'
        ? createTlsServer(pair, handler)
        : createSecureServer(pair, handler as never)
  const sockets = new Set<Socket>()
  let accepted = 0
  ;(server as Server).on('connection', (socket: Socket) => {
    accepted++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  ;(server as Server).listen(0, host)
  await once(server, 'listening')
  const { port } = (server as Server).address() as AddressInfo
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const close = (): void => {
    ;(server as Server).close()
    cut()
  }
  onTestFinished(close)
  return {
    connection: {
      server: new URL(`${protocol === 'http' ? 'http' : 'https'}://${host}:${port}`),
      tls: { ca: authority.certificate },
      credentials: noCredentials,
      namespace: 'default',
    },
    authority,
    port,
    accepted: () => accepted,
    open: () => sockets.size,
    renew: (other) => {
      if ('setSecureContext' in server) server.setSecureContext(pairOf(other))
    },
    cut,
    close,
  }
}
