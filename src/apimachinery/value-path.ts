/** The way to a value within a JSON document, innermost last. Links are shared, so that walking costs nothing. */
export interface Path {
  readonly outer?: Path | undefined
  readonly key: string | number
}

/** Returns the path one step further in. */
export function within(outer: Path | undefined, key: string | number): Path {
  return { outer, key }
}

/** Lists the keys of a path from the outermost to the innermost. */
export function keysOf(path: Path | undefined): (string | number)[] {
  const keys: (string | number)[] = []
  for (let each = path; each !== undefined; each = each.outer) keys.push(each.key)
  return keys.toReversed()
}
