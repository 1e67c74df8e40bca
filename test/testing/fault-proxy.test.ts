import { once } from 'node:events'
import { createServer, request as httpsRequest, type Server } from 'node:https'
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CertificateAuthority } from '../../src/runtime/certificates/certificate-authority.ts'
import { startFaultProxy, type Connection, type FaultProxy } from '../../src/testing/index.ts'

const lines = ['one\n', 'zwei: ü\n', 'three\n']
const modes = ['tcp', 'tls'] as const

let server: Server
let upstream: Connection
let proxy: FaultProxy
const closers: (() => unknown)[] = []

/** `/lines` and `/sized` answer at once and end, `/open` answers and does not end, `/echo` answers what it was sent. */
function serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.url === '/echo') {
    incoming.pipe(outgoing)
    return
  }
  if (incoming.url === '/sized') {
    outgoing.setHeader('content-length', Buffer.byteLength(lines.join('')))
    outgoing.end(lines.join(''))
    return
  }
  for (const line of lines) outgoing.write(line)
  if (incoming.url === '/lines') outgoing.end()
}

beforeEach(async () => {
  const authority = new CertificateAuthority('upstream')
  const { certificate, privateKey } = authority.issue({
    commonName: 'upstream',
    hosts: ['127.0.0.1'],
  })
  server = createServer({ cert: certificate, key: privateKey }, serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  upstream = {
    server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificateAuthority: authority.certificate,
  }
})

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
  server.closeAllConnections()
  server.close()
})

async function start(mode: (typeof modes)[number]): Promise<FaultProxy> {
  proxy = await startFaultProxy(upstream, { mode })
  closers.push(() => proxy.stop())
  return proxy
}

interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  /** The pieces as they came. */
  readonly pieces: string[]
  /** Settles with whether the answer ended as it should. */
  readonly ended: Promise<boolean>
}

/** Sends a request over a connection of its own. */
function request(path: string, body?: string): ClientRequest {
  const { server: address, certificateAuthority: ca } = proxy.connection
  const method = body === undefined ? 'GET' : 'POST'
  const outgoing = httpsRequest(new URL(path, address), { method, ca, agent: false })
  closers.push(() => outgoing.destroy())
  return outgoing.end(body)
}

/** Returns when the answer begins. */
async function send(path: string, body?: string): Promise<Answer> {
  return receive(request(path, body))
}

async function receive(outgoing: ClientRequest): Promise<Answer> {
  const [answer] = (await once(outgoing.once('response', collect), 'answer')) as [Answer]
  return answer
}

/**
 * Collects within the event: pieces that arrive together with the head wait otherwise, and `setEncoding` joins what
 * waits.
 */
function collect(this: ClientRequest, incoming: IncomingMessage): void {
  const pieces: string[] = []
  incoming.setEncoding('latin1').on('data', (piece: string) => pieces.push(piece))
  const ended = once(incoming, 'end').then(
    () => true,
    () => false,
  )
  this.emit('answer', {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    pieces,
    ended,
  })
}

async function read(path: string, body?: string): Promise<string> {
  const answer = await send(path, body)
  expect(await answer.ended).toBe(true)
  return Buffer.from(answer.pieces.join(''), 'latin1').toString()
}

