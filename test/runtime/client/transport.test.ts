import { once } from 'node:events'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import type { ClusterConnection, TlsSettings } from '../../../src/runtime/client/connection.ts'
import { dial } from '../../../src/runtime/client/dial.ts'
import { readText } from '../../../src/runtime/client/body-text.ts'
import { Http2Transport } from '../../../src/runtime/client/http2-transport.ts'
import { HttpsTransport } from '../../../src/runtime/client/https-transport.ts'
import {
  ConnectionError,
  type Transport,
  type TransportRequest,
} from '../../../src/runtime/client/transport.ts'
import { startRelay } from './relay.ts'
import { echo, startServer, type Handler } from './tls-server.ts'

type Kind = 'http/1.1' | 'h2'

function open(connection: ClusterConnection, kind: Kind = 'http/1.1', options = {}): Transport {
  const transport =
    kind === 'h2'
      ? new Http2Transport(connection, options)
      : new HttpsTransport(connection, options)
  onTestFinished(() => transport.close())
  return transport
}

async function send(
  transport: Transport,
  request: Partial<TransportRequest> = {},
): Promise<string> {
  return readText(await transport.send({ method: 'GET', path: '/', ...request }))
}

const serve = (kind: Kind, handler: Handler): ReturnType<typeof startServer> =>
  startServer(handler, { protocol: kind === 'h2' ? 'h2' : 'https' })

describe.each(['http/1.1', 'h2'] as const)('over %s, a transport', (kind) => {
  it('sends method, path, headers and body over one connection', async () => {
    const server = await serve(kind, echo)
    const prefixed = { ...server.connection, server: new URL('/k8s/c1/', server.connection.server) }
    const transport = open(prefixed, kind)
    for (let count = 0; count < 5; count++) {
      const text = await send(transport, {
        method: 'POST',
        path: '/api?x=1',
        body: '{"é":1}',
        headers: { 'impersonate-group': ['a', 'b'], accept: 'application/json' },
      })
      expect(JSON.parse(text)).toMatchObject({
        method: 'POST',
        url: '/k8s/c1/api?x=1',
        body: '{"é":1}',
        headers: { accept: 'application/json', 'content-length': '8', 'impersonate-group': 'a, b' },
      })
    }
    expect(server.accepted()).toBe(1)
  })

  it('gives an answer as it comes', async () => {
    const server = await serve(kind, (_request, response) => {
      response.writeHead(200)
      response.write('first')
    })
    const { body } = await open(server.connection, kind).send({
      method: 'GET',
      path: '/',
      isStream: true,
    })
    const iterator = body[Symbol.asyncIterator]()
    expect(String((await iterator.next()).value)).toBe('first')
    body.destroy()
  })

  it('gives up on an answer that does not come', async () => {
    const server = await serve(kind, () => undefined)
    const sent = send(open(server.connection, kind), { timeoutMs: 50 })
    await expect(sent).rejects.toBeInstanceOf(ConnectionError)
    await expect(sent).rejects.toThrow('GET /: no answer within 50 ms')
  })

  it('ends a request, and a stream, with its signal', async () => {
    const server = await serve(kind, (request, response) => {
      if (request.url === '/stream') response.write('begun')
    })
    const transport = open(server.connection, kind)
    const stop = new AbortController()
    const waiting = send(transport, { signal: stop.signal })
    const stream = await transport.send({ method: 'GET', path: '/stream', signal: stop.signal })
    const reading = readText(stream, stop.signal)
    const reason = new Error('stopping')
    setTimeout(() => stop.abort(reason), 20)
    await expect(waiting).rejects.toBe(reason)
    await expect(reading).rejects.toBe(reason)
    await expect(send(transport, { signal: stop.signal })).rejects.toBe(reason)
  })

  it('tells a server that is not there, and that nothing was sent', async () => {
    const server = await serve(kind, echo)
    server.close()
    const error = await send(open(server.connection, kind)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ isUnsent: true, cause: { code: 'ECONNREFUSED' } })
  })

  it('trusts no other authority, and no other name', async () => {
    const server = await serve(kind, echo)
    const other = {
      ...server.connection,
      tls: { ca: new CertificateAuthority('other').certificate },
    }
    await expect(send(open(other, kind))).rejects.toMatchObject({ isUnsent: true })
    const renamed = {
      ...server.connection,
      tls: { ...server.connection.tls, servername: 'api.test' },
    }
    expect(await send(open(renamed, kind))).toContain('GET')
    const wrong = { ...renamed, tls: { ...server.connection.tls, servername: 'other.test' } }
    await expect(send(open(wrong, kind))).rejects.toThrow('other.test')
    const blind = { ...other, tls: { rejectUnauthorized: false } }
    expect(await send(open(blind, kind))).toContain('GET')
  })

  it('opens new connections, and ends old ones, when certificates have changed', async () => {
    const server = await serve(kind, echo)
    let settings: TlsSettings = server.connection.tls as TlsSettings
    const source = { current: async () => settings, renew: async () => false }
    const transport = open({ ...server.connection, tls: source }, kind)
    await send(transport)
    await send(transport)
    expect(server.accepted()).toBe(1)
    settings = { ...settings }
    await send(transport)
    expect(server.accepted()).toBe(2)
    await expect.poll(() => server.open()).toBe(1)
  })

  it('ends streams when certificates change', async () => {
    const server = await serve(kind, (request, response) => {
      if (request.url === '/stream') response.write('begun')
      else echo(request, response)
    })
    let settings = server.connection.tls as TlsSettings
    const source = { current: async () => settings, renew: async () => false }
    const transport = open({ ...server.connection, tls: source }, kind)
    const stream = await transport.send({ method: 'GET', path: '/stream', isStream: true })
    const ended = expect(readText(stream)).rejects.toThrow('certificates of the connection')
    await send(transport)
    settings = { ...settings }
    await send(transport)
    await ended
    await expect.poll(() => server.open()).toBe(1)
  })

  it('reads certificates anew where the handshake fails, and tries once more', async () => {
    const server = await serve(kind, echo)
    const next = new CertificateAuthority('next')
    let settings: TlsSettings = server.connection.tls as TlsSettings
    let renewals = 0
    const source = {
      current: async () => settings,
      renew: async () => {
        renewals++
        const isOther = settings.ca !== next.certificate
        settings = { ca: next.certificate }
        return isOther
      },
    }
    server.renew(next)
    const transport = open({ ...server.connection, tls: source }, kind)
    expect(await send(transport)).toContain('GET')
    expect(renewals).toBe(1)
    server.renew(new CertificateAuthority('third'))
    transport.dropIdle()
    await expect(send(transport)).rejects.toMatchObject({ isUnsent: true })
    expect(renewals).toBe(2)
  })

  it('lets the process end while it is idle, and leaves nothing when it is closed', async () => {
    const server = await serve(kind, echo)
    const transport = open(server.connection, kind)
    await Promise.all(Array.from({ length: 20 }, () => send(transport)))
    transport.close()
    await expect.poll(() => server.open()).toBe(0)
    await expect(send(transport)).rejects.toBeInstanceOf(Error)
  })

  it('breaks off where the server does', async () => {
    const server = await serve(kind, (_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
    })
    const response = await open(server.connection, kind).send({ method: 'GET', path: '/' })
    setTimeout(server.cut, 20)
    await expect(readText(response)).rejects.toBeInstanceOf(ConnectionError)
  })

  it('resolves the name of the server for each connection', async () => {
    const server = await serve(kind, echo)
    const names: string[] = []
    const url = new URL(server.connection.server)
    url.hostname = 'api.test'
    const lookup = ((
      name: string,
      options: { all?: boolean },
      done: (...answer: unknown[]) => void,
    ) => {
      names.push(name)
      if (names.length === 1) done(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }))
      else if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
      else done(null, '127.0.0.1', 4)
    }) as never
    const transport = open({ ...server.connection, server: url, lookup }, kind)
    await expect(send(transport)).rejects.toThrow('ENOTFOUND')
    expect(await send(transport)).toContain('GET')
    expect(names).toEqual(['api.test', 'api.test'])
  })
})

