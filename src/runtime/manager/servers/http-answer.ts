import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/** A request over HTTP/1.1, or over HTTP/2 where that is allowed. */
export type HttpRequest = IncomingMessage | Http2ServerRequest
/** Where the answer goes. */
export type HttpResponse = ServerResponse | Http2ServerResponse

/** Answers a request. A rejection is answered as 500 and logged. */
export type HttpHandler = (request: HttpRequest, response: HttpResponse) => void | Promise<void>

/** Writes a whole answer. `text/plain` unless `contentType` says otherwise. */
export function answer(
  response: HttpResponse,
  status: number,
  { body, contentType = 'text/plain; charset=utf-8' }: { body: string; contentType?: string },
): void {
  response.statusCode = status
  response.setHeader('content-type', contentType)
  response.setHeader('x-content-type-options', 'nosniff')
  response.end(body)
}

/** The request's path and query, whatever its target looks like. */
export function urlOf(request: HttpRequest): URL {
  const target = request.url ?? '/'
  const base = 'http://server.invalid'
  return URL.canParse(target, base) ? new URL(target, base) : new URL(base)
}
