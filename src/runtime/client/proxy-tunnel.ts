import type { Socket } from 'node:net'
import { decodeUserPart, showUrlsIn } from '../../apimachinery/url-text.ts'

/** Where a tunnel leads. */
export interface TunnelTarget {
  readonly host: string
  readonly port: number
}

/** The proxy refused, or spoke no protocol that kops knows. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
}

const longestAnswer = 16_384

/** Asks an HTTP proxy, over a connection to it, for a tunnel. What comes after is the target's. */
export async function openHttpTunnel(
  socket: Socket,
  proxy: URL,
  { host, port }: TunnelTarget,
): Promise<void> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  socket.write(
    [
      `CONNECT ${authority} HTTP/1.1`,
      `Host: ${authority}`,
      ...(proxy.username === '' ? [] : [`Proxy-Authorization: Basic ${encodeUser(proxy)}`]),
      '',
      '',
    ].join('\r\n'),
  )
  const answer = await readUntil(socket, (bytes) => {
    const end = bytes.indexOf('\r\n\r\n')
    return end < 0 ? undefined : end + 4
  })
  const [statusLine = ''] = answer.toString('latin1').split('\r\n')
  if (!/^HTTP\/1\.[01] 2\d\d/.test(statusLine)) {
    throw new ProxyError(
      `the proxy ${proxy.host} answered \`${showUrlsIn(statusLine.slice(0, 100))}\``,
    )
  }
}

function encodeUser({ username, password }: URL): string {
  const user = `${decodeUserPart(username)}:${decodeUserPart(password)}`
  return Buffer.from(user, 'utf8').toString('base64')
}

const version5 = 5
const noAuthentication = 0
const byPassword = 2

/** Asks a SOCKS5 proxy for a tunnel. The proxy resolves the host's name. */
export async function openSocksTunnel(
  socket: Socket,
  proxy: URL,
  target: TunnelTarget,
): Promise<void> {
  const method = proxy.username === '' ? noAuthentication : byPassword
  socket.write(Buffer.of(version5, 1, method))
  const [, chosen] = await readBytes(socket, 2)
  if (chosen !== method) {
    throw new ProxyError(`the proxy ${proxy.host} takes none of the ways to say who asks`)
  }
  if (method === byPassword) await sendPassword(socket, proxy)
  socket.write(Buffer.concat([Buffer.of(version5, 1, 0), encodeTarget(target)]))
  const [, reply] = await readUntil(socket, lengthOfReply)
  if (reply !== 0) throw new ProxyError(`the proxy ${proxy.host} refused with code ${reply ?? ''}`)
}

async function sendPassword(socket: Socket, proxy: URL): Promise<void> {
  const user = Buffer.from(decodeUserPart(proxy.username), 'utf8')
  const password = Buffer.from(decodeUserPart(proxy.password), 'utf8')
  socket.write(
    Buffer.concat([Buffer.of(1, user.length), user, Buffer.of(password.length), password]),
  )
  const [, status] = await readBytes(socket, 2)
  if (status !== 0) throw new ProxyError(`the proxy ${proxy.host} refused the user`)
}

/** The target as a host name, which IP addresses are too for every proxy in use. */
function encodeTarget({ host, port }: TunnelTarget): Buffer {
  const name = Buffer.from(host, 'ascii')
  return Buffer.concat([Buffer.of(3, name.length), name, Buffer.of(port >> 8, port & 0xff)])
}

/** A reply holds an address of one of three kinds, whose length it tells. */
function lengthOfReply(bytes: Buffer): number | undefined {
  const isRefusal = bytes.length >= 2 && bytes[1] !== 0
  if (isRefusal) return bytes.length
  if (bytes.length < 5) return undefined
  const lengths: Readonly<Record<number, number>> = { 1: 4, 3: 1 + (bytes[4] ?? 0), 4: 16 }
  const length = 4 + (lengths[bytes[3] ?? 0] ?? 0) + 2
  return bytes.length >= length ? length : undefined
}

function readBytes(socket: Socket, count: number): Promise<Buffer> {
  return readUntil(socket, (bytes) => (bytes.length >= count ? count : undefined))
}

/** Reads until `lengthOf` tells how many bytes belong to the answer; what follows them goes back into the socket. */
async function readUntil(
  socket: Socket,
  lengthOf: (bytes: Buffer) => number | undefined,
): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for (;;) {
    const chunk: Buffer | null = socket.read()
    if (chunk === null) {
      if (socket.readableEnded || socket.destroyed) throw closedEarly(socket)
      await untilChange(socket)
      continue
    }
    bytes = Buffer.concat([bytes, chunk])
    const length = lengthOf(bytes)
    if (length !== undefined) {
      if (bytes.length > length) socket.unshift(bytes.subarray(length))
      return bytes.subarray(0, length)
    }
    if (bytes.length > longestAnswer) throw new ProxyError('the proxy sent an endless answer')
  }
}

const changes = ['readable', 'end', 'close', 'error'] as const

/** Resolves when there is something to read, or never will be. */
function untilChange(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      for (const change of changes) socket.off(change, finish)
      resolve()
    }
    for (const change of changes) socket.on(change, finish)
  })
}

function closedEarly(socket: Socket): Error {
  return new ProxyError('the proxy closed the connection', { cause: socket.errored })
}
