import { lookup as lookupByMachine } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Histogram, MetricsRegistry } from '../metrics/metric.ts'
import type { Exchange } from './requester.ts'

/** client-go's buckets for the time until an answer. */
const durationBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60] as const

/** client-go's buckets for the time until a name has an address. */
const lookupBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30] as const

/** client-go's buckets for bytes. */
const sizeBuckets = [
  64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216,
] as const

interface RequestObserver {
  readonly onExchange: (exchange: Exchange) => void
  readonly onAnswerRead?: (method: string, bytes: number) => void
}

/**
 * Counts requests under client-go's names: `rest_client_requests_total` by code, method and host, with the code
 * `<error>` where no answer came; and where that is wanted by verb and host `rest_client_request_duration_seconds`,
 * `rest_client_request_size_bytes` and `rest_client_response_size_bytes`. Streams have no size.
 */
export function observeRequests(
  metrics: MetricsRegistry,
  host: string,
  { withHistograms = false }: { readonly withHistograms?: boolean | undefined } = {},
): RequestObserver {
  const requests = metrics.counter({
    name: 'rest_client_requests_total',
    help: 'Number of HTTP requests, partitioned by status code, method, and host.',
    labelNames: ['code', 'method', 'host'],
  })
  const histograms = withHistograms ? histogramsOf(metrics) : undefined
  return {
    onExchange: ({ method, code, durationMs, requestBytes }) => {
      requests.increment({ code: code === 0 ? '<error>' : String(code), method, host })
      histograms?.durations.observe(durationMs / 1000, { verb: method, host })
      histograms?.requestSizes.observe(requestBytes, { verb: method, host })
    },
    ...(histograms && {
      onAnswerRead: (method, bytes) => {
        histograms.answerSizes.observe(bytes, { verb: method, host })
      },
    }),
  }
}

/** Resolves names as `lookup` does, and tells `rest_client_dns_resolution_duration_seconds` by host how long each took. */
export function observeLookups(
  metrics: MetricsRegistry,
  lookup: LookupFunction = lookupByMachine,
): LookupFunction {
  const durations = metrics.histogram({
    name: 'rest_client_dns_resolution_duration_seconds',
    help: 'DNS resolver latency in seconds. Broken down by host.',
    labelNames: ['host'],
    buckets: lookupBuckets,
  })
  return (host, options, callback) => {
    const start = performance.now()
    lookup(host, options, (...answer) => {
      durations.observe((performance.now() - start) / 1000, { host })
      callback(...answer)
    })
  }
}

function histogramsOf(metrics: MetricsRegistry): {
  readonly durations: Histogram
  readonly requestSizes: Histogram
  readonly answerSizes: Histogram
} {
  const labelNames = ['verb', 'host']
  return {
    durations: metrics.histogram({
      name: 'rest_client_request_duration_seconds',
      help: 'Request latency in seconds. Broken down by verb, and host.',
      labelNames,
      buckets: durationBuckets,
    }),
    requestSizes: metrics.histogram({
      name: 'rest_client_request_size_bytes',
      help: 'Request size in bytes. Broken down by verb and host.',
      labelNames,
      buckets: sizeBuckets,
    }),
    answerSizes: metrics.histogram({
      name: 'rest_client_response_size_bytes',
      help: 'Response size in bytes. Broken down by verb and host.',
      labelNames,
      buckets: sizeBuckets,
    }),
  }
}
