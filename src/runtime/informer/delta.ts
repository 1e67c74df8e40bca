import type { TypedObject, WatchEvent } from '../client/client.ts'
import type { EventHandler } from './event-handler.ts'
import type { MetaNamespaceKey } from './informer.ts'
import type { ObjectMap } from './object-map.ts'

/** What a watch said in one breath. */
export interface WatchedEvents<T extends TypedObject> {
  readonly type: 'EVENTS'
  /** The namespace that was watched, or `undefined` for all. */
  readonly namespace: string | undefined
  readonly events: readonly WatchEvent<T>[]
  /** The newest resourceVersion among them, bookmarks included. */
  readonly resourceVersion: string
}

/** A whole list. What it does not hold is gone. */
export interface Replaced<T extends TypedObject> {
  readonly type: 'REPLACED'
  readonly namespace: string | undefined
  readonly objects: ObjectMap<T>
  readonly resourceVersion: string
  /** Objects that the list holds and that cannot be used. */
  readonly malformed: ReadonlySet<MetaNamespaceKey>
}

/** The server no longer serves the kind: what is stored says nothing any more. Nothing was deleted. */
export interface Gone {
  readonly type: 'GONE'
  readonly namespace: string | undefined
}

/** One change on its way from a reflector to the store and the handlers. The last two concern one handler alone. */
export type Delta<T extends TypedObject> =
  | WatchedEvents<T>
  | Replaced<T>
  | Gone
  /** A handler was added: it is told of everything that is stored. */
  | { readonly type: 'ATTACHED'; readonly handler: EventHandler<T> }
  /** A handler asks to be told of everything once more. */
  | { readonly type: 'SYNC'; readonly handler: EventHandler<T> }
