/**
 * The candidates nearest to a name that is none of them: all of them at the least distance, sorted,
 * or none where even those are too far to be meant. A change of a letter's case weighs nothing beside
 * the first, so that `maxlength` is as near to `MaxLength` as `MaxLengt` is.
 */
export function nearestNames(name: string, candidates: Iterable<string>): string[] {
  const names = [...candidates]
  const limit = Math.max(1, Math.min(3, Math.floor(name.length * 0.4)))
  // Most names that are wrong are so by one letter, and a bound of 1 costs little to check.
  const nearest = namesWithin(name, names, 1)
  return nearest.length > 0 || limit === 1 ? nearest : namesWithin(name, names, limit)
}

function namesWithin(name: string, candidates: readonly string[], limit: number): string[] {
  let least = limit
  let nearest: string[] = []
  for (const candidate of candidates) {
    const distance = nameDistance(name, candidate, least)
    if (distance > least) continue
    if (distance < least) nearest = []
    least = distance
    nearest.push(candidate)
  }
  return [...new Set(nearest)].sort()
}

/**
 * How many insertions, deletions, substitutions and swaps of neighbours lead from one name to the
 * other; any number of changes of case counts as one. A result above `limit` only means "farther".
 */
export function nameDistance(left: string, right: string, limit: number = Infinity): number {
  if (left === right) return 0
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  const exact = editDistance(left, right, limit)
  if (exact <= 1 || (limit <= 1 && left.length !== right.length)) return exact
  const [lowerLeft, lowerRight] = [left.toLowerCase(), right.toLowerCase()]
  if (lowerLeft === left && lowerRight === right) return exact
  return Math.min(exact, editDistance(lowerLeft, lowerRight, limit - 1) + 1)
}

/** Optimal string alignment over three rows; stops where a whole row is above the limit. */
function editDistance(whole: string, other: string, limit: number): number {
  const [left, right] = withoutCommonEnds(whole, other)
  if (left === '' || right === '') return left.length + right.length
  // What is left over is one letter or two swapped ones, or the distance is 2 at least.
  if (limit <= 1 && Math.max(left.length, right.length) > 2) return limit + 1
  let before: readonly number[] = []
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = nextRow({ left, right, row, previous, before })
    if (Math.min(...current) > limit) return limit + 1
    before = previous
    previous = current
  }
  return previous[right.length] ?? 0
}

interface Rows {
  readonly left: string
  readonly right: string
  readonly row: number
  readonly previous: readonly number[]
  readonly before: readonly number[]
}

function nextRow({ left, right, row, previous, before }: Rows): readonly number[] {
  const current = [row]
  for (let column = 1; column <= right.length; column += 1) {
    const same = left[row - 1] === right[column - 1]
    const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
    current.push(
      Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
        isSwap ? (before[column - 2] ?? Infinity) + 1 : Infinity,
      ),
    )
  }
  return current
}

/** What begins and ends alike costs nothing and need not be compared. */
function withoutCommonEnds(left: string, right: string): [string, string] {
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start += 1
  let end = 0
  while (
    end < shorter - start &&
    left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end)
  ) {
    end += 1
  }
  return [left.slice(start, left.length - end), right.slice(start, right.length - end)]
}
