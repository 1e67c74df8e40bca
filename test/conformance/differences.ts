import type { JsonValue } from '../../src/apimachinery/json.ts'

/** Every keyword under which two values differ, with its values. Lists of texts count as one value. */
export interface Difference {
  /** From the root, outermost first. */
  readonly path: readonly string[]
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

export function listDifferences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: readonly string[] = [],
): Difference[] {
  if (before === after) return []
  if (!isMap(before) || !isMap(after)) {
    const isSame = isList(before) && isList(after) && sameItems(before, after, path)
    return isSame ? [] : [{ path, before, after }]
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => listDifferences(before[key], after[key], [...path, key]))
}

function sameItems(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  path: readonly string[],
): boolean {
  return (
    before.length === after.length &&
    before.every((item, index) => listDifferences(item, after[index], path).length === 0)
  )
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isMap(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
