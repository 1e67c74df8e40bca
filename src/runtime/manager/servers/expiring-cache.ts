import type { Clock } from '../../clock/clock.ts'

export interface ExpiringCacheOptions<T> {
  readonly clock: Clock
  /** The oldest entries go first. */
  readonly mostEntries: number
  readonly lifetimeMs: (value: T) => number
  /** Values that anybody can cause, such as refusals: they take no room from the others. */
  readonly isMinor?: (value: T) => boolean
}

interface Entry<T> {
  readonly value: T
  readonly until: number
}

/** Remembers values for a while. What fails is not remembered. */
export class ExpiringCache<T> {
  readonly #options: ExpiringCacheOptions<T>
  readonly #entries = new Map<string, Entry<T>>()
  readonly #minor = new Map<string, Entry<T>>()
  readonly #pending = new Map<string, Promise<T>>()

  constructor(options: ExpiringCacheOptions<T>) {
    this.#options = options
  }

  /** Whether a value that is not minor is remembered, even where it has grown old. */
  isKnown(key: string): boolean {
    return this.#entries.has(key)
  }

  /** The value as remembered, else as `find` gives it: once for all who ask meanwhile. */
  async get(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key) ?? this.#minor.get(key)
    if (known !== undefined && this.#options.clock.monotonic() < known.until) return known.value
    const pending = this.#pending.get(key) ?? this.#find(key, find)
    return pending
  }

  #find(key: string, find: () => Promise<T>): Promise<T> {
    const pending = find()
      .then((value) => this.#remember(key, value))
      .finally(() => this.#pending.delete(key))
    this.#pending.set(key, pending)
    return pending
  }

  #remember(key: string, value: T): T {
    const { clock, lifetimeMs, mostEntries, isMinor } = this.#options
    this.#entries.delete(key)
    this.#minor.delete(key)
    const entries = isMinor?.(value) === true ? this.#minor : this.#entries
    entries.set(key, { value, until: clock.monotonic() + lifetimeMs(value) })
    for (const oldest of entries.keys()) {
      if (entries.size <= mostEntries) break
      entries.delete(oldest)
    }
    return value
  }
}
