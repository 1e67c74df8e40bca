import { once } from 'node:events'
import {
  connect as connectTcp,
  createServer as createTcpServer,
  type AddressInfo,
  type Socket,
} from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer as createTls } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'

export interface TestProxy {
  readonly port: number
  /** What was asked for, and by whom. */
  readonly asked: [target: string, user: string][]
}

/** A proxy that takes every name for the loopback interface. */
export async function startProxy(
  scheme: 'http' | 'https' | 'socks5',
  authority: CertificateAuthority,
  answer: 'opens' | 'refuses' = 'opens',
): Promise<TestProxy> {
  const asked: [string, string][] = []
  const serveSocket = (socket: Socket): void => {
    const speak = scheme === 'socks5' ? speakSocks : speakHttp
    socket.on('error', () => undefined)
    void speak(socket, asked, answer)
  }
  const pair = authority.issue({ commonName: 'proxy', hosts: ['127.0.0.1'] })
  const server =
    scheme === 'https'
      ? createTls({ cert: pair.certificate, key: pair.privateKey }, serveSocket)
      : createTcpServer(serveSocket)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, asked }
}

type Speak = (
  socket: Socket,
  asked: [string, string][],
  answer: 'opens' | 'refuses',
) => Promise<void>

const next = async (socket: Socket): Promise<Buffer> => {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk
}

function relay(socket: Socket, port: string): void {
  const up = connectTcp(Number(port), '127.0.0.1')
  up.on('error', () => socket.destroy())
  socket.pipe(up).pipe(socket)
  socket.once('close', () => up.destroy())
}

const speakHttp: Speak = async (socket, asked, answer) => {
  const request = (await next(socket)).toString()
  const [, target = ''] = /^CONNECT (\S+) HTTP/.exec(request) ?? []
  const [, user = ''] = /proxy-authorization: Basic (\S+)/i.exec(request) ?? []
  if (answer === 'refuses') {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    return
  }
  asked.push([target, Buffer.from(user, 'base64').toString()])
  socket.write('HTTP/1.1 200 Connection')
  await delay(5)
  socket.write(' established\r\nVia: test\r\n\r\n')
  relay(socket, target.split(':')[1] ?? '')
}

const speakSocks: Speak = async (socket, asked, answer) => {
  const [, , method = 0] = await next(socket)
  socket.write(Buffer.of(5, method))
  let user = ''
  if (method === 2) {
    const login = await next(socket)
    const length = login[1] ?? 0
    user = `${login.toString('utf8', 2, 2 + length)}:${login.toString('utf8', 3 + length)}`
    socket.write(Buffer.of(1, 0))
  }
  const request = await next(socket)
  const length = request[4] ?? 0
  const port = request.readUInt16BE(5 + length)
  if (answer === 'refuses') {
    socket.end(Buffer.of(5, 2, 0, 1, 0, 0, 0, 0, 0, 0))
    return
  }
  asked.push([`${request.toString('utf8', 5, 5 + length)}:${port}`, user])
  socket.write(Buffer.of(5, 0, 0, 1))
  await delay(5)
  socket.write(Buffer.of(127, 0, 0, 1, 0, 80))
  relay(socket, String(port))
}
