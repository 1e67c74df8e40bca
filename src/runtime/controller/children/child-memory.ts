/** What was applied last, and what the server made of it. */
export interface AppliedChild {
  /** Fingerprint of what was wanted. */
  readonly wanted: string
  readonly uid: string
  readonly resourceVersion: string
  /** Fingerprint of the same fields as the server answered them. */
  readonly stored: string
}

/** The children of one owner that one field manager applied. */
export interface AppliedSet {
  /** By key. */
  readonly children: ReadonlyMap<string, AppliedChild>
  /** Whether these are all that there are. */
  readonly isPruned: boolean
}

/** How many sets are remembered. One that was forgotten costs a comparison, and at most a write without effect. */
const mostSets = 20_000

/** The children of each owner as they were applied last. Those that were used longest ago are forgotten first. */
export class ChildMemory {
  readonly #sets = new Map<string, AppliedSet>()

  /** What is known of a set of children; `undefined` where nothing is. */
  recall(set: string): AppliedSet | undefined {
    return this.#sets.get(set)
  }

  remember(set: string, applied: AppliedSet): void {
    this.#sets.delete(set)
    this.#sets.set(set, applied)
    if (this.#sets.size <= mostSets) return
    const [oldest] = this.#sets.keys()
    if (oldest !== undefined) this.#sets.delete(oldest)
  }
}
