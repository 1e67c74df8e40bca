import type { ObjectKey, TypedObject } from '../client/client.ts'
import type { DeletedFinalStateUnknown, MetaNamespaceKey } from './informer.ts'
import { metadataOf, renderKey } from './object-map.ts'

/**
 * The key of an object for a workqueue: client-go's `MetaNamespaceKeyFunc`, and for a deletion that was noticed late
 * the key of its tombstone.
 */
export function metaNamespaceKey(
  object: TypedObject,
  tombstone?: DeletedFinalStateUnknown<TypedObject>,
): MetaNamespaceKey {
  return tombstone?.key ?? renderKey(metadataOf(object))
}

/** What a key names: client-go's `SplitMetaNamespaceKey`. Throws a `TypeError` for a text that is no key. */
export function splitMetaNamespaceKey(key: MetaNamespaceKey): ObjectKey {
  const [first = '', second, ...rest] = key.split('/')
  const name = second ?? first
  if (rest.length > 0 || name === '') throw new TypeError(`Expected a key, got \`${key}\``)
  return second === undefined || first === '' ? { name } : { namespace: first, name }
}
