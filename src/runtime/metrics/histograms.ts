import type { Labels, MetricOptions } from './metric.ts'
import { LabelTexts, renderLabels, renderValue } from './samples.ts'

interface Observations {
  readonly labels: Labels
  /** How many values fell into each bucket, not those below it. */
  readonly counts: number[]
  sum: number
  count: number
}

/** The observations of one histogram by labels. */
export class Histograms {
  readonly #name: string
  readonly #labelNames: readonly string[]
  readonly #texts: LabelTexts
  readonly #buckets: readonly number[]
  readonly #byLabels = new Map<string, Observations>()

  constructor(options: MetricOptions & { readonly buckets: readonly number[] }) {
    this.#name = options.name
    this.#labelNames = options.labelNames ?? []
    this.#texts = new LabelTexts(this.#labelNames)
    this.#buckets = options.buckets
  }

  observe(labels: Labels, value: number): void {
    const key = this.#texts.of(labels)
    const observations = this.#byLabels.get(key) ?? this.#start(key, labels)
    const bucket = this.#buckets.findIndex((bound) => value <= bound)
    if (bucket >= 0) observations.counts[bucket] = (observations.counts[bucket] ?? 0) + 1
    observations.sum += value
    observations.count++
  }

  lines(): string[] {
    return [...this.#byLabels.values()].flatMap((each) => this.#linesOf(each))
  }

  #start(key: string, labels: Labels): Observations {
    const observations = { labels, counts: this.#buckets.map(() => 0), sum: 0, count: 0 }
    this.#byLabels.set(key, observations)
    return observations
  }

  #linesOf({ labels, counts, sum, count }: Observations): string[] {
    let cumulative = 0
    const buckets = this.#buckets.map((bound, index) => {
      cumulative += counts[index] ?? 0
      return this.#bucketLine(labels, renderValue(bound), cumulative)
    })
    const plain = renderLabels(this.#labelNames, labels)
    return [
      ...buckets,
      this.#bucketLine(labels, '+Inf', count),
      `${this.#name}_sum${plain} ${renderValue(sum)}`,
      `${this.#name}_count${plain} ${count}`,
    ]
  }

  #bucketLine(labels: Labels, bound: string, count: number): string {
    return `${this.#name}_bucket${renderLabels(this.#labelNames, labels, [`le="${bound}"`])} ${count}`
  }
}
