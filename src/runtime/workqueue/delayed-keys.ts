export interface DelayedKey {
  readonly key: string
  /** Monotonic milliseconds. */
  readonly dueAt: number
  readonly priority: number
}

/**
 * Keys that wait for a time, soonest first: a binary heap. Of several times of one key the soonest stays; the
 * entries of the others are skipped when they come up.
 */
export class DelayedKeys {
  readonly #current = new Map<string, DelayedKey>()
  readonly #heap: DelayedKey[] = []

  get size(): number {
    return this.#current.size
  }

  /** When the next key is due. */
  get nextDueAt(): number | undefined {
    return this.#first()?.dueAt
  }

  add(entry: DelayedKey): void {
    const known = this.#current.get(entry.key)
    const priority = Math.max(entry.priority, known?.priority ?? entry.priority)
    const dueAt = Math.min(entry.dueAt, known?.dueAt ?? entry.dueAt)
    if (known?.dueAt === dueAt && known.priority === priority) return
    const merged = { key: entry.key, dueAt, priority }
    this.#current.set(entry.key, merged)
    this.#push(merged)
  }

  /** Drops a key's delay. */
  delete(key: string): void {
    this.#current.delete(key)
  }

  clear(): void {
    this.#current.clear()
    this.#heap.length = 0
  }

  /** Takes every key that is due. */
  takeDue(now: number): DelayedKey[] {
    const due: DelayedKey[] = []
    for (let entry = this.#first(); entry && entry.dueAt <= now; entry = this.#first()) {
      this.#current.delete(entry.key)
      this.#pop()
      due.push(entry)
    }
    return due
  }

  #first(): DelayedKey | undefined {
    for (let entry = this.#heap[0]; entry; entry = this.#heap[0]) {
      if (this.#current.get(entry.key) === entry) return entry
      this.#pop()
    }
    return undefined
  }

  #push(entry: DelayedKey): void {
    let index = this.#heap.push(entry) - 1
    while (index > 0) {
      const parentIndex = (index - 1) >> 1
      const parent = this.#heap[parentIndex]
      if (parent === undefined || parent.dueAt <= entry.dueAt) break
      this.#heap[index] = parent
      index = parentIndex
    }
    this.#heap[index] = entry
  }

  #pop(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    let index = 0
    for (let child = this.#smallerChild(index); child >= 0; child = this.#smallerChild(index)) {
      const entry = this.#heap[child]
      if (entry === undefined || last.dueAt <= entry.dueAt) break
      this.#heap[index] = entry
      index = child
    }
    this.#heap[index] = last
  }

  #smallerChild(index: number): number {
    const left = this.#heap[2 * index + 1]
    const right = this.#heap[2 * index + 2]
    if (left === undefined) return -1
    return right !== undefined && right.dueAt < left.dueAt ? 2 * index + 2 : 2 * index + 1
  }
}
