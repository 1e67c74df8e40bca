import type { ApplyConfiguration } from '../../apimachinery/apply-configuration.ts'
import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { ObjectList } from '../../apimachinery/object-meta.ts'
import type {
  ApplyOptions,
  Client,
  DeleteOptions,
  ListOptions,
  ObjectKey,
  Patch,
  Reader,
  RequestOptions,
  ResourceOf,
  SubresourceClient,
  TypedObject,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from '../client/client.ts'
import { isStatus } from '../client/status-body.ts'
import { CachedSubresource } from './cached-subresource.ts'
import type { InformerCache } from './informer-cache.ts'

/** What a `CachedClient` reads from and writes to. */
export interface CachedClientOptions {
  /** Writes, and reads that must not come from the cache. */
  readonly live: Client
  readonly cache: InformerCache
  /** Whether reads of a kind go to the server: for kinds that are too many or too secret to be held. */
  readonly isLive?: (resource: ResourceOf<unknown>) => boolean
}

/**
 * The client of a manager: it reads from the cache and writes to the server, and what it wrote is what it reads next.
 * `deleteAllOf` alone is read with the delay of the watch, since its answer does not say what is gone.
 */
export class CachedClient implements Client {
  readonly #cache: InformerCache
  readonly #isLive: (resource: ResourceOf<unknown>) => boolean
  /** The same server without the cache: for a read that must be the newest, as after a conflict. */
  readonly live: Client
  readonly status: SubresourceClient
  readonly metadata: Reader

  constructor({ live, cache, isLive = () => false }: CachedClientOptions) {
    this.live = live
    this.#cache = cache
    this.#isLive = isLive
    this.status = this.subresource('status')
    this.metadata = {
      get: (resource, key, options) => this.#reader(resource).metadata.get(resource, key, options),
      list: (resource, options) => this.#reader(resource).metadata.list(resource, options),
    }
  }

  get<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    options?: RequestOptions,
  ): Promise<DeepReadonly<T> | undefined> {
    return this.#reader(resource).get(resource, key, options)
  }

  list<T>(resource: ResourceOf<T>, options?: ListOptions): Promise<DeepReadonly<ObjectList<T>>> {
    return this.#reader(resource).list(resource, options)
  }

  watch<T>(resource: ResourceOf<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>> {
    return this.live.watch(resource, options)
  }

  async create<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T> {
    return this.#written(resource, await this.live.create(resource, object, options), options)
  }

  async update<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T> {
    return this.#written(resource, await this.live.update(resource, object, options), options)
  }

  // oxlint-disable-next-line max-params -- the order of every verb: resource, key, what, how
  async patch<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T> {
    return this.#written(resource, await this.live.patch(resource, key, patch, options), options)
  }

  async apply<T extends TypedObject>(
    resource: ResourceOf<T>,
    object:
      | T
      | DeepReadonly<NoInfer<T>>
      | ApplyConfiguration<NoInfer<T>>
      | DeepReadonly<ApplyConfiguration<NoInfer<T>>>,
    options?: ApplyOptions,
  ): Promise<T> {
    return this.#written(resource, await this.live.apply<T>(resource, object, options), options)
  }

  async delete<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    options?: DeleteOptions,
  ): Promise<Awaited<ReturnType<Client['delete']>>> {
    const answer = await this.live.delete(resource, key, options)
    if (options?.dryRun) return answer
    if (isStatus(answer)) this.#cache.recordGone(resource, key, answer.details?.uid)
    else if (answer !== undefined) this.#deleted(resource, key, answer as TypedObject)
    return answer
  }

  deleteAllOf<T>(resource: ResourceOf<T>, options?: ListOptions & DeleteOptions): Promise<void> {
    return this.live.deleteAllOf(resource, options)
  }

  subresource(name: string): SubresourceClient {
    return new CachedSubresource(this.live.subresource(name), (resource, object, options) =>
      this.#written(resource, object, options),
    )
  }

  #reader(resource: ResourceOf<unknown>): Reader & { readonly metadata: Reader } {
    return this.#isLive(resource) ? this.live : this.#cache
  }

  /** Some kinds answer a delete with the object: it stays as long as a finalizer or a grace period holds it. */
  #deleted(resource: ResourceOf<unknown>, key: ObjectKey, object: TypedObject): void {
    const {
      deletionTimestamp,
      deletionGracePeriodSeconds = 0,
      finalizers = [],
      uid,
    } = object.metadata ?? {}
    const isHeld = finalizers.length > 0 || Number(deletionGracePeriodSeconds) > 0
    if (deletionTimestamp !== undefined && isHeld) {
      this.#cache.recordWritten(resource as ResourceOf<TypedObject>, object)
    } else this.#cache.recordGone(resource, key, uid)
  }

  #written<T>(resource: ResourceOf<T>, object: T, options: WriteOptions = {}): T {
    if (options.dryRun || !isObjectOf(resource, object)) return object
    const { metadata = {} } = object
    // A write that takes the last finalizer off an object that is being deleted removes it.
    const isGone = metadata.deletionTimestamp !== undefined && !isHeldStill(object)
    const key = { name: metadata.name ?? '', namespace: metadata.namespace }
    if (isGone) this.#cache.recordGone(resource, key, metadata.uid)
    else this.#cache.recordWritten(resource as ResourceOf<TypedObject>, object)
    return object
  }
}

function isHeldStill({ metadata = {} }: TypedObject): boolean {
  const { finalizers = [], deletionGracePeriodSeconds = 0 } = metadata
  return finalizers.length > 0 || Number(deletionGracePeriodSeconds) > 0
}

/** Whether an answer is the object itself, not a Scale, an Eviction or a Status. */
function isObjectOf(resource: ResourceOf<unknown>, answer: unknown): answer is TypedObject {
  if (typeof answer !== 'object' || answer === null) return false
  const { kind, metadata } = answer as TypedObject
  return kind === resource.kind && typeof metadata?.resourceVersion === 'string'
}
