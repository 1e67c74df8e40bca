import type { TypedObject } from '../client/client.ts'
import type { IndexFunction } from './informer.ts'

/**
 * One index: the objects that have a value. A value that one object has, as most do, costs no set, and a value that
 * no object has any more is not kept.
 */
export class IndexTable<T extends TypedObject> {
  readonly valuesOf: IndexFunction<T>
  readonly #byValue = new Map<string, T | Set<T>>()

  constructor(valuesOf: IndexFunction<T>) {
    this.valuesOf = valuesOf
  }

  get(value: string): readonly T[] {
    const found = this.#byValue.get(value)
    if (found === undefined) return []
    return found instanceof Set ? [...found] : [found]
  }

  add(object: T, values: readonly string[]): void {
    for (const value of values) {
      const found = this.#byValue.get(value)
      if (found === undefined) this.#byValue.set(value, object)
      else if (found instanceof Set) found.add(object)
      else if (found !== object) this.#byValue.set(value, new Set([found, object]))
    }
  }

  remove(object: T): void {
    for (const value of this.valuesOf(object)) {
      const found = this.#byValue.get(value)
      if (found === object) this.#byValue.delete(value)
      if (!(found instanceof Set)) continue
      found.delete(object)
      const [last] = found
      if (found.size === 1 && last !== undefined) this.#byValue.set(value, last)
    }
  }
}
