import type { MetricsRegistry } from '../../metrics/metric.ts'
import { answer, urlOf, type HttpHandler } from './http-answer.ts'

/** Handlers by path: what is not in the table is not found, and only reads are answered. */
export function routes(handlers: Readonly<Record<string, HttpHandler>>): HttpHandler {
  return (request, response) => {
    const { pathname } = urlOf(request)
    const handler = Object.hasOwn(handlers, pathname) ? handlers[pathname] : undefined
    if (handler === undefined) return answer(response, 404, { body: '404 page not found\n' })
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return answer(response, 405, { body: 'method not allowed\n' })
    }
    return handler(request, response)
  }
}

/** A scrape in Prometheus' text format. */
export function metricsHandler(metrics: MetricsRegistry): HttpHandler {
  const contentType = 'text/plain; version=0.0.4; charset=utf-8'
  return (_request, response) => answer(response, 200, { body: metrics.render(), contentType })
}

/** What `inspect` gives, as JSON. */
export function inspectionHandler(inspect: () => object): HttpHandler {
  return (_request, response) => {
    const body = `${JSON.stringify(inspect(), replaceUnwritable, 2)}\n`
    answer(response, 200, { body, contentType: 'application/json' })
  }
}

function replaceUnwritable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Error) return value.message
  return value instanceof Map
    ? Object.fromEntries(value)
    : value instanceof Set
      ? [...value]
      : value
}
