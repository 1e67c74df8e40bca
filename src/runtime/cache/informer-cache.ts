import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { ObjectList } from '../../apimachinery/object-meta.ts'
import { checkPathSegment } from '../../apimachinery/path-segment.ts'
import { isForbidden, isUnauthorized } from '../../apimachinery/status-errors.ts'
import type {
  ListOptions,
  ObjectKey,
  Reader,
  RequestOptions,
  ResourceOf,
  TypedObject,
} from '../client/client.ts'
import { checkObjectKey } from '../client/paths.ts'
import { NoKindMatchError } from '../client/resource-mapper.ts'
import type { IndexFunction, InformerStatus } from '../informer/informer.ts'
import { apiVersionOf, type InformerOptions } from '../informer/informer-options.ts'
import type { SharedIndexInformer } from '../informer/shared-index-informer.ts'
import {
  SharedInformerFactory,
  untilAborted,
  type SharedInformerFactoryOptions,
} from '../informer/shared-informer-factory.ts'
import type { Runnable } from '../manager/runnable.ts'
import { KindCache } from './kind-cache.ts'

/** How the cache holds one kind. */
export interface CachedKind<T extends TypedObject> {
  readonly resource: ResourceOf<T>
  readonly options: InformerOptions<T>
}

/** What a cache holds, and how. */
export interface InformerCacheOptions extends SharedInformerFactoryOptions {
  /** Kinds that are held in another way than the defaults say. */
  readonly kinds?: readonly CachedKind<TypedObject>[]
  /** A read of a kind that nobody declared fails, instead of starting to watch it. */
  readonly failOnMissingInformer?: boolean
}

/** A read before the cache was started: it would wait for ever. */
export class CacheNotStartedError extends Error {
  override readonly name = 'CacheNotStartedError'

  constructor() {
    super('the cache is read before it is started')
  }
}

/** A read of a kind that nobody watches, where that is not allowed. */
export class InformerMissingError extends Error {
  override readonly name = 'InformerMissingError'
}

/**
 * The objects of the kinds that a manager works with, in memory: one informer per kind however many ask. `get` and
 * `list` answer from it as soon as the kind has synced, and show the manager's own writes at once. They reject with
 * `NoKindMatchError` where discovery does not list the kind, and with the API server's refusal where the operator may
 * not list or watch it for 10 s; any other failure to list it rejects after 2 min. All of these are tried again in the
 * background, and reads work once the kind has synced.
 *
 * What is read is shared and frozen: change a copy (`mutableCopy`), never the object itself.
 */
export class InformerCache implements Reader, Runnable {
  readonly name = 'cache'
  readonly group = 'cache'
  readonly #options: InformerCacheOptions
  readonly #factory: SharedInformerFactory
  readonly #kinds = new Map<SharedIndexInformer<TypedObject>, KindCache<TypedObject>>()
  readonly #reads = new WeakMap<ResourceOf<unknown>, KindCache<TypedObject>>()
  readonly #metadataReads = new WeakMap<ResourceOf<unknown>, KindCache<TypedObject>>()
  #isStarted = false
  /** Reads metadata alone, from informers of their own. */
  readonly metadata: Reader

  constructor(options: InformerCacheOptions) {
    this.#options = options
    this.#factory = new SharedInformerFactory(options)
    this.metadata = {
      get: (resource, key, given) => this.#get(resource, key, { ...given, metadataOnly: true }),
      list: (resource, given) => this.#list(resource, { ...given, metadataOnly: true }),
    }
  }

  /**
   * The informer of a kind, made and, once the cache is started, run at the first call. Options beside `indexers`
   * and `metadataOnly` are the kind's own (see `InformerCacheOptions.kinds`) unless they are given here.
   */
  getInformer<T extends TypedObject>(
    resource: ResourceOf<T>,
    options: InformerOptions<T> = {},
  ): SharedIndexInformer<T> {
    return this.#kindFor(resource, options).informer
  }

  /** Makes `list` answer `fieldSelector: { [field]: value }` for a kind. Declare it before the first read. */
  indexField<T extends TypedObject>(
    resource: ResourceOf<T>,
    field: string,
    valuesOf: IndexFunction<T>,
  ): void {
    this.getInformer(resource).addIndexers({ [field]: valuesOf })
  }

