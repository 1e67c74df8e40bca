import { compareResourceVersions } from '../../apimachinery/resource-version.ts'
import type { ObjectKey, TypedObject } from '../client/client.ts'
import type { MetaNamespaceKey } from '../informer/informer.ts'
import { metadataOf, renderKey } from '../informer/object-map.ts'
import type { SharedIndexInformer } from '../informer/shared-index-informer.ts'

/** A write whose echo the informer may not have heard yet. */
interface OwnWrite<T> {
  /** The object as written; absent where it is gone, or no longer selected by the informer. */
  readonly object: T | undefined
  readonly uid: string | undefined
  readonly namespace: string
  /** The object's resourceVersion: after a deletion the last one known before it. */
  readonly resourceVersion: string
  readonly isDeletion: boolean
  /** What was stored at the time. */
  readonly storedThen: T | undefined
  readonly epoch: number
}

/** Below so many entries nobody looks for settled ones. */
const fewest = 64

/**
 * Lays the controller's own writes over an informer's store until the watch has caught up, so that a read after a
 * write never shows what was before it, whether the watch is fast, slow or cut.
 *
 * A written object hides what is stored as long as the store's resourceVersion is older (bookmarks count). A deleted
 * one is hidden by its uid until the watch tells of the deletion, so that an object that was created again under its
 * name is seen. Entries are judged when they are read: the watch need not know of them.
 */
export class OwnWrites<T extends TypedObject> {
  readonly #informer: SharedIndexInformer<T>
  readonly #entries = new Map<MetaNamespaceKey, OwnWrite<T>>()
  #pruneAt = fewest

  constructor(informer: SharedIndexInformer<T>) {
    this.#informer = informer
  }

  /** Whether there is nothing to lay over the store. */
  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  get size(): number {
    return this.#entries.size
  }

  /** The server has stored this object. `isSelected`: whether the informer's selectors take it. */
  recordWritten(object: T, isSelected: boolean): void {
    const { resourceVersion = '', uid, namespace = '' } = metadataOf(object)
    this.#record(object, {
      object: isSelected ? object : undefined,
      uid,
      namespace,
      resourceVersion,
      isDeletion: false,
    })
  }

  /** The server has removed this object for good. */
  recordGone(key: ObjectKey, uid: string | undefined): void {
    const known = this.get(key) ?? this.#informer.indexer.get(key)
    const isKnown = known !== undefined && (uid === undefined || metadataOf(known).uid === uid)
    const { resourceVersion = '', uid: knownUid } = isKnown ? metadataOf(known) : {}
    if (uid === undefined && knownUid === undefined) return
    this.#record(asObject(key), {
      object: undefined,
      uid: uid ?? knownUid,
      namespace: key.namespace ?? '',
      resourceVersion,
      isDeletion: true,
    })
  }

  /** What a reader is to see under a name. */
  get(key: ObjectKey): T | undefined {
    const stored = this.#informer.indexer.get(key)
    if (this.isEmpty) return stored
    return this.#resolve(renderKey(key), stored)
  }

  /** What a reader is to see in a namespace, or in all. */
  list(namespace?: string): T[] {
    const stored = this.#informer.indexer.values(namespace)
    return this.isEmpty ? [...stored] : this.#merge(stored, (own) => isIn(own, namespace))
  }

  byIndex(indexName: string, value: string): T[] {
    const { indexer } = this.#informer
    const stored = indexer.byIndex(indexName, value)
    if (this.isEmpty) return [...stored]
    const valuesOf = indexer.indexFunctions[indexName]
    return this.#merge(stored, (own) => valuesOf?.(own).includes(value) ?? false)
  }

  /** `stored` without what own writes replace or hide, and the own writes that belong there. */
  #merge(stored: Iterable<T>, belongs: (own: T) => boolean): T[] {
    const seen: T[] = []
    for (const object of stored) {
      if (!this.#entries.has(renderKey(metadataOf(object)))) seen.push(object)
    }
    for (const key of this.#entries.keys()) {
      const own = this.#resolve(key, this.#storedUnder(key))
      if (own !== undefined && belongs(own)) seen.push(own)
    }
    return seen
  }

  #storedUnder(key: MetaNamespaceKey): T | undefined {
    const slash = key.indexOf('/')
    const [namespace, name] = slash < 0 ? ['', key] : [key.slice(0, slash), key.slice(slash + 1)]
    return this.#informer.indexer.get({ namespace, name })
  }

  #resolve(key: MetaNamespaceKey, stored: T | undefined): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return stored
    if (!this.#isSettled(entry, stored)) return entry.object
    this.#entries.delete(key)
    return stored
  }

  #record(named: TypedObject, write: Omit<OwnWrite<T>, 'epoch' | 'storedThen'>): void {
    const { indexer, epoch } = this.#informer
    const key = renderKey(metadataOf(named))
    const storedThen = indexer.find(named)
    const entry = { ...write, epoch, storedThen }
    const known = this.#entries.get(key)
    if (known !== undefined && isOvertaken(entry, known)) return
    if (this.#isSettled(entry, storedThen)) this.#entries.delete(key)
    else this.#entries.set(key, entry)
    if (this.#entries.size >= this.#pruneAt) this.#prune()
  }

  /** Looks through all entries after each doubling, so that writes nobody reads don't add up. */
  #prune(): void {
    for (const key of this.#entries.keys()) this.#resolve(key, this.#storedUnder(key))
    this.#pruneAt = Math.max(fewest, this.#entries.size * 2)
  }

  /** Whether the store knows of the write, or of something after it. */
  #isSettled(entry: OwnWrite<T>, stored: T | undefined): boolean {
    const reached = this.#informer.resourceVersionIn(entry.namespace)
    if (reached === undefined || entry.epoch !== this.#informer.epoch) return true
    const isStored = stored !== undefined && metadataOf(stored).uid === entry.uid
    if (entry.isDeletion && stored !== undefined) return !isStored
    if (reached === '') return false
    const order = compareResourceVersions(reached, entry.resourceVersion)
    if (order !== undefined && order >= 0) return true
    const storedOrder = isStored ? compareTo(stored, entry.resourceVersion) : undefined
    if (storedOrder !== undefined && storedOrder >= 0) return true
    // Versions of a server that promises nothing about them: any news of the object counts.
    return order === undefined && (entry.isDeletion || stored !== entry.storedThen)
  }
}

/** Whether a write that is recorded later was made earlier: two were under way at once. */
function isOvertaken<T>(entry: OwnWrite<T>, known: OwnWrite<T>): boolean {
  if (entry.isDeletion) return false
  const order = compareResourceVersions(entry.resourceVersion, known.resourceVersion)
  if (order === undefined) return false
  return known.isDeletion ? entry.uid === known.uid : order < 0
}

function compareTo(stored: TypedObject, resourceVersion: string): number | undefined {
  return compareResourceVersions(metadataOf(stored).resourceVersion ?? '', resourceVersion)
}

function isIn(object: TypedObject, namespace: string | undefined): boolean {
  return namespace === undefined || metadataOf(object).namespace === namespace
}

function asObject({ name, namespace }: ObjectKey): TypedObject {
  return { metadata: namespace ? { name, namespace } : { name } }
}
