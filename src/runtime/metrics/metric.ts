/** Values of a metric's labels, by name. */
export type Labels = Readonly<Record<string, string>>

/** A number that only grows. */
export interface Counter {
  increment(labels?: Labels, by?: number): void
}

/** A number that goes up and down. */
export interface Gauge {
  set(value: number, labels?: Labels): void
  add(by: number, labels?: Labels): void
}

/** How values spread over buckets. */
export interface Histogram {
  observe(value: number, labels?: Labels): void
}

/** What a metric is called, and what its labels are. */
export interface MetricOptions {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
}

/** Makes metrics and renders them in Prometheus' text format. A name is registered once; asking again gives the same metric. */
export interface MetricsRegistry {
  counter(
    options: MetricOptions & {
      /** Gives the count at each scrape, for what something else counts. */
      readonly collect?: () => number
    },
  ): Counter
  gauge(
    options: MetricOptions & {
      /** Called at each scrape. */ readonly collect?: (gauge: Gauge) => void
    },
  ): Gauge
  histogram(options: MetricOptions & { readonly buckets: readonly number[] }): Histogram
  /** The text of a scrape, `text/plain; version=0.0.4`. */
  render(): string
}
