import type { Counter, Gauge, Histogram, Labels, MetricOptions, MetricsRegistry } from './metric.ts'
import { Histograms } from './histograms.ts'
import { Samples } from './samples.ts'

interface RegisteredMetric {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly collect?: () => void
  readonly lines: () => readonly string[]
}

/**
 * Metrics of one process in Prometheus' text format
 * (https://prometheus.io/docs/instrumenting/exposition_formats/), sorted by name.
 */
export class PrometheusRegistry implements MetricsRegistry {
  readonly #metrics = new Map<string, RegisteredMetric>()
  readonly #handles = new Map<string, Counter | Gauge | Histogram>()

  counter(options: MetricOptions & { readonly collect?: () => number }): Counter {
    return this.#handle(options, 'counter', () => {
      const samples = new Samples(options.name, options.labelNames ?? [])
      const { collect } = options
      this.#add(options, {
        type: 'counter',
        lines: () => samples.lines(),
        ...(collect && { collect: () => samples.set({}, collect()) }),
      })
      return { increment: (labels = {}, by = 1) => samples.add(labels, by) }
    })
  }

  gauge(options: MetricOptions & { readonly collect?: (gauge: Gauge) => void }): Gauge {
    return this.#handle(options, 'gauge', () => {
      const samples = new Samples(options.name, options.labelNames ?? [])
      const gauge: Gauge = {
        set: (value, labels = {}) => samples.set(labels, value),
        add: (by, labels = {}) => samples.add(labels, by),
      }
      const { collect } = options
      this.#add(options, {
        type: 'gauge',
        lines: () => samples.lines(),
        ...(collect && {
          collect: () => {
            samples.clear()
            collect(gauge)
          },
        }),
      })
      return gauge
    })
  }

  histogram(options: MetricOptions & { readonly buckets: readonly number[] }): Histogram {
    return this.#handle(options, 'histogram', () => {
      const histograms = new Histograms(options)
      this.#add(options, { type: 'histogram', lines: () => histograms.lines() })
      return { observe: (value, labels: Labels = {}) => histograms.observe(labels, value) }
    })
  }

  render(): string {
    const names = [...this.#metrics.keys()].sort()
    return names.map((name) => this.#renderMetric(name)).join('')
  }

  #renderMetric(name: string): string {
    const metric = this.#metrics.get(name)
    if (metric === undefined) return ''
    metric.collect?.()
    const help = metric.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
    const lines = metric.lines()
    if (lines.length === 0) return ''
    return `# HELP ${name} ${help}\n# TYPE ${name} ${metric.type}\n${lines.join('\n')}\n`
  }

  #add(options: MetricOptions, metric: Omit<RegisteredMetric, 'help'>): void {
    this.#metrics.set(options.name, { ...metric, help: options.help })
  }

  /** The metric of that name, made where there is none. A name has one type. */
  #handle<T extends Counter | Gauge | Histogram>(
    { name }: MetricOptions,
    type: RegisteredMetric['type'],
    create: () => T,
  ): T {
    const known = this.#metrics.get(name)
    if (known !== undefined && known.type !== type) {
      throw new TypeError(`Expected metric ${name} to be a ${known.type}, got a ${type}`)
    }
    const handle = this.#handles.get(name) ?? create()
    this.#handles.set(name, handle)
    return handle as T
  }
}
