import type { Clock } from '../../clock/clock.ts'

export interface ExpiringCacheOptions<T> {
  readonly clock: Clock
  /** The oldest entries go first. */
  readonly mostEntries: number
  readonly lifetimeMs: (value: T) => number
}

/** Remembers values for a while. What fails is not remembered. */
export class ExpiringCache<T> {
  readonly #options: ExpiringCacheOptions<T>
  readonly #entries = new Map<string, { readonly value: T; readonly until: number }>()
  readonly #pending = new Map<string, Promise<T>>()

  constructor(options: ExpiringCacheOptions<T>) {
    this.#options = options
  }

  /** The value as remembered, else as `find` gives it: once for all who ask meanwhile. */
  async get(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key)
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
    const { clock, lifetimeMs, mostEntries } = this.#options
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: clock.monotonic() + lifetimeMs(value) })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= mostEntries) break
      this.#entries.delete(oldest)
    }
    return value
  }
}
