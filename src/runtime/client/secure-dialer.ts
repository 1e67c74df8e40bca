import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { newSharedAbort } from '../clock/shared-abort.ts'
import type { ClusterConnection, TlsSettings, TlsSource } from './connection.ts'
import { dial, type DialTimeouts } from './dial.ts'

/** Opens connections to one server, with the certificates that hold at that moment. */
export class SecureDialer {
  readonly #connection: ClusterConnection
  readonly #timeouts: DialTimeouts
  readonly #protocols: readonly string[] | undefined
  readonly #closed = newSharedAbort()
  #used: TlsSettings | undefined

  constructor(
    connection: ClusterConnection,
    timeouts: DialTimeouts = {},
    protocols?: readonly string[],
  ) {
    this.#connection = connection
    this.#timeouts = timeouts
    this.#protocols = protocols
    setMaxListeners(0, this.#closed.signal)
  }

  /** Whether certificates have changed since the last connection, so that older ones must go. */
  async hasChanged(signal?: AbortSignal): Promise<boolean> {
    const { tls } = this.#connection
    if (!isSource(tls)) return false
    const current = await tls.current(signal)
    const hasChanged = this.#used !== undefined && this.#used !== current
    this.#used = current
    return hasChanged
  }

  /** A new connection. Where the handshake fails, it is tried once more with certificates that were renewed since. */
  async dial(): Promise<Socket> {
    const { tls } = this.#connection
    if (!isSource(tls)) return this.#dial(tls)
    try {
      return await this.#dial(await tls.current(this.#closed.signal))
    } catch (error) {
      if (!isHandshakeFailure(error) || !(await tls.renew(this.#closed.signal))) throw error
      return this.#dial(await tls.current(this.#closed.signal))
    }
  }

  /** Gives up on connections that are not open yet. */
  close(): void {
    this.#closed.abort(new Error('the client is closed'))
  }

  #dial(tls: TlsSettings): Promise<Socket> {
    const { server, proxy, lookup } = this.#connection
    return dial({
      ...this.#timeouts,
      server,
      proxy,
      lookup,
      tls: server.protocol === 'http:' ? undefined : tls,
      protocols: this.#protocols,
      signal: this.#closed.signal,
    })
  }
}

function isSource(tls: TlsSettings | TlsSource): tls is TlsSource {
  return 'current' in tls
}

/** OpenSSL's verification errors and alerts; not those of TCP, which other certificates would not mend. */
function isHandshakeFailure(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(?:ERR_SSL|ERR_TLS|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/.test(code)
}
