import { parseApiVersion } from '../../apimachinery/api-version.ts'
import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { OwnerReference } from '../../apimachinery/object-meta.ts'
import type { TypedObject } from '../client/client.ts'
import { anyKind } from '../client/object-identity.ts'
import type {
  CreateEvent,
  DeleteEvent,
  GenericEvent,
  ObjectEvent,
  UpdateEvent,
} from './object-event.ts'
import type { Request } from './reconciler.ts'
import { renderRequest, requestOf } from './request.ts'

/** Where a handler puts what is to be reconciled. Each request is reconciled once however often it is added meanwhile. */
export interface RequestQueue {
  /** Adds a request. Default priority: 0, or `lowPriority` where nothing changed. */
  add(request: Request, options?: { readonly priority?: number }): void
  addAfter(request: Request, delayMs: number, options?: { readonly priority?: number }): void
  addRateLimited(request: Request, options?: { readonly priority?: number }): void
}

/** The priority of what was there before, or is shown again: changes go first. */
export const lowPriority = -100

/** Says which requests an event concerns. */
export interface EventHandler<T> {
  /**
   * Adds the requests of an event to the queue. Where it throws, rejects, or does not settle within 30 s, the event is
   * logged, counted and handled again with back-off, for about a quarter of an hour; then it is skipped. Later events of
   * the same object wait for it, and those of other objects do not.
   */
  handle(event: ObjectEvent<T>, queue: RequestQueue): void | Promise<void>
}

type Handle<Event> = (event: Event, queue: RequestQueue) => void | Promise<void>

/** One function per type of event; what is left out concerns nobody. */
export interface EventHandlerFunctions<T> {
  readonly create?: Handle<CreateEvent<T>>
  readonly update?: Handle<UpdateEvent<T>>
  readonly delete?: Handle<DeleteEvent<T>>
  readonly generic?: Handle<GenericEvent<T>>
}

/** A handler from one function per type of event. */
export function handlerFunctions<T>(functions: EventHandlerFunctions<T>): EventHandler<T> {
  return {
    handle(event, queue) {
      if (event.type === 'create') return functions.create?.(event, queue)
      if (event.type === 'update') return functions.update?.(event, queue)
      if (event.type === 'delete') return functions.delete?.(event, queue)
      return functions.generic?.(event, queue)
    },
  }
}

/** Reconciles the object itself. */
export function enqueueObject<T extends TypedObject>(): EventHandler<T> {
  return { handle: ({ object }, queue) => queue.add(requestOf<T>(object)) }
}

/** Which owners are looked for. */
export interface OwnerHandlerOptions {
  /** Every owner of the kind. Default: the managing controller alone. */
  readonly matchEveryOwner?: boolean
}

/**
 * Reconciles the objects of a kind that own the object, before the event and after it, so that one that lost its
 * child hears of it too. Group and kind decide, in any version.
 */
export function enqueueOwner<T extends TypedObject>(
  owner: ResourceDescriptor,
  { matchEveryOwner = false }: OwnerHandlerOptions = {},
): EventHandler<T> {
  return enqueueMapped((each) => {
    const object = anyKind<T>(each)
    return ownersOf(object)
      .filter((reference) => matchEveryOwner || reference.controller === true)
      .filter((reference) => refersTo(reference, owner))
      .map(({ name }) => ({
        namespace: owner.scope === 'Namespaced' ? (object.metadata?.namespace ?? '') : '',
        name,
      }))
  })
}

const noOwners: readonly DeepReadonly<OwnerReference>[] = []

function ownersOf({ metadata }: TypedObject): readonly DeepReadonly<OwnerReference>[] {
  return metadata?.ownerReferences ?? noOwners
}

function refersTo({ apiVersion, kind }: OwnerReference, owner: ResourceDescriptor): boolean {
  return kind === owner.kind && parseApiVersion(apiVersion)?.group === owner.group
}

/** Says which requests an object concerns. Where it throws, rejects or does not settle, it is called again. */
export type MapFunction<T> = (
  object: DeepReadonly<T>,
) => Iterable<Request> | Promise<Iterable<Request>>

/** Reconciles what a function says, of the object before the event and after it. Each request is added once. */
export function enqueueMapped<T>(map: MapFunction<T>): EventHandler<T> {
  return {
    handle(event, queue) {
      const found = map(event.object)
      const foundBefore = event.type === 'update' ? map(event.oldObject) : []
      if (!(found instanceof Promise) && !(foundBefore instanceof Promise)) {
        addOnce([foundBefore, found], queue)
        return undefined
      }
      return Promise.all([foundBefore, found]).then((both) => addOnce(both, queue))
    },
  }
}

function addOnce(lists: readonly Iterable<Request>[], queue: RequestQueue): void {
  const seen = new Set<string>()
  for (const list of lists) {
    for (const request of list) {
      const key = renderRequest(request)
      if (seen.has(key)) continue
      seen.add(key)
      queue.add(request)
    }
  }
}
