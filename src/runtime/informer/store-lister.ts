import { parseLabelSelector } from '../../apimachinery/label-selector.ts'
import type { TypedObject } from '../client/client.ts'
import type { Indexer } from './indexer.ts'
import type { Lister } from './informer.ts'
import { metadataOf } from './object-map.ts'

/** Reads an informer's store. A read costs what it gives back, but for label selectors, which look at each object. */
export class StoreLister<T extends TypedObject> implements Lister<T> {
  readonly #indexer: Indexer<T>

  constructor(indexer: Indexer<T>) {
    this.#indexer = indexer
  }

  get(name: string, namespace?: string): T | undefined {
    return this.#indexer.get({ name, namespace })
  }

  list(
    options: { readonly namespace?: string; readonly labelSelector?: string } = {},
  ): readonly T[] {
    const objects = [...this.#indexer.values(options.namespace)]
    if (!options.labelSelector) return objects
    const matches = parseLabelSelector(options.labelSelector)
    return objects.filter((object) => matches(metadataOf(object).labels))
  }

  byIndex(indexName: string, value: string): readonly T[] {
    return this.#indexer.byIndex(indexName, value)
  }
}