/** Waits until pieces of an answer satisfy a condition. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(5)
}

describe.each(modes)('a proxy in mode %s', (mode) => {
  test('passes what comes', async () => {
    await start(mode)
    expect(await read('/lines')).toBe(lines.join(''))
    const long = 'x'.repeat(1_000_000)
    expect(await read('/echo', long)).toBe(long)
    expect(proxy.faultsThrown).toBe(0)
  })

  test('delays', async () => {
    await start(mode)
    proxy.inject({ kind: 'delay', ms: 50 })
    const before = performance.now()
    expect(await read('/lines')).toBe(lines.join(''))
    expect(performance.now() - before).toBeGreaterThan(99)
  })

  test('stalls what runs and what comes, and lets it go on', async () => {
    await start(mode)
    const open = await send('/open')
    await until(() => open.pieces.join('').endsWith('three\n'))
    const end = proxy.inject({ kind: 'stall' })
    const late = read('/lines')
    expect(await Promise.race([late, delay(100, 'silence')])).toBe('silence')
    end()
    end()
    expect(await late).toBe(lines.join(''))
    expect(proxy.openConnections).toBeGreaterThan(0)
  })

  test('breaks connections when nothing passes', async () => {
    await start(mode)
    const open = await send('/open')
    await until(() => open.pieces.join('').endsWith('three\n'))
    proxy.inject({ kind: 'cut-idle', afterMs: 50 })
    expect(await open.ended).toBe(false)
  })

  test('refuses a number of times', async () => {
    await start(mode)
    proxy.inject({ kind: 'refuse' }, { times: 2 })
    await expect(send('/lines')).rejects.toThrow()
    await expect(send('/lines')).rejects.toThrow()
    expect(await read('/lines')).toBe(lines.join(''))
    expect(proxy.faultsThrown).toBe(2)
  })

  test('breaks everything on demand, and what runs when a cut begins', async () => {
    await start(mode)
    const open = await send('/open')
    proxy.disconnect()
    expect(await open.ended).toBe(false)
    const other = await send('/open')
    proxy.inject({ kind: 'cut', afterBytes: 0 })
    expect(await other.ended).toBe(false)
  })

  test('stop() breaks what stalls', async () => {
    await start(mode)
    const open = await send('/open')
    proxy.inject({ kind: 'stall' })
    await proxy.stop()
    expect(await open.ended).toBe(false)
    expect(proxy.openConnections).toBe(0)
  })
})

test('a TCP proxy cuts between bytes of TLS', async () => {
  await start('tcp')
  proxy.inject({ kind: 'cut', afterBytes: 100 })
  await expect(send('/lines')).rejects.toThrow()
  proxy.clear()
  proxy.inject({ kind: 'fragment' })
  expect(await read('/lines')).toBe(lines.join(''))
})

describe('a proxy that ends TLS', () => {
  test('cuts after a number of bytes of the answer', async () => {
    await start('tls')
    proxy.inject({ kind: 'cut', afterBytes: 6 })
    const answer = await send('/lines')
    expect(await answer.ended).toBe(false)
    expect(answer.pieces.join('')).toBe('one\nzw')
  })

  async function expectFragments(answer: Answer): Promise<void> {
    expect(await answer.ended).toBe(true)
    expect(Math.max(...answer.pieces.map((piece) => piece.length))).toBeLessThanOrEqual(7)
    expect(Buffer.from(answer.pieces.join(''), 'latin1').toString()).toBe(lines.join(''))
  }

  test.for(['/lines', '/sized'])(
    'cuts the answer of %s into pieces of one to seven bytes',
    async (path) => {
      await start('tls')
      proxy.inject({ kind: 'fragment' })
      await expectFragments(await send(path))
    },
  )

  test.for(['/lines', '/sized'])(
    'keeps the pieces of %s apart for a client that reads all of them at once',
    async (path) => {
      await start('tls')
      proxy.inject({ kind: 'fragment' })
      const outgoing = request(path)
      outgoing.once('socket', (socket: Socket) => {
        socket.once('secureConnect', () => {
          socket.pause()
          setTimeout(() => socket.resume(), 100)
        })
      })
      await expectFragments(await receive(outgoing))
    },
  )

  test('replays lines', async () => {
    await start('tls')
    proxy.inject({ kind: 'replay-lines' })
    const [one = '', two = '', three = ''] = lines
    expect(await read('/lines')).toBe([one, one, two, one, two, three, two, three].join(''))
  })

  test('holds the end of an answer back', async () => {
    await start('tls')
    const end = proxy.inject({ kind: 'hold-end' })
    const answer = await send('/lines')
    await until(() => answer.pieces.join('').endsWith('three\n'))
    expect(await Promise.race([answer.ended, delay(100, 'open')])).toBe('open')
    end()
    expect(await answer.ended).toBe(true)
  })

  test('answers in place of the server, those requests alone that were meant', async () => {
    await start('tls')
    const only = ({ path, method }: { path: string; method: string }): boolean =>
      path === '/lines' && method === 'GET'
    proxy.inject(
      { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: 'slow down' },
      { only, times: 1 },
    )
    const answer = await send('/lines')
    expect(await answer.ended).toBe(true)
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      pieces: ['slow down'],
    })
    expect(await read('/lines')).toBe(lines.join(''))
  })
})
