import type { ResourceOf, TypedObject } from '../client/client.ts'
import type { HandlerRegistration, SharedInformer } from '../informer/informer.ts'
import type { EventHandler } from './event-handler.ts'
import type { Predicate } from './predicate.ts'
import type { EventRoute, Source, SourceSink } from './source.ts'

/** Gives informers: the manager's cache, or a shared informer factory. */
export interface InformerSource {
  /** The informer that everyone shares who asks for the same. Returns at once; it syncs in its own time. */
  getInformer<T extends TypedObject>(
    resource: ResourceOf<T>,
    options?: { readonly metadataOnly?: boolean },
  ): SharedInformer<T>
}

/** How often a source that cannot sync says so. */
const reminderMs = 10_000

/** Which events of a kind become requests, and which ones. */
export interface KindSourceOptions<T extends TypedObject> {
  readonly handler: EventHandler<T>
  readonly predicates?: readonly Predicate<T>[] | undefined
  /** Caches `metadata` alone. */
  readonly metadataOnly?: boolean | undefined
}

/**
 * The objects of a kind, through the shared informer of a cache. Where the kind is not served it waits and says so
 * every 10 s, until the controller's `cacheSyncTimeoutMs`.
 */
export function kindSource<T extends TypedObject>(
  cache: InformerSource,
  resource: ResourceOf<T>,
  { handler, predicates, metadataOnly = false }: KindSourceOptions<T>,
): Source {
  const { kind } = resource
  return {
    name: `kind ${kind}`,
    start: (sink) =>
      deliverFrom(cache.getInformer(resource, { metadataOnly }), sink, {
        kind,
        handler,
        predicates,
      }),
  }
}

/** The objects of an informer that somebody else runs. */
export function informerSource<T extends TypedObject>(
  informer: SharedInformer<T>,
  { handler, predicates }: Omit<KindSourceOptions<T>, 'metadataOnly'>,
): Source {
  const { kind } = informer.status()
  return {
    name: `informer ${kind}`,
    start: (sink) => deliverFrom(informer, sink, { kind, handler, predicates }),
  }
}

/** A function that starts to deliver by itself. */
export function functionSource(name: string, start: (sink: SourceSink) => Promise<void>): Source {
  return { name, start }
}

async function deliverFrom<T extends TypedObject>(
  informer: SharedInformer<T>,
  sink: SourceSink,
  route: EventRoute<T>,
): Promise<void> {
  const deliver = sink.route(route)
  const registration = informer.addEventHandler({
    onAdd: (object, isInInitialList) => deliver({ type: 'create', object, isInInitialList }),
    onUpdate: (oldObject, object) => deliver({ type: 'update', oldObject, object }),
    onDelete: (object, tombstone) =>
      deliver({ type: 'delete', object, isStateUnknown: tombstone !== undefined }),
  })
  sink.signal.addEventListener('abort', () => registration.remove(), { once: true })
  await untilSynced(registration, informer, sink)
}

/** Waits for the initial list, and says what it waits for. Resolves when the controller ends, too. */
async function untilSynced<T extends TypedObject>(
  registration: HandlerRegistration,
  informer: SharedInformer<T>,
  { clock, log, signal }: SourceSink,
): Promise<void> {
  const remind = (): void => {
    const { group, version, kind, lastError } = informer.status()
    log.warn('waiting for the cache; is the CRD installed, and may the operator list the kind?', {
      group,
      version,
      kind,
      ...(lastError !== undefined && { error: lastError }),
    })
    timer = clock.after(reminderMs, remind, { background: true })
  }
  let timer = clock.after(reminderMs, remind, { background: true })
  let stop = (): void => undefined
  const stopped = new Promise<void>((resolve) => (stop = resolve))
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([registration.synced, stopped])
  signal.removeEventListener('abort', stop)
  timer.cancel()
}
