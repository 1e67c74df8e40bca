import type { Labels } from './metric.ts'

/** The values of one metric by labels. */
export class Samples {
  readonly #name: string
  readonly #texts: LabelTexts
  readonly #values = new Map<string, number>()

  constructor(name: string, labelNames: readonly string[]) {
    this.#name = name
    this.#texts = new LabelTexts(labelNames)
  }

  add(labels: Labels, by: number): void {
    const key = this.#texts.of(labels)
    this.#values.set(key, (this.#values.get(key) ?? 0) + by)
  }

  set(labels: Labels, value: number): void {
    this.#values.set(this.#texts.of(labels), value)
  }

  clear(): void {
    this.#values.clear()
  }

  lines(): string[] {
    return [...this.#values].map(
      ([labels, value]) => `${this.#name}${labels} ${renderValue(value)}`,
    )
  }
}

/** The texts of labels. Who keeps its labels in one object has them rendered once: labels are never changed. */
export class LabelTexts {
  readonly #names: readonly string[]
  readonly #texts = new WeakMap<Labels, string>()

  constructor(names: readonly string[]) {
    this.#names = names
  }

  of(labels: Labels): string {
    const known = this.#texts.get(labels)
    if (known !== undefined) return known
    const text = renderLabels(this.#names, labels)
    this.#texts.set(labels, text)
    return text
  }
}

/** `{a="b"}`, or nothing. Labels that the metric does not name are a mistake of the caller and left out. */
export function renderLabels(
  names: readonly string[],
  labels: Labels,
  more: string[] = [],
): string {
  const pairs = [...names.map((name) => `${name}="${escapeLabel(labels[name] ?? '')}"`), ...more]
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

export function renderValue(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  return String(value)
}
