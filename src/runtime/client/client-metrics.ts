import type { Histogram, MetricsRegistry } from '../metrics/metric.ts'
import type { Exchange } from './requester.ts'

/** client-go's buckets for the time until an answer. */
const durationBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60] as const

/**
 * Counts requests under client-go's names: `rest_client_requests_total` by code, method and host, with the code
 * `<error>` where no answer came; and where that is wanted `rest_client_request_duration_seconds` by verb and host.
 */
export function observeRequests(
  metrics: MetricsRegistry,
  host: string,
  { withDurations = false }: { readonly withDurations?: boolean | undefined } = {},
): (exchange: Exchange) => void {
  const requests = metrics.counter({
    name: 'rest_client_requests_total',
    help: 'Number of HTTP requests, partitioned by status code, method, and host.',
    labelNames: ['code', 'method', 'host'],
  })
  const durations = withDurations ? durationsOf(metrics) : undefined
  return ({ method, code, durationMs }) => {
    requests.increment({ code: code === 0 ? '<error>' : String(code), method, host })
    durations?.observe(durationMs / 1000, { verb: method, host })
  }
}

function durationsOf(metrics: MetricsRegistry): Histogram {
  return metrics.histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Request latency in seconds. Broken down by verb, and host.',
    labelNames: ['verb', 'host'],
    buckets: durationBuckets,
  })
}
