import { Agent, request } from 'node:https'
import type { IncomingMessage } from 'node:http'

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

const timeoutMs = 60_000

/** Sends requests over connections that stay open. */
export class HttpClient {
  readonly #connection: Connection
  readonly #agent: Agent

  constructor(connection: Connection) {
    this.#connection = connection
    this.#agent = new Agent({
      keepAlive: true,
      ca: connection.certificateAuthority,
      cert: connection.certificate,
      key: connection.privateKey,
    })
  }

  send(description: HttpRequest): Promise<HttpResponse> {
    const { method, path, body, contentType = 'application/json' } = description
    const { server, token } = this.#connection
    return new Promise((resolve, reject) => {
      const outgoing = request(
        new URL(path, server),
        {
          method,
          agent: this.#agent,
          timeout: timeoutMs,
          headers: {
            accept: 'application/json',
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined
              ? {}
              : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
          },
        },
        (response) => {
          readBody(response).then(
            (text) => resolve({ status: response.statusCode ?? 0, body: text }),
            reject,
          )
        },
      )
      outgoing.once('timeout', () =>
        outgoing.destroy(new Error(`${method} ${path} got no answer in ${timeoutMs} ms`)),
      )
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}
