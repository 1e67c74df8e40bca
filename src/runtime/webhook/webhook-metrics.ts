import type { Clock } from '../clock/clock.ts'
import type { HttpHandler } from '../manager/servers/http-answer.ts'
import type { Counter, Gauge, Histogram, Labels, MetricsRegistry } from '../metrics/metric.ts'

/** From 10 ns on, each ten times the one before: controller-runtime's. */
const latencyBuckets = Array.from({ length: 12 }, (_, index) => Number(`1e${index - 8}`))

/** Measures webhooks under controller-runtime's names. */
export class WebhookMetrics {
  readonly #clock: Clock
  readonly #latency: Histogram
  readonly #total: Counter
  readonly #inFlight: Gauge

  constructor(metrics: MetricsRegistry, clock: Clock) {
    this.#clock = clock
    this.#latency = metrics.histogram({
      name: 'controller_runtime_webhook_latency_seconds',
      help: 'Histogram of the latency of processing admission requests',
      labelNames: ['webhook'],
      buckets: latencyBuckets,
    })
    this.#total = metrics.counter({
      name: 'controller_runtime_webhook_requests_total',
      help: 'Total number of admission requests by HTTP status code.',
      labelNames: ['webhook', 'code'],
    })
    this.#inFlight = metrics.gauge({
      name: 'controller_runtime_webhook_requests_in_flight',
      help: 'Current number of admission requests being served.',
      labelNames: ['webhook'],
    })
  }

  /** The same handler, measured under the path that it is served at. */
  instrument(webhook: string, handler: HttpHandler): HttpHandler {
    const clock = this.#clock
    const path: Labels = { webhook }
    const codes = new Map<number, Labels>()
    const labelsOf = (code: number): Labels => {
      const labels = codes.get(code) ?? { webhook, code: String(code) }
      codes.set(code, labels)
      return labels
    }
    for (const code of [200, 500]) this.#total.increment(labelsOf(code), 0)
    this.#inFlight.set(0, path)
    return async (request, response) => {
      const start = clock.monotonic()
      let code = 500
      this.#inFlight.add(1, path)
      try {
        await handler(request, response)
        code = response.statusCode
      } finally {
        this.#inFlight.add(-1, path)
        this.#total.increment(labelsOf(code))
        this.#latency.observe((clock.monotonic() - start) / 1000, path)
      }
    }
  }
}
