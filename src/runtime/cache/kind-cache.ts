import { copyJson } from '../../apimachinery/copy-json.ts'
import type { LabelMatcher } from '../../apimachinery/label-selector.ts'
import type { ListOptions, ObjectKey, TypedObject } from '../client/client.ts'
import type { InformerStatus } from '../informer/informer.ts'
import { metadataOf } from '../informer/object-map.ts'
import type { SharedIndexInformer } from '../informer/shared-index-informer.ts'
import { OwnWrites } from './own-writes.ts'
import {
  FieldSelectorError,
  matchLabels,
  metadataField,
  parseFieldSelector,
  type FieldRequirement,
} from './selection.ts'

/** A read in a namespace that the cache does not watch: nothing could be said of it. */
export class NamespaceNotCachedError extends Error {
  override readonly name = 'NamespaceNotCachedError'

  constructor(kind: string, namespace: string) {
    super(`The cache does not hold ${kind} of namespace \`${namespace}\``)
  }
}

/** What the cache shows of one informer: its store, and over it the writes that it has not heard of yet. */
export class KindCache<T extends TypedObject> {
  readonly informer: SharedIndexInformer<T>
  readonly #ownWrites: OwnWrites<T>
  readonly #isMetadataOnly: boolean
  readonly #matchesLabels: LabelMatcher
  readonly #fields: readonly FieldRequirement[]
  readonly #hasFieldSelector: boolean

  constructor(informer: SharedIndexInformer<T>) {
    const { labelSelector, fieldSelector, metadataOnly } = informer.status()
    this.informer = informer
    this.#ownWrites = new OwnWrites(informer)
    this.#isMetadataOnly = metadataOnly
    this.#matchesLabels = matchLabels(labelSelector)
    this.#hasFieldSelector = fieldSelector !== undefined && fieldSelector !== ''
    this.#fields = fieldSelector?.includes('!=') ? [] : parseFieldSelector(fieldSelector)
  }

  get(key: ObjectKey): T | undefined {
    this.#assertCached(key.namespace)
    return this.#ownWrites.get(key)
  }

  /** The objects that the options select, in no order. */
  list({ namespace, labelSelector, fieldSelector }: ListOptions): T[] {
    this.#assertCached(namespace)
    const fields = parseFieldSelector(fieldSelector)
    const found = this.#find(namespace, fields)
    if (!labelSelector) return found
    const matches = matchLabels(labelSelector)
    return found.filter((object) => matches(metadataOf(object).labels))
  }

  /** The server has stored this object on our behalf. The object is not kept, a copy is. */
  recordWritten(object: T): void {
    const copy = copyJson(this.#isMetadataOnly ? withMetadataOnly(object) : object)
    const prepared = this.informer.prepare(copy)
    // One that cannot be used is in quarantine now, as it will be when the watch tells of it.
    if (prepared === undefined) return
    const isSelected = this.#isSelected(prepared)
    if (isSelected !== undefined) this.#ownWrites.recordWritten(prepared, isSelected)
  }

  recordGone(key: ObjectKey, uid: string | undefined): void {
    this.#ownWrites.recordGone(key, uid)
  }

  status(): InformerStatus & { readonly ownWrites: number } {
    return { ...this.informer.status(), ownWrites: this.#ownWrites.size }
  }

  #assertCached(namespace: string | undefined): void {
    if (namespace === undefined || this.informer.resourceVersionIn(namespace) !== undefined) return
    throw new NamespaceNotCachedError(this.informer.gvk.kind, namespace)
  }

  /** Looks up the first field in its index, and the others in what is found. */
  #find(namespace: string | undefined, fields: readonly FieldRequirement[]): T[] {
    const [indexed] = fields.filter(({ field }) => this.informer.indexer.hasIndex(field))
    const objects =
      indexed === undefined
        ? this.#ownWrites.list(namespace)
        : this.#ownWrites.byIndex(indexed.field, indexed.value)
    const rest = fields.filter((each) => each !== indexed)
    return objects.filter(
      (object) =>
        (namespace === undefined || metadataOf(object).namespace === namespace) &&
        rest.every((each) => this.#hasField(object, each)),
    )
  }

  #hasField(object: T, { field, value }: FieldRequirement): boolean {
    const ofMetadata = metadataField(object, field)
    if (ofMetadata !== undefined) return ofMetadata === value
    const { indexer } = this.informer
    const valuesOf = indexer.hasIndex(field) ? indexer.indexFunctions[field] : undefined
    if (valuesOf === undefined) {
      throw new FieldSelectorError(
        `The cache cannot select ${this.informer.status().kind} by \`${field}\` without an index of that name`,
      )
    }
    return valuesOf(object).includes(value)
  }

  /** Whether the informer's own selectors take an object; `undefined` where only the server can tell. */
  #isSelected(object: T): boolean | undefined {
    if (!this.#matchesLabels(metadataOf(object).labels)) return false
    if (!this.#hasFieldSelector) return true
    const values = this.#fields.map(({ field, value }) => {
      const actual = metadataField(object, field)
      return actual === undefined ? undefined : actual === value
    })
    if (values.includes(false)) return false
    const isKnown = this.#fields.length > 0 && !values.includes(undefined)
    // An object that is selected already most likely stays so.
    return isKnown || this.informer.indexer.find(object) !== undefined ? true : undefined
  }
}

function withMetadataOnly<T extends TypedObject>({ apiVersion, kind, metadata }: T): T {
  // A metadata-only informer's T is PartialObjectMetadata: nothing of it is missing here.
  return { apiVersion, kind, metadata } as T
}
