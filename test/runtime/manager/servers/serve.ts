import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'
import {
  HttpServer,
  type HttpServerOptions,
} from '../../../../src/runtime/manager/servers/http-server.ts'
import { silentLogger } from '../../log/silent-logger.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  /** The serving certificate's subject, over TLS. */
  readonly subject: string | undefined
}

export interface Served {
  readonly server: HttpServer
  readonly stop: () => void
  readonly ended: Promise<void>
  readonly get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>
}

/** A server on a free port of this machine, for one test. */
export async function serve(
  options: Partial<HttpServerOptions> & Pick<HttpServerOptions, 'handler'>,
): Promise<Served> {
  const server = new HttpServer({
    name: 'test',
    address: { host: '127.0.0.1', port: 0 },
    clock: systemClock,
    logger: silentLogger,
    ...options,
  })
  const stop = new AbortController()
  const ended = server.start(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await ended.catch(() => undefined)
  })
  await Promise.race([server.ready(), ended])
  const isSecure = options.certificate !== undefined
  return {
    server,
    stop: () => stop.abort(),
    ended,
    get: (path, headers = {}, method = 'GET') =>
      ask({ port: server.port ?? 0, path, headers, method, isSecure }),
  }
}

/** One request on a connection of its own. */
export function ask({
  isSecure,
  ...options
}: {
  readonly port: number
  readonly path: string
  readonly headers?: Record<string, string>
  readonly method?: string
  readonly isSecure: boolean
}): Promise<Answer> {
  const send = isSecure ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = send({
      host: '127.0.0.1',
      agent: false,
      rejectUnauthorized: false,
      ...options,
    })
    outgoing.once('error', reject)
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = []
      const socket = response.socket as unknown as {
        getPeerCertificate?: () => { subject?: { CN?: string } }
      }
      const subject = socket.getPeerCertificate?.().subject?.CN
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        const body = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, subject })
      })
    })
    outgoing.end()
  })
}
