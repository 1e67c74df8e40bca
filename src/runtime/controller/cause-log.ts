import type { ReconcileCause } from './reconciler.ts'

/** How many causes are kept of one request. */
const mostCauses = 10

const noCauses: readonly ReconcileCause[] = []

/** Why each waiting request waits: the last few causes of each, until it is taken. */
export class CauseLog {
  readonly #causes = new Map<string, ReconcileCause[]>()

  record(key: string, cause: ReconcileCause): void {
    const causes = this.#causes.get(key)
    if (causes === undefined) {
      this.#causes.set(key, [cause])
      return
    }
    const last = causes.at(-1)
    if (last !== undefined && isSame(last, cause)) {
      causes[causes.length - 1] = { ...last, times: (last.times ?? 1) + 1 }
      return
    }
    if (causes.length === mostCauses) causes.shift()
    causes.push(cause)
  }

  /** The causes so far, oldest first. They are forgotten. */
  take(key: string): readonly ReconcileCause[] {
    const causes = this.#causes.get(key)
    if (causes === undefined) return noCauses
    this.#causes.delete(key)
    return causes
  }

  clear(): void {
    this.#causes.clear()
  }
}

function isSame(left: ReconcileCause, right: ReconcileCause): boolean {
  return left.event === right.event && left.source === right.source && left.object === right.object
}
