/** A key that waits to be taken. */
export interface ReadyKey {
  readonly key: string
  readonly priority: number
  /** Order of arrival over all priorities. */
  readonly sequence: number
  /** Monotonic milliseconds at arrival. */
  readonly since: number
}

/**
 * How many keys of higher priority may go before a waiting one of lower priority in a row. Then the one that has
 * waited longest goes, so that a steady stream of urgent keys starves nobody.
 */
const passesBeforeAgeing = 16

/**
 * Keys by priority, first in first out within one. A key stands in it once: raised to a higher priority it moves,
 * and the entry it leaves behind is skipped when it comes up.
 */
export class ReadyKeys {
  readonly #current = new Map<string, ReadyKey>()
  readonly #lanes = new Map<number, Lane>()
  /** Priorities that have a lane, highest first. */
  #priorities: number[] = []
  #sequence = 0
  #passes = 0

  get size(): number {
    return this.#current.size
  }

  has(key: string): boolean {
    return this.#current.has(key)
  }

  /** Adds a key or raises its priority; whether it is new. */
  add(key: string, priority: number, since: number): boolean {
    const known = this.#current.get(key)
    if (known !== undefined && known.priority >= priority) return false
    const entry = {
      key,
      priority,
      sequence: known?.sequence ?? this.#sequence++,
      since: known?.since ?? since,
    }
    this.#current.set(key, entry)
    this.#lane(priority).push(entry)
    return known === undefined
  }

  /** Takes the key whose turn it is. */
  take(): ReadyKey | undefined {
    const heads = this.#priorities.flatMap((priority) => this.#head(priority) ?? [])
    const first = heads[0]
    if (first === undefined) return undefined
    const oldest = heads.reduce((left, right) => (right.sequence < left.sequence ? right : left))
    const isAged = this.#passes >= passesBeforeAgeing
    const taken = isAged ? oldest : first
    this.#passes = taken === oldest ? 0 : this.#passes + 1
    this.#current.delete(taken.key)
    this.#lane(taken.priority).shift()
    return taken
  }

  /** How many keys wait, by priority. */
  sizes(): ReadonlyMap<number, number> {
    const sizes = new Map<number, number>()
    for (const { priority } of this.#current.values()) {
      sizes.set(priority, (sizes.get(priority) ?? 0) + 1)
    }
    return sizes
  }

  /** The first entry of a lane that is still current. A lane without one is dropped. */
  #head(priority: number): ReadyKey | undefined {
    const lane = this.#lanes.get(priority)
    for (let entry = lane?.first; lane && entry; entry = lane.first) {
      if (this.#current.get(entry.key) === entry) return entry
      lane.shift()
    }
    this.#lanes.delete(priority)
    this.#priorities = this.#priorities.filter((each) => each !== priority)
    return undefined
  }

  #lane(priority: number): Lane {
    const known = this.#lanes.get(priority)
    if (known !== undefined) return known
    const lane = new Lane()
    this.#lanes.set(priority, lane)
    this.#priorities = [...this.#priorities, priority].sort((left, right) => right - left)
    return lane
  }
}

/** A first-in-first-out list; what was taken is let go in blocks, so that both ends cost nothing. */
class Lane {
  #entries: ReadyKey[] = []
  #start = 0

  get first(): ReadyKey | undefined {
    return this.#entries[this.#start]
  }

  push(entry: ReadyKey): void {
    this.#entries.push(entry)
  }

  shift(): void {
    this.#start++
    if (this.#start < 1024 || this.#start * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#start)
    this.#start = 0
  }
}
