import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { LabelSelector } from '../../apimachinery/object-meta.ts'
import { matchLabelSelector, parseLabelSelector } from '../../apimachinery/label-selector.ts'
import type { TypedObject } from '../client/client.ts'
import type {
  CreateEvent,
  DeleteEvent,
  GenericEvent,
  ObjectEvent,
  UpdateEvent,
} from './object-event.ts'

/**
 * Decides which events reach a handler. It spares reconciles, not memory: the cache holds what its informer selects,
 * whatever predicates say.
 */
export interface Predicate<T> {
  /** For the causes of a reconcile. */
  readonly name: string
  admits(event: ObjectEvent<T>): boolean
}

/** One decision per type of event; what is left out is admitted. */
export interface PredicateFunctions<T> {
  create?(event: CreateEvent<T>): boolean
  update?(event: UpdateEvent<T>): boolean
  delete?(event: DeleteEvent<T>): boolean
  generic?(event: GenericEvent<T>): boolean
}

/** A predicate from one function per type of event. */
export function predicateFunctions<T>(
  functions: PredicateFunctions<T>,
  name = 'functions',
): Predicate<T> {
  return {
    name,
    admits(event) {
      if (event.type === 'create') return functions.create?.(event) ?? true
      if (event.type === 'update') return functions.update?.(event) ?? true
      if (event.type === 'delete') return functions.delete?.(event) ?? true
      return functions.generic?.(event) ?? true
    },
  }
}

/** A predicate from one function of the object, the new one for an update. */
export function objectPredicate<T>(
  admits: (object: DeepReadonly<T>) => boolean,
  name = 'object',
): Predicate<T> {
  return { name, admits: ({ object }) => admits(object) }
}

/** Admits updates that change anything: resyncs are left out. */
export const resourceVersionChanged: Predicate<TypedObject> = changed(
  'resourceVersionChanged',
  ({ metadata }) => metadata?.resourceVersion,
)

/**
 * Admits updates that change `metadata.generation`: those of the desired state, and the start of a deletion. Changes
 * of status, labels and annotations are left out. Kinds without a generation (ConfigMap, Secret, …) never change it.
 */
export const generationChanged: Predicate<TypedObject> = changed(
  'generationChanged',
  ({ metadata }) => metadata?.generation,
)

/** Admits updates that change annotations. */
export const annotationChanged: Predicate<TypedObject> = changed(
  'annotationChanged',
  ({ metadata }) => textOf(metadata?.annotations),
)

/** Admits updates that change labels. */
export const labelChanged: Predicate<TypedObject> = changed('labelChanged', ({ metadata }) =>
  textOf(metadata?.labels),
)

/** Admits objects whose labels satisfy a selector, given as an object or in the syntax of kubectl. */
export function labelSelector(selector: string | LabelSelector): Predicate<TypedObject> {
  const matches =
    typeof selector === 'string' ? parseLabelSelector(selector) : matchLabelSelector(selector)
  return objectPredicate(({ metadata }) => matches(metadata?.labels), 'labelSelector')
}

/** Admits what all of them admit. */
export function and<T>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return {
    name: combine('and', predicates),
    admits: (event) => predicates.every((predicate) => predicate.admits(event)),
  }
}

/** Admits what one of them admits. */
export function or<T>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return {
    name: combine('or', predicates),
    admits: (event) => predicates.some((predicate) => predicate.admits(event)),
  }
}

/** Admits what the other does not. */
export function not<T>(predicate: Predicate<T>): Predicate<T> {
  return { name: combine('not', [predicate]), admits: (event) => !predicate.admits(event) }
}

function combine(word: string, predicates: readonly Predicate<never>[]): string {
  return `${word}(${predicates.map(({ name }) => name).join(', ')})`
}

/** Admits updates that change one aspect, and all other events. */
function changed(name: string, aspect: (object: TypedObject) => unknown): Predicate<TypedObject> {
  return {
    name,
    admits: (event) => event.type !== 'update' || aspect(event.oldObject) !== aspect(event.object),
  }
}

/** One text for equal maps, whatever the order of their keys. */
function textOf(map: Readonly<Record<string, string>> | undefined): string {
  if (map === undefined) return '[]'
  const entries = Object.entries(map)
  return JSON.stringify(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}
