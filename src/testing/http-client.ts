import { readText } from '../runtime/client/body-text.ts'
import {
  noCredentials,
  tokenCredentials,
  type ClusterConnection,
} from '../runtime/client/connection.ts'
import { HttpsTransport } from '../runtime/client/https-transport.ts'

/** How to reach an API server, and as whom. Plain data: it can be handed to another process. */
export interface Connection {
  /** `https://127.0.0.1:6443` */
  readonly server: string
  /** PEM of the authority that signed the server's certificate: no other one is trusted. */
  readonly certificateAuthority: string
  /** PEM of the client's certificate and key. */
  readonly certificate?: string
  readonly privateKey?: string
  /** A bearer token, where there is no client certificate. */
  readonly token?: string
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With the query. */
  readonly path: string
  readonly body?: string | undefined
  readonly contentType?: string | undefined
}

export interface HttpResponse {
  readonly status: number
  readonly body: string
}

/** The same connection for `createClient` and for a manager of `kops/runtime`. */
export function toClusterConnection(connection: Connection): ClusterConnection {
  const { server, certificateAuthority, certificate, privateKey, token } = connection
  return {
    server: new URL(server),
    tls: { ca: certificateAuthority, cert: certificate, key: privateKey },
    credentials: token === undefined ? noCredentials : tokenCredentials(token),
    namespace: 'default',
  }
}

/** What a request needs beside its body. */
export function headersOf({ body, contentType }: HttpRequest): Readonly<Record<string, string>> {
  return {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
  }
}

/** Sends requests over connections that stay open. What the server refuses is an answer as any other. */
export class HttpClient {
  readonly #connection: ClusterConnection
  readonly #transport: HttpsTransport

  constructor(connection: Connection) {
    this.#connection = toClusterConnection(connection)
    this.#transport = new HttpsTransport(this.#connection)
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const credentials = await this.#connection.credentials.headers()
    const { method, path, body } = request
    const headers = { ...headersOf(request), ...credentials }
    const response = await this.#transport.send({ method, path, headers, body })
    return { status: response.status, body: await readText(response) }
  }

  close(): void {
    this.#transport.close()
  }
}
