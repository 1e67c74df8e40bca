import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SelfSignedCertificate } from '../../../../src/runtime/certificates/self-signed-certificate.ts'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'
import { answer } from '../../../../src/runtime/manager/servers/http-answer.ts'
import { ManualClock } from '../../clock/manual-clock.ts'
import { serve, type Served } from './serve.ts'

const timeouts = {
  headersTimeout: 300,
  requestTimeout: 400,
  handshakeTimeout: 300,
  connectionsCheckingInterval: 50,
}

class Peer {
  heard = ''
  isClosed = false
  readonly closed: Promise<void>
  readonly socket: Socket

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => void (this.heard += chunk.toString('latin1')))
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    void this.closed.then(() => (this.isClosed = true))
    onTestFinished(() => void socket.destroy())
  }

  static async connect({ server }: Served, alpn?: string): Promise<Peer> {
    const socket = connectTls({
      port: server.port ?? 0,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ...(alpn && { ALPNProtocols: [alpn] }),
    })
    const peer = new Peer(socket)
    await once(socket, 'secureConnect')
    return peer
  }

  async ask(): Promise<string> {
    this.heard = ''
    this.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => this.heard || this.isClosed, { timeout: 5000 }).toBeTruthy()
    return this.heard.split('\r\n')[0] ?? ''
  }
}

const handler = (_request: unknown, response: Parameters<typeof answer>[0]): void =>
  answer(response, 200, { body: 'fine' })

const certificate = (): SelfSignedCertificate => new SelfSignedCertificate(systemClock)

describe.for([false, true])('a client that stalls, where HTTP/2 is %s', (enableHttp2) => {
  test('with its greeting is cut off', async () => {
    const served = await serve({ handler, certificate: certificate(), enableHttp2, timeouts })
    await new Peer(connectTcp({ port: served.server.port ?? 0, host: '127.0.0.1' })).closed
    expect(await (await Peer.connect(served)).ask()).toBe('HTTP/1.1 200 OK')
  })

  test.for([
    ['before its first request', ''],
    ['within its headers', 'GET / HTTP/1.1\r\nHos'],
    ['within its second headers', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHos'],
  ] as const)('%s is cut off', async ([, text]) => {
    const served = await serve({ handler, certificate: certificate(), enableHttp2, timeouts })
    const peer = await Peer.connect(served)
    peer.socket.write(text)
    await peer.closed
    expect(await (await Peer.connect(served)).ask()).toBe('HTTP/1.1 200 OK')
  })
})

test('a client that does not read its answer is cut off', async () => {
  const clock = new ManualClock()
  const body = 'x'.repeat(64 * 1024 * 1024)
  const served = await serve({
    handler: (_request, response) => answer(response, 200, { body }),
    certificate: certificate(),
    clock,
  })
  const peer = await Peer.connect(served)
  peer.socket.pause()
  peer.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => clock.pendingTimers).toBe(1)
  await clock.advance(30_000)
  peer.socket.resume()
  await peer.closed
  expect(peer.heard.length).toBeLessThan(body.length)
})

describe('more connections than a server takes', () => {
  const maxConnections = 8

  test('end idle ones', async () => {
    const clock = new ManualClock()
    const served = await serve({ handler, certificate: certificate(), clock, maxConnections })
    const idle = await Promise.all(Array.from({ length: 8 }, () => Peer.connect(served)))
    await clock.advance(1000)
    expect(await (await Peer.connect(served)).ask()).toBe('HTTP/1.1 200 OK')
    await expect.poll(() => idle.filter(({ isClosed }) => isClosed).length).toBe(1)
  })

  test('are answered with 503 where none is idle, and cut off beyond a quarter more', async () => {
    const waiting: (() => void)[] = []
    const served = await serve({
      handler: async (_request, response) => {
        await new Promise<void>((resolve) => waiting.push(resolve))
        answer(response, 200, { body: 'fine' })
      },
      certificate: certificate(),
      maxConnections,
    })
    const busy = await Promise.all(Array.from({ length: 8 }, () => Peer.connect(served)))
    const answers = busy.map((peer) => peer.ask())
    await expect.poll(() => waiting.length).toBe(8)
    const excess = [await Peer.connect(served), await Peer.connect(served)]
    await expect(Peer.connect(served)).rejects.toThrow()
    for (const peer of excess) {
      expect(await peer.ask()).toBe('HTTP/1.1 503 Service Unavailable')
      await peer.closed
    }
    waiting.forEach((resolve) => resolve())
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
  })
})
