import type { ObjectKey, TypedObject } from '../client/client.ts'
import { IndexTable } from './index-table.ts'
import type { IndexFunction } from './informer.ts'
import { isSameState } from './incarnation.ts'
import { ObjectMap } from './object-map.ts'

/** What a relist changed, in the order in which handlers are told. */
export interface Replacement<T> {
  readonly removed: readonly T[]
  /** Pairs of old and new. */
  readonly updated: readonly (readonly [T, T])[]
  readonly added: readonly T[]
}

export interface ReplaceOptions<T> {
  /** Only the objects of this namespace are replaced. */
  readonly namespace?: string | undefined
  /** Whether an object that the new list does not hold stays all the same. */
  readonly isKept: (object: T) => boolean
  /** An index function threw: the object is left out, and what was stored under its name stays. */
  readonly onMalformed: (object: T, error: unknown) => void
}

/**
 * The store of an informer: the objects of one kind as the server last told them, and named indices over them.
 * Objects are shared with everyone who reads: nobody changes one.
 */
export class Indexer<T extends TypedObject> {
  readonly #objects = new ObjectMap<T>()
  readonly #tables = new Map<string, IndexTable<T>>()

  get size(): number {
    return this.#objects.size
  }

  get(key: ObjectKey): T | undefined {
    return this.#objects.get(key)
  }

  find(object: TypedObject): T | undefined {
    return this.#objects.find(object)
  }

  values(namespace?: string): Iterable<T> {
    return this.#objects.values(namespace)
  }

  hasIndex(indexName: string): boolean {
    return this.#tables.has(indexName)
  }

  /** The index functions by name. */
  get indexFunctions(): Readonly<Record<string, IndexFunction<T>>> {
    const functions = [...this.#tables].map(([name, { valuesOf }]) => [name, valuesOf] as const)
    return Object.fromEntries(functions)
  }

  byIndex(indexName: string, value: string): readonly T[] {
    const table = this.#tables.get(indexName)
    if (table === undefined) throw new UnknownIndexError(indexName, [...this.#tables.keys()])
    return table.get(value)
  }

  /** Adds an index, over what is stored already too. A function that throws for one of these is thrown on. */
  addIndex(indexName: string, valuesOf: IndexFunction<T>): void {
    const known = this.#tables.get(indexName)
    if (known?.valuesOf === valuesOf) return
    if (known !== undefined) throw new TypeError(`There is an index \`${indexName}\` already`)
    const table = new IndexTable(valuesOf)
    for (const object of this.#objects.values()) table.add(object, valuesOf(object))
    this.#tables.set(indexName, table)
  }

  /** Stores an object. Where an index function throws, nothing changes and the error is thrown on. */
  set(object: T): void {
    this.#reindex(this.#objects.find(object), object)
    this.#objects.set(object)
  }

  delete(object: T): void {
    for (const table of this.#tables.values()) table.remove(object)
    this.#objects.delete(object)
  }

  /** Takes `objects` for what is stored, at once. The map is the store's own afterwards. */
  replace(objects: ObjectMap<T>, options: ReplaceOptions<T>): Replacement<T> {
    const { namespace, isKept } = options
    const changes = this.#compare(objects, options)
    const removed: T[] = []
    for (const old of this.#objects.values(namespace)) {
      if (objects.find(old) !== undefined) continue
      if (isKept(old)) objects.set(old)
      else removed.push(old)
    }
    for (const old of removed) for (const table of this.#tables.values()) table.remove(old)
    this.#objects.adopt(objects, namespace)
    return { removed, ...changes }
  }

  /** Drops what is stored of one namespace, or of all. */
  clear(namespace?: string): void {
    const onMalformed = (): void => undefined
    this.replace(new ObjectMap(), { namespace, isKept: () => false, onMalformed })
  }

  /** Finds what is new and what changed, and indexes it. */
  #compare(
    objects: ObjectMap<T>,
    { namespace, onMalformed }: ReplaceOptions<T>,
  ): Pick<Replacement<T>, 'updated' | 'added'> {
    const updated: [T, T][] = []
    const added: T[] = []
    for (const object of objects.values(namespace)) {
      const old = this.#objects.find(object)
      if (old === object) continue
      try {
        this.#reindex(old, object)
      } catch (error) {
        // This object's own mistake: the others go on.
        objects.delete(object)
        if (old !== undefined) objects.set(old)
        onMalformed(object, error)
        continue
      }
      if (old === undefined) added.push(object)
      else if (!isSameState(old, object)) updated.push([old, object])
    }
    return { updated, added }
  }

  /** All values are asked for before the first table changes, so that a function that throws changes nothing. */
  #reindex(old: T | undefined, object: T): void {
    if (this.#tables.size === 0) return
    const tables = [...this.#tables.values()]
    const values = tables.map((table) => table.valuesOf(object))
    tables.forEach((table, index) => {
      if (old !== undefined) table.remove(old)
      table.add(object, values[index] ?? [])
    })
  }
}

/** A look-up in an index that nobody declared. */
export class UnknownIndexError extends Error {
  override readonly name = 'UnknownIndexError'

  constructor(indexName: string, known: readonly string[]) {
    const others = known.length === 0 ? 'there is none' : `there are ${known.join(', ')}`
    super(`There is no index \`${indexName}\`: ${others}`)
  }
}
