import type { LookupFunction } from 'node:net'

/** TLS settings, by Node's names. Texts are PEM. */
export interface TlsSettings {
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
  /** The name that the server's certificate must hold, where it is not the URL's host. */
  readonly servername?: string | undefined
  /** `false` trusts any server: for experiments only. */
  readonly rejectUnauthorized?: boolean | undefined
}

/** TLS settings that change while the program runs: certificates rotate. */
export interface TlsSource {
  /** The settings for the next connection: the same value as before where nothing has changed. */
  current(signal?: AbortSignal): Promise<TlsSettings>
  /** A handshake failed: whether the settings, read anew, are others than before. */
  renew(signal?: AbortSignal): Promise<boolean>
}

export type Headers = Readonly<Record<string, string | readonly string[]>>

/** Says who asks, in headers. */
export interface Credentials {
  /** Headers for the next request, such as `authorization`. */
  headers(signal?: AbortSignal): Promise<Headers>
  /**
   * The server answered 401 to a request with these headers: they are no longer good. Whether there are others now,
   * so that a new try makes sense.
   */
  invalidate(refused?: Headers): Promise<boolean>
}

/** One API server and how to reach it. */
export interface ClusterConnection {
  readonly server: URL
  readonly tls: TlsSettings | TlsSource
  readonly credentials: Credentials
  /** The namespace of the kubeconfig's context, or of the pod. */
  readonly namespace: string
  /** The proxy in between: `http:`, `https:` or `socks5:`. */
  readonly proxy?: URL | undefined
  /** Resolves host names. Default: the machine's resolver, asked anew for each connection. */
  readonly lookup?: LookupFunction | undefined
}

/** Never says who asks: for client certificates, which TLS carries, and for tests. */
export const noCredentials: Credentials = {
  headers: async () => ({}),
  invalidate: async () => false,
}

/** A token that does not change. */
export function tokenCredentials(token: string): Credentials {
  return { ...noCredentials, headers: async () => ({ authorization: `Bearer ${token}` }) }
}

/** A user name and a password. */
export function passwordCredentials(username: string, password: string): Credentials {
  const encoded = Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
  return { ...noCredentials, headers: async () => ({ authorization: `Basic ${encoded}` }) }
}
