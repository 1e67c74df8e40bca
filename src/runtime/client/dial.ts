import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import {
  checkServerIdentity,
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
} from 'node:tls'
import type { TlsSettings } from './connection.ts'
import { openHttpTunnel, openSocksTunnel, type TunnelTarget } from './proxy-tunnel.ts'

/** How long each step of a new connection may take. */
export interface DialTimeouts {
  /** Until TCP is connected, and until a proxy has opened its tunnel. Default: 30 s. */
  readonly connectMs?: number | undefined
  /** Until the TLS handshake is done. Default: 10 s. */
  readonly handshakeMs?: number | undefined
}

export interface Dial extends DialTimeouts {
  readonly server: URL
  /** Absent: no TLS. */
  readonly tls?: TlsSettings | undefined
  readonly proxy?: URL | undefined
  readonly lookup?: LookupFunction | undefined
  /** The protocols to offer within TLS. */
  readonly protocols?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** A server that is gone without a word is noticed within this and ten seconds. */
const keepAliveMs = 30_000

/** Networks with long ways need more than Node's 250 ms before the next address is tried. */
const addressAttemptMs = 2_000

/** Opens a connection to a server, over a proxy where there is one, and with TLS where it is wanted. */
export async function dial(options: Dial): Promise<Socket> {
  const { server, tls, proxy } = options
  const target = targetOf(server)
  const tcp = await openTcp(proxy === undefined ? target : targetOf(proxy), options)
  try {
    const way = proxy === undefined ? tcp : await openTunnel(tcp, proxy, options)
    return tls === undefined ? way : await secure(way, target.host, { ...options, tls })
  } catch (error) {
    tcp.destroy()
    throw error
  }
}

/** The host and port of a URL, without the brackets of an IPv6 address. */
export function targetOf(url: URL): TunnelTarget {
  const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (ports[url.protocol] ?? 1080) : Number(url.port),
  }
}

function openTcp({ host, port }: TunnelTarget, options: Dial): Promise<Socket> {
  const { lookup, connectMs = 30_000, signal } = options
  const tcp = connectTcp({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveMs,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    ...(lookup && { lookup }),
  })
  const step = new DialStep(tcp, signal)
  const connected = new Promise<void>((resolve, reject) => {
    tcp.once('connect', resolve)
    tcp.once('error', reject)
    tcp.once('close', () => reject(new Error(`${host}:${port} closed the connection`)))
  })
  return step
    .within(connectMs, `${host}:${port}`, connected)
    .then(() => tcp)
    .finally(() => step.end())
}

/** A tunnel through a proxy to the server. */
async function openTunnel(tcp: Socket, proxy: URL, options: Dial): Promise<Socket> {
  const { server, tls, connectMs = 30_000, signal } = options
  const way =
    proxy.protocol === 'https:'
      ? await secure(tcp, targetOf(proxy).host, { ...options, tls: proxyTls(tls) })
      : tcp
  const open = proxy.protocol.startsWith('socks5') ? openSocksTunnel : openHttpTunnel
  const step = new DialStep(way, signal)
  try {
    await step.within(connectMs, `the proxy ${proxy.host}`, open(way, proxy, targetOf(server)))
    return way
  } finally {
    step.end()
  }
}

/** A proxy's certificate comes from a public authority, or from the server's own. */
function proxyTls({ ca }: TlsSettings = {}): TlsSettings {
  return ca === undefined ? {} : { ca: [...rootCertificates, ca].join('\n') }
}

/** The context of settings that are used again: reading certificates costs more than a handshake's other work. */
const contexts = new WeakMap<TlsSettings, SecureContext>()

/** The certificates and keys of the settings, read. Throws where one of them is none. */
export function secureContextOf(tls: TlsSettings): SecureContext {
  const known = contexts.get(tls)
  if (known !== undefined) return known
  const context = createSecureContext({ ca: tls.ca, cert: tls.cert, key: tls.key })
  contexts.set(tls, context)
  return context
}

async function secure(
  socket: Socket,
  host: string,
  { tls, protocols, handshakeMs = 10_000, signal }: Dial & { readonly tls: TlsSettings },
): Promise<Socket> {
  const name = tls.servername ?? host
  const secured = connectTls({
    socket,
    secureContext: secureContextOf(tls),
    servername: isIP(name) === 0 ? name : '',
    rejectUnauthorized: tls.rejectUnauthorized ?? true,
    checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
    ...(protocols && { ALPNProtocols: [...protocols] }),
  })
  const step = new DialStep(secured, signal)
  try {
    await step.within(handshakeMs, `TLS with ${host}`, untilSecure(secured))
    return secured
  } finally {
    step.end()
  }
}

function untilSecure(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('secureConnect', resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed the connection')))
  })
}

/** Ends a socket that takes too long, or that nobody waits for any more. */
class DialStep {
  readonly #socket: Socket
  readonly #signal: AbortSignal | undefined
  readonly #ignore = (): void => undefined
  readonly #abort = (): void => {
    this.#socket.destroy(abortReason(this.#signal))
  }

  constructor(socket: Socket, signal: AbortSignal | undefined) {
    this.#socket = socket
    this.#signal = signal
    // Whoever waits hears of an error by the promise; the event must not end the process.
    socket.on('error', this.#ignore)
    if (signal?.aborted) this.#abort()
    else signal?.addEventListener('abort', this.#abort, { once: true })
  }

  async within(limitMs: number, what: string, step: Promise<void>): Promise<void> {
    let timeout: Error | undefined
    const timer = setTimeout(() => {
      timeout = new Error(`${what} did not answer within ${limitMs} ms`)
      this.#socket.destroy(timeout)
    }, limitMs)
    try {
      await step
    } catch (error) {
      throw this.#signal?.aborted ? abortReason(this.#signal) : (timeout ?? error)
    } finally {
      clearTimeout(timer)
    }
  }

  end(): void {
    this.#signal?.removeEventListener('abort', this.#abort)
    this.#socket.off('error', this.#ignore)
  }
}

/** Why a signal was aborted, as an error. */
export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason })
}