describe('HttpsTransport', () => {
  it('keeps connections for later, and opens more only where it must', async () => {
    const server = await startServer(echo)
    const transport = open(server.connection)
    await Promise.all(Array.from({ length: 300 }, () => send(transport)))
    expect(server.accepted()).toBeLessThanOrEqual(100)
    const before = server.accepted()
    await Promise.all(Array.from({ length: 50 }, () => send(transport)))
    expect(server.accepted()).toBe(before)
  })

  it('does not let streams keep requests waiting', async () => {
    const server = await startServer((request, response) => {
      if (request.url === '/stream') response.write('begun')
      else echo(request, response)
    })
    const transport = open(server.connection)
    const stop = new AbortController()
    const stream = { method: 'GET', path: '/stream', isStream: true, signal: stop.signal } as const
    await Promise.all(Array.from({ length: 120 }, () => transport.send(stream)))
    expect(await send(transport)).toContain('GET')
    stop.abort()
  })

  it('speaks HTTP without TLS', async () => {
    const server = await startServer(echo, { protocol: 'http' })
    expect(await send(open(server.connection))).toContain(`"host":"127.0.0.1:${server.port}"`)
  })

  it('gives up on a handshake that does not end, and on one that is no longer wanted', async () => {
    const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const server = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    await expect(dial({ server, tls: {}, handshakeMs: 50 })).rejects.toThrow(
      'TLS with 127.0.0.1 did not answer within 50 ms',
    )
    const stop = new AbortController()
    const dialled = dial({ server, tls: {}, signal: stop.signal })
    setTimeout(() => stop.abort(new Error('stopping')), 20)
    await expect(dialled).rejects.toThrow('stopping')
  })
})

describe('Http2Transport', () => {
  it('says so where the server speaks no HTTP/2', async () => {
    const server = await startServer(echo)
    await expect(send(open(server.connection, 'h2'))).rejects.toThrow('does not speak HTTP/2')
  })

  it('ends a connection that answers no ping', async () => {
    const server = await startServer(echo, { protocol: 'h2' })
    const relay = await startRelay(server.port)
    const connection = { ...server.connection, server: new URL(`https://127.0.0.1:${relay.port}`) }
    const transport = open(connection, 'h2', { silenceMs: 50, probeMs: 50 })
    await send(transport)
    await delay(200)
    expect(relay.open()).toBe(1)
    relay.stall()
    await expect(send(transport)).rejects.toThrow('ping')
  })
})
