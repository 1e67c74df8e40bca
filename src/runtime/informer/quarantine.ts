import type { MetaNamespaceKey } from './informer.ts'

/** An object that cannot be used: the server holds it, the store does not, or holds its last good state. */
export interface QuarantinedObject {
  readonly key: MetaNamespaceKey
  readonly namespace: string
  readonly resourceVersion: string
  readonly error: unknown
}

/** The objects of one informer that cannot be used, by key. Each concerns nobody but itself. */
export class Quarantine {
  readonly #objects = new Map<MetaNamespaceKey, QuarantinedObject>()
  readonly #onNew: (object: QuarantinedObject) => void

  /** `onNew` is told of each bad state of an object once. */
  constructor(onNew: (object: QuarantinedObject) => void) {
    this.#onNew = onNew
  }

  get size(): number {
    return this.#objects.size
  }

  values(): readonly QuarantinedObject[] {
    return [...this.#objects.values()]
  }

  add(object: QuarantinedObject): void {
    const known = this.#objects.get(object.key)
    this.#objects.set(object.key, object)
    if (known?.resourceVersion !== object.resourceVersion) this.#onNew(object)
  }

  delete(key: MetaNamespaceKey): void {
    this.#objects.delete(key)
  }

  /** Forgets what a new list of a namespace, or of all, no longer holds. */
  retain(keys: ReadonlySet<MetaNamespaceKey>, namespace: string | undefined): void {
    for (const each of this.#objects.values()) {
      const isListed = namespace === undefined || each.namespace === namespace
      if (isListed && !keys.has(each.key)) this.#objects.delete(each.key)
    }
  }
}
