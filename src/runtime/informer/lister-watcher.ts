import type { ObjectList } from '../../apimachinery/object-meta.ts'
import type {
  ListOptions,
  LiveReader,
  RequestOptions,
  ResourceOf,
  TypedObject,
  WatchEvent,
  WatchOptions,
} from '../client/client.ts'

/** Lists and watches one kind, in one namespace or in all. */
export interface ListerWatcher<T> {
  list(options: ListOptions): Promise<ObjectList<T>>
  /** The events in order; those that arrived together, together. */
  watch(options: WatchOptions): AsyncIterable<readonly WatchEvent<T>[]>
  /** Whether discovery lists the kind. Rejects where discovery gives no answer. */
  isServed(options: RequestOptions): Promise<boolean>
}

/** What informers need of a client: `ApiClient` is one. */
export interface WatchingClient {
  list<T>(resource: ResourceOf<T>, options?: ListOptions): Promise<ObjectList<T>>
  watchBatches<T>(
    resource: ResourceOf<T>,
    options?: WatchOptions,
  ): AsyncIterable<readonly WatchEvent<T>[]>
  readonly metadata: Pick<LiveReader, 'list'>
  /** Whether discovery lists the kind, asked anew. Rejects where discovery gives no answer. */
  isServed(resource: ResourceOf<unknown>, options?: RequestOptions): Promise<boolean>
}

/** Which objects of a kind are meant. */
export interface ListerWatcherOptions extends RequestOptions {
  readonly namespace?: string | undefined
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  readonly metadataOnly?: boolean
}

export function newListerWatcher<T extends TypedObject>(
  client: WatchingClient,
  resource: ResourceOf<T>,
  { metadataOnly = false, ...selection }: ListerWatcherOptions = {},
): ListerWatcher<T> {
  const lister = metadataOnly ? client.metadata : client
  return {
    list: (options) => lister.list(resource, { ...selection, ...options }),
    watch: (options) => client.watchBatches(resource, { ...selection, ...options, metadataOnly }),
    isServed: (options) => client.isServed(resource, options),
  }
}
