import { compareResourceVersions } from '../../apimachinery/resource-version.ts'
import type { TypedObject, WatchEvent } from '../client/client.ts'
import type { MetaNamespaceKey } from './informer.ts'
import { metadataOf } from './object-map.ts'
import type { Receiving } from './reflector-state.ts'

/** Makes what the server sent fit for the store. */
export interface Preparer<T extends TypedObject> {
  /** The object to store, or `undefined` where it cannot be used; then `malformed` gets its key, if it has one. */
  prepare(object: T, malformed?: Set<MetaNamespaceKey>): T | undefined
  /** The last state of a deleted object. It is given even where the object cannot be used. */
  prepareDeleted(object: T): T | undefined
}

const initialEventsEnd = 'k8s.io/initial-events-end'

/** Collects an object of a streaming list. `false` where the event is not one: the list's end, or an error. */
export function receive<T extends TypedObject>(
  { objects, malformed }: Receiving<T>,
  event: WatchEvent<T>,
  preparer: Preparer<T>,
): boolean {
  if (event.type === 'ERROR') return false
  if (event.type === 'BOOKMARK') {
    return event.object.metadata.annotations?.[initialEventsEnd] !== 'true'
  }
  if (event.type === 'DELETED') {
    objects.delete(event.object)
    return true
  }
  const object = preparer.prepare(event.object, malformed)
  if (object !== undefined) objects.set(object)
  return true
}

/** The event with its object made fit for the store, or nothing where it cannot be. */
export function prepareEvent<T extends TypedObject>(
  event: Extract<WatchEvent<T>, { type: 'ADDED' | 'MODIFIED' | 'DELETED' }>,
  preparer: Preparer<T>,
): WatchEvent<T> | undefined {
  const { type, object } = event
  const prepared = type === 'DELETED' ? preparer.prepareDeleted(object) : preparer.prepare(object)
  if (prepared === undefined || prepared === object) return prepared && event
  return { type, object: prepared }
}

export function versionOf<T extends TypedObject>(event: WatchEvent<T>): string {
  if (event.type === 'ERROR') return ''
  return metadataOf(event.object).resourceVersion ?? ''
}

/** Whether an event is older than what was heard already: a proxy may repeat lines. */
export function isAgain(version: string, known: string): boolean {
  const order = compareResourceVersions(version, known)
  return order !== undefined && order <= 0
}
