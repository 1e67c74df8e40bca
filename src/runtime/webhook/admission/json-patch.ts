import { renderJson } from '../../../apimachinery/json-text.ts'
import type { JsonPatchOperation } from '../../client/client.ts'
import { isFields, type Fields } from '../body/json-body.ts'

/**
 * The steps (RFC 6902) that make `before` what `after` is, as JSON: a field whose value is `undefined` is none. Takes
 * time in proportion to the size of both. Libraries for this compare lists in quadratic time, or lose a `bigint`.
 */
export function diffJson(before: unknown, after: unknown): JsonPatchOperation[] {
  const difference = new Difference()
  difference.compare(before, jsonOf(after))
  return difference.operations
}

/** The text of a patch. Throws a TypeError that names the place of a value which JSON cannot carry. */
export function renderJsonPatch(operations: readonly JsonPatchOperation[]): string {
  return `[${operations.map(renderOperation).join(',')}]`
}

function renderOperation(operation: JsonPatchOperation): string {
  if (!('value' in operation)) return JSON.stringify(operation)
  const { op, path, value } = operation
  try {
    return `{"op":"${op}","path":${JSON.stringify(path)},"value":${renderJson(value)}}`
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TypeError(`cannot write the change of ${path || 'the object'}: ${reason}`, {
      cause: error,
    })
  }
}

/** Walks two values at once, and notes where they differ. */
class Difference {
  readonly operations: JsonPatchOperation[] = []
  /** Where the walk is. A path is written only for what differs. */
  readonly #keys: (string | number)[] = []
  /** What each list or object differs from: the walk meets the same pair again on each level of lists. */
  readonly #different = new WeakMap<object, unknown>()

  compare(before: unknown, after: unknown): void {
    if (before === after) return
    if (Array.isArray(before) && Array.isArray(after)) this.#compareLists(before, after)
    else if (isFields(before) && isFields(after)) this.#compareFields(before, after)
    else if (!isSameNumber(before, after)) this.#note('replace', after)
  }

  #compareFields(before: Fields, after: Fields): void {
    for (const key in before) {
      if (Object.hasOwn(after, key) && isWritten(after[key])) continue
      this.#at(key, () => this.#remove())
    }
    for (const key in after) {
      const value = after[key]
      const isKnown = Object.hasOwn(before, key)
      if (isKnown && value === before[key]) continue
      if (!isWritten(value)) continue
      this.#keys.push(key)
      if (isKnown) this.compare(before[key], jsonOf(value))
      else this.#note('add', value)
      this.#keys.pop()
    }
  }

  /**
   * Lists of one length are compared item by item. Of others the same beginnings and ends are left alone, so that an
   * item which came or went is one step.
   */
  #compareLists(before: readonly unknown[], after: readonly unknown[]): void {
    const isResized = before.length !== after.length
    const shorter = Math.min(before.length, after.length)
    const start = isResized ? this.#sameAtStart(before, after, shorter) : 0
    const end = isResized ? this.#sameAtEnd(before, after, shorter - start) : 0
    const [oldEnd, newEnd] = [before.length - end, after.length - end]
    const paired = Math.min(oldEnd, newEnd)
    for (let index = start; index < paired; index++) {
      if (after[index] === before[index]) continue
      this.#at(index, () => this.compare(before[index], jsonOf(after[index])))
    }
    // From the end, since what is removed moves what comes after it.
    for (let index = oldEnd - 1; index >= paired; index--) this.#at(index, () => this.#remove())
    for (let index = paired; index < newEnd; index++) {
      this.#at(index, () => this.#note('add', after[index]))
    }
  }

  #sameAtStart(before: readonly unknown[], after: readonly unknown[], most: number): number {
    let same = 0
    while (same < most && this.#isSame(before[same], after[same])) same++
    return same
  }

  #sameAtEnd(before: readonly unknown[], after: readonly unknown[], most: number): number {
    let same = 0
    while (same < most && this.#isSame(before.at(-1 - same), after.at(-1 - same))) same++
    return same
  }

  /** Whether two values are the same JSON. */
  #isSame(before: unknown, given: unknown): boolean {
    const after = jsonOf(given)
    if (before === after || isSameNumber(before, after)) return true
    if (typeof before !== 'object' || before === null) return false
    if (this.#different.has(before) && this.#different.get(before) === after) return false
    const isSame = this.#hasSameParts(before, after)
    if (!isSame) this.#different.set(before, after)
    return isSame
  }

  #hasSameParts(before: object, after: unknown): boolean {
    if (Array.isArray(before) && Array.isArray(after)) {
      const { length } = before
      return length === after.length && this.#sameAtStart(before, after, length) === length
    }
    if (!isFields(before) || !isFields(after)) return false
    let count = 0
    for (const key in after) {
      if (!isWritten(after[key])) continue
      if (!Object.hasOwn(before, key) || !this.#isSame(before[key], after[key])) return false
      count++
    }
    return count === Object.keys(before).length
  }

  #at(key: string | number, work: () => void): void {
    this.#keys.push(key)
    work()
    this.#keys.pop()
  }

  #note(op: 'add' | 'replace', value: unknown): void {
    this.operations.push({ op, path: this.#path(), value })
  }

  #remove(): void {
    this.operations.push({ op: 'remove', path: this.#path() })
  }

  #path(): string {
    return this.#keys.map((key) => `/${escapeKey(key)}`).join('')
  }
}

/** As a JSON pointer (RFC 6901) writes it. */
function escapeKey(key: string | number): string {
  return typeof key === 'number' ? String(key) : key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** An integer may be held in either way: what is written is what counts. */
function isSameNumber(before: unknown, after: unknown): boolean {
  const isMixed =
    (typeof before === 'bigint' && typeof after === 'number') ||
    (typeof before === 'number' && typeof after === 'bigint')
  return isMixed && String(before) === String(after)
}

/** What writes itself, such as a `Date`, as it is written. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value
  return typeof value.toJSON === 'function' ? value.toJSON() : value
}

/** JSON has no form for a field that is `undefined`, or a function. */
function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
}
