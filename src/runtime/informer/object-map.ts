import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { ObjectMeta } from '../../apimachinery/object-meta.ts'
import type { ObjectKey, TypedObject } from '../client/client.ts'
import type { MetaNamespaceKey } from './informer.ts'

const noMetadata: DeepReadonly<ObjectMeta> = {}

export function metadataOf(object: TypedObject): DeepReadonly<ObjectMeta> {
  return object.metadata ?? noMetadata
}

/** `namespace/name`, or `name` for a cluster-scoped object. */
export function renderKey({
  namespace,
  name = '',
}: DeepReadonly<ObjectMeta> | ObjectKey): MetaNamespaceKey {
  return namespace ? `${namespace}/${name}` : name
}

/**
 * Objects by namespace and name. The two levels cost no key text per object, and the objects of one namespace are
 * listed without a look at the others. No empty namespace is kept.
 */
export class ObjectMap<T extends TypedObject> {
  readonly #namespaces = new Map<string, Map<string, T>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get({ namespace = '', name }: ObjectKey): T | undefined {
    return this.#namespaces.get(namespace)?.get(name)
  }

  /** The object that is stored under the name of this one. */
  find(object: TypedObject): T | undefined {
    const { namespace = '', name = '' } = metadataOf(object)
    return this.#namespaces.get(namespace)?.get(name)
  }

  /** Stores an object in the place of what has its name. */
  set(object: T): void {
    const { namespace = '', name = '' } = metadataOf(object)
    let names = this.#namespaces.get(namespace)
    if (names === undefined) {
      names = new Map()
      this.#namespaces.set(namespace, names)
    }
    this.#size -= names.size
    names.set(name, object)
    this.#size += names.size
  }

  delete(object: TypedObject): void {
    const { namespace = '', name = '' } = metadataOf(object)
    const names = this.#namespaces.get(namespace)
    if (names?.delete(name) !== true) return
    this.#size--
    if (names.size === 0) this.#namespaces.delete(namespace)
  }

  /** The objects of one namespace, or of all. */
  values(namespace?: string): Iterable<T> {
    if (namespace === undefined) return this.#all()
    return this.#namespaces.get(namespace)?.values() ?? []
  }

  /** Takes over the objects of one namespace from another map, or all of them. */
  adopt(other: ObjectMap<T>, namespace?: string): void {
    if (namespace === undefined) {
      this.#namespaces.clear()
      for (const [each, names] of other.#namespaces) this.#namespaces.set(each, names)
      this.#size = other.#size
      return
    }
    const names = other.#namespaces.get(namespace)
    this.#size += (names?.size ?? 0) - (this.#namespaces.get(namespace)?.size ?? 0)
    if (names === undefined) this.#namespaces.delete(namespace)
    else this.#namespaces.set(namespace, names)
  }

  *#all(): Generator<T> {
    for (const names of this.#namespaces.values()) yield* names.values()
  }
}
