import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { TypedObject } from '../client/client.ts'
import { anyKind } from '../client/object-identity.ts'

/** Something that happened to an object. Objects are shared with the cache: never change one. */
export type ObjectEvent<T> = CreateEvent<T> | UpdateEvent<T> | DeleteEvent<T> | GenericEvent<T>

/** An object is there. */
export interface CreateEvent<T> {
  readonly type: 'create'
  readonly object: DeepReadonly<T>
  /** It was there before the controller was. */
  readonly isInInitialList: boolean
}

/** An object changed, or a resync shows it again: then both have the same resourceVersion. */
export interface UpdateEvent<T> {
  readonly type: 'update'
  readonly oldObject: DeepReadonly<T>
  readonly object: DeepReadonly<T>
}

/** An object is gone. */
export interface DeleteEvent<T> {
  readonly type: 'delete'
  readonly object: DeepReadonly<T>
  /** The deletion itself was missed: `object` is what was last known. */
  readonly isStateUnknown: boolean
}

/** Anything else, from outside of the cluster. */
export interface GenericEvent<T> {
  readonly type: 'generic'
  readonly object: DeepReadonly<T>
}

/** Whether nothing changed: it was there before, or a resync shows it again. */
export function isUnchanged<T extends TypedObject>(event: ObjectEvent<T>): boolean {
  if (event.type === 'create') return event.isInInitialList
  return event.type === 'update' && isResync(event)
}

export function isResync<T extends TypedObject>(event: UpdateEvent<T>): boolean {
  const [before, after] = [anyKind<T>(event.oldObject), anyKind<T>(event.object)]
  return before.metadata?.resourceVersion === after.metadata?.resourceVersion
}
