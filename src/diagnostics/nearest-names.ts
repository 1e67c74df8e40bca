/**
 * The candidates nearest to a name that is none of them: all of them at the least distance, sorted,
 * or none where even those are too far to be meant. A change of a letter's case weighs nothing beside
 * the first, so that `maxlength` is as near to `MaxLength` as `MaxLengt` is.
 */
export function nearestNames(name: string, candidates: Iterable<string>): string[] {
  const limit = Math.max(1, Math.min(3, Math.floor(name.length * 0.4)))
  let least = limit
  let nearest: string[] = []
  for (const candidate of new Set(candidates)) {
    const distance = nameDistance(name, candidate, least)
    if (distance > least) continue
    if (distance < least) nearest = []
    least = distance
    nearest.push(candidate)
  }
  return nearest.sort()
}

/**
 * How many insertions, deletions, substitutions and swaps of neighbours lead from one name to the
 * other; any number of changes of case counts as one. A result above `limit` only means "farther".
 */
export function nameDistance(left: string, right: string, limit: number = Infinity): number {
  if (left === right) return 0
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  const exact = editDistance(left, right, limit)
  if (exact <= 1) return exact
  const withoutCase = editDistance(left.toLowerCase(), right.toLowerCase(), limit - 1)
  return Math.min(exact, withoutCase + 1)
}

/** Optimal string alignment over three rows; stops where a whole row is above the limit. */
function editDistance(left: string, right: string, limit: number): number {
  let before: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (isSwap) cost = Math.min(cost, (before[column - 2] ?? Infinity) + 1)
      current.push(cost)
    }
    if (Math.min(...current) > limit) return limit + 1
    before = previous
    previous = current
  }
  return previous[right.length] ?? 0
}