  get<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    options: RequestOptions = {},
  ): Promise<DeepReadonly<T> | undefined> {
    return this.#get(resource, key, options)
  }

  /** `limit` cuts the answer; `continue` is not for caches. */
  list<T>(
    resource: ResourceOf<T>,
    options: ListOptions = {},
  ): Promise<DeepReadonly<ObjectList<T>>> {
    return this.#list(resource, options)
  }

  /** Runs the informers until the signal aborts. */
  async start(signal: AbortSignal): Promise<void> {
    this.#isStarted = true
    this.#factory.start(signal)
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await this.#factory.shutdown()
  }

  /**
   * The manager starts what reads the cache when every informer that was asked for has synced, or cannot: a kind that is
   * not served or not allowed concerns those alone who read it.
   */
  async ready(signal: AbortSignal): Promise<void> {
    const settled = [...this.#kinds.keys()].map((informer) => informer.readable())
    await untilAborted(Promise.allSettled(settled), signal)
  }

  /**
   * A readiness check: fails where the API server refuses to list or watch a kind for 10 s. Kinds that are not served
   * are named, and do not fail it: an operator may do without them. Nor does a list that fails, which may wait for the
   * conversion webhook of this very process.
   */
  checkReadiness(): string | undefined {
    const notServed: string[] = []
    for (const { gvk, obstacle } of this.#kinds.keys()) {
      if (obstacle instanceof NoKindMatchError) notServed.push(obstacle.message)
      else if (isForbidden(obstacle) || isUnauthorized(obstacle)) {
        const name = `${apiVersionOf(gvk)} ${gvk.kind}`
        throw new Error(`the cache cannot list or watch ${name}`, { cause: obstacle })
      }
    }
    return notServed.length === 0 ? undefined : notServed.join('; ')
  }

  /** The informers, for `/debug/kops`. */
  inspect(): readonly (InformerStatus & { readonly ownWrites: number })[] {
    return [...this.#kinds.values()].map((kind) => kind.status())
  }

  /** Resolves when every informer that was asked for has synced; rejects where the signal aborts first. */
  waitForCacheSync(signal: AbortSignal): Promise<void> {
    return this.#factory.waitForCacheSync(signal)
  }

  /** The server has stored this object on our behalf: reads show it from now on. */
  recordWritten<T extends TypedObject>(resource: ResourceOf<T>, object: T): void {
    for (const kind of this.#kindsOf(resource)) kind.recordWritten(object)
  }

  /** The server has removed this object on our behalf: reads don't show it any more. */
  recordGone(resource: ResourceOf<unknown>, key: ObjectKey, uid?: string): void {
    for (const kind of this.#kindsOf(resource)) kind.recordGone(key, uid)
  }

  async #get<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    options: RequestOptions & { readonly metadataOnly?: boolean },
  ): Promise<DeepReadonly<T> | undefined> {
    checkObjectKey(resource, key)
    const kind = await this.#synced(resource, options)
    return kind.get(key) as DeepReadonly<T> | undefined
  }

  async #list<T>(
    resource: ResourceOf<T>,
    options: ListOptions & { readonly metadataOnly?: boolean },
  ): Promise<DeepReadonly<ObjectList<T>>> {
    if (options.continue) throw new TypeError('A list from the cache has no pages to continue')
    if (options.namespace) checkPathSegment('namespace', options.namespace)
    const kind = await this.#synced(resource, options)
    const items = kind.list(options).slice(0, options.limit || undefined) as T[]
    const resourceVersion = kind.informer.lastSyncResourceVersion
    return {
      apiVersion: apiVersionOf(resource),
      kind: `${resource.kind}List`,
      metadata: { resourceVersion },
      items,
    }
  }

  /** The kind, once its initial list is stored. */
  async #synced<T>(
    resource: ResourceOf<T>,
    options: RequestOptions & { readonly metadataOnly?: boolean },
  ): Promise<KindCache<TypedObject>> {
    if (!this.#isStarted) throw new CacheNotStartedError()
    const kind = this.#kindToRead(resource, options.metadataOnly === true)
    const { informer } = kind
    if (!informer.hasSynced()) {
      const { signal } = options
      await (signal ? untilAborted(informer.readable(), signal) : informer.readable())
    }
    return kind
  }

  /** The kind of a descriptor, found in one step where it was read before. */
  #kindToRead(resource: ResourceOf<unknown>, metadataOnly: boolean): KindCache<TypedObject> {
    const reads = metadataOnly ? this.#metadataReads : this.#reads
    let kind = reads.get(resource)
    if (kind === undefined) {
      if (this.#options.failOnMissingInformer === true) this.#assertDeclared(resource, metadataOnly)
      kind = this.#kindFor(resource as ResourceOf<TypedObject>, { metadataOnly })
      reads.set(resource, kind)
    }
    return kind
  }

  #kindFor<T extends TypedObject>(
    resource: ResourceOf<T>,
    options: InformerOptions<T>,
  ): KindCache<T> {
    const own = this.#options.kinds?.find((each) => isSameKind(each.resource, resource))
    const informer = this.#factory.forResource(resource, {
      ...(own?.options as InformerOptions<T> | undefined),
      ...options,
    })
    // An informer of T was made for T, and so was its kind.
    const key = informer as unknown as SharedIndexInformer<TypedObject>
    const known = this.#kinds.get(key) as unknown as KindCache<T> | undefined
    if (known !== undefined) return known
    const kind = new KindCache<T>(informer)
    this.#kinds.set(key, kind as unknown as KindCache<TypedObject>)
    return kind
  }

  #kindsOf(resource: ResourceOf<unknown>): KindCache<TypedObject>[] {
    const all = [...this.#kinds.values()]
    return all.filter(({ informer }) => isSameKind(informer.gvk, resource))
  }

  #assertDeclared(resource: ResourceOf<unknown>, metadataOnly: boolean): void {
    const isDeclared = this.#kindsOf(resource).some(
      ({ informer }) => informer.isMetadataOnly === metadataOnly,
    )
    if (isDeclared) return
    throw new InformerMissingError(`Nobody watches ${resource.kind}: declare it before it is read`)
  }
}

function isSameKind(left: ResourceOf<unknown>, right: ResourceOf<unknown>): boolean {
  return left.kind === right.kind && left.group === right.group && left.version === right.version
}
