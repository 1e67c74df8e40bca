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

/** Says who asks, in headers. */
export interface Credentials {
  /** Headers for the next request, such as `authorization`. */
  headers(): Promise<Readonly<Record<string, string>>>
  /** The server answered 401: what is cached is no longer good. Whether a new try makes sense. */
  invalidate(): Promise<boolean>
}

/** One API server and how to reach it. */
export interface ClusterConnection {
  readonly server: URL
  readonly tls: TlsSettings
  readonly credentials: Credentials
  /** The namespace of the kubeconfig's context, or of the pod. */
  readonly namespace: string
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
