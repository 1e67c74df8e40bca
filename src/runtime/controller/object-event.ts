import type { TypedObject } from '../client/client.ts'

/** Something that happened to an object. Objects are shared with the cache: never change one. */
export type ObjectEvent<T> = CreateEvent<T> | UpdateEvent<T> | DeleteEvent<T> | GenericEvent<T>

/** An object is there. */
export interface CreateEvent<T> {
  readonly type: 'create'
  readonly object: T
  /** It was there before the controller was. */
  readonly isInInitialList: boolean
}

/** An object changed, or a resync shows it again: then both have the same resourceVersion. */
export interface UpdateEvent<T> {
  readonly type: 'update'
  readonly oldObject: T
  readonly object: T
}

/** An object is gone. */
export interface DeleteEvent<T> {
  readonly type: 'delete'
  readonly object: T
  /** The deletion itself was missed: `object` is what was last known. */
  readonly isStateUnknown: boolean
}

/** Anything else, from outside of the cluster. */
export interface GenericEvent<T> {
  readonly type: 'generic'
  readonly object: T
}

/** Whether nothing changed: it was there before, or a resync shows it again. */
export function isUnchanged(event: ObjectEvent<TypedObject>): boolean {
  if (event.type === 'create') return event.isInInitialList
  return event.type === 'update' && isResync(event)
}

export function isResync({ oldObject, object }: UpdateEvent<TypedObject>): boolean {
  return oldObject.metadata?.resourceVersion === object.metadata?.resourceVersion
}
