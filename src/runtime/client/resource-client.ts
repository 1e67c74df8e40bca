import type { ApplyConfiguration } from '../../apimachinery/apply-configuration.ts'
import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { ObjectList } from '../../apimachinery/object-meta.ts'
import type { Status } from '../../apimachinery/status.ts'
import type {
  ApplyOptions,
  Client,
  DeleteOptions,
  ListOptions,
  ObjectKey,
  Patch,
  RequestOptions,
  SubresourceClient,
  TypedObject,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './client.ts'
import { anyKind } from './object-identity.ts'

/** A patch of an object, or of one of its subresources. */
export interface ResourcePatchOptions extends WriteOptions {
  /** Such as `status`. */
  readonly subresource?: string
}

/**
 * One kind in one namespace, or in all: what the clientset of `kops generate client` is made of. A namespaced kind
 * needs a namespace for all but `list` and `watch`. An object that says nothing of its namespace is written to the
 * client's; one that names another is refused before anything is sent.
 */
export class ResourceClient<T extends TypedObject> {
  readonly #client: Client
  readonly #resource: ResourceDescriptor<T>
  readonly #namespace: string | undefined

  constructor(client: Client, resource: ResourceDescriptor<T>, namespace?: string) {
    this.#client = client
    this.#resource = resource
    this.#namespace = namespace
  }

  /** The object, or `undefined` where there is none. */
  async get(name: string, options?: RequestOptions): Promise<DeepReadonly<T> | undefined> {
    return this.#client.get(this.#resource, this.#key(name), options)
  }

  /** The objects of the namespace, or of all. */
  async list(options?: Omit<ListOptions, 'namespace'>): Promise<DeepReadonly<ObjectList<T>>> {
    return this.#client.list(this.#resource, { ...options, namespace: this.#namespace })
  }

  /** What happens from a resourceVersion on. */
  watch(options?: Omit<WatchOptions, 'namespace'>): AsyncIterable<WatchEvent<T>> {
    return this.#client.watch(this.#resource, { ...options, namespace: this.#namespace })
  }

  /** Makes a new object, and gives it as it was stored. */
  async create(object: DeepReadonly<T>, options?: WriteOptions): Promise<T> {
    return this.#client.create(this.#resource, this.#placed(object), options)
  }

  /** Replaces the object, but for its status where that is a subresource. */
  async update(object: DeepReadonly<T>, options?: WriteOptions): Promise<T> {
    return this.#client.update(this.#resource, this.#placed(object), options)
  }

  /** Replaces the status alone. */
  async updateStatus(object: DeepReadonly<T>, options?: WriteOptions): Promise<T> {
    return this.#client.status.update(this.#resource, this.#placed(object), options)
  }

  /** Changes part of the object, or of one of its subresources. */
  async patch(name: string, patch: Patch, options: ResourcePatchOptions = {}): Promise<T> {
    const { subresource, ...rest } = options
    const target = subresource === undefined ? this.#client : this.#client.subresource(subresource)
    return target.patch(this.#resource, this.#key(name), patch, rest)
  }

  /** Server-side apply: makes the fields of `object` so. */
  async apply(
    object: DeepReadonly<T> | DeepReadonly<ApplyConfiguration<T>>,
    options?: ApplyOptions,
  ): Promise<T> {
    return this.#client.apply<T>(this.#resource, this.#placed(object), options)
  }

  /** Server-side apply of the status alone. */
  async applyStatus(
    object: DeepReadonly<T> | DeepReadonly<ApplyConfiguration<T>>,
    options?: ApplyOptions,
  ): Promise<T> {
    return this.#client.status.apply<T>(this.#resource, this.#placed(object), options)
  }

  /** Deletes the object. It stays for a while where finalizers or a grace period keep it. */
  async delete(name: string, options?: DeleteOptions): Promise<TypedObject | Status | void> {
    return this.#client.delete(this.#resource, this.#key(name), options)
  }

  /** Deletes all objects that the options select. */
  async deleteCollection(options?: Omit<ListOptions & DeleteOptions, 'namespace'>): Promise<void> {
    return this.#client.deleteAllOf(this.#resource, { ...options, namespace: this.#namespace })
  }

  /** A subresource of the kind's objects whose body is another type, such as `scale`. */
  subresource<Sent extends TypedObject, Received = Sent>(
    name: string,
  ): SubresourceOfResource<Sent, Received> {
    return new SubresourceOfResource(this.#client.subresource(name), {
      resource: this.#resource,
      key: (object) => this.#key(object),
    })
  }

  #key(name: string): ObjectKey {
    return { name, namespace: this.#namespace }
  }

  #placed<Sent extends DeepReadonly<T> | DeepReadonly<ApplyConfiguration<T>>>(object: Sent): Sent {
    const namespace = this.#namespace
    if (namespace === undefined || this.#resource.scope === 'Cluster') return object
    const { metadata } = anyKind<T>(object)
    const own = metadata?.namespace
    if (own !== undefined && own !== namespace) {
      throw new TypeError(
        `Expected an object of the namespace \`${namespace}\`, got one of \`${own}\``,
      )
    }
    return { ...object, metadata: { ...metadata, namespace } }
  }
}

interface OwnerResource {
  readonly resource: ResourceDescriptor<TypedObject>
  readonly key: (name: string) => ObjectKey
}

/** One subresource of a kind's objects, by their names. */
export class SubresourceOfResource<Sent extends TypedObject, Received> {
  readonly #client: SubresourceClient
  readonly #owner: OwnerResource

  constructor(client: SubresourceClient, owner: OwnerResource) {
    this.#client = client
    this.#owner = owner
  }

  /** The subresource of an object. An object that is not there is thrown as `StatusError`. */
  async get(name: string, options?: RequestOptions): Promise<Received> {
    return this.#client.get<Received>(this.#owner.resource, this.#owner.key(name), options)
  }

  /** Sends a body to the subresource of an object, such as an eviction. */
  async create(name: string, body: Sent, options?: WriteOptions): Promise<Received> {
    const key = this.#owner.key(name)
    return this.#client.create<Received>(
      this.#owner.resource,
      key,
      this.#named(name, body),
      options,
    )
  }

  /** Replaces the subresource of an object. */
  async update(name: string, body: Sent, options?: WriteOptions): Promise<Received> {
    const named = this.#named(name, body)
    return (await this.#client.update<TypedObject>(
      this.#owner.resource,
      named,
      options,
    )) as Received
  }

  /** Changes part of the subresource of an object. */
  async patch(name: string, patch: Patch, options?: WriteOptions): Promise<Received> {
    const key = this.#owner.key(name)
    return (await this.#client.patch<unknown>(
      this.#owner.resource,
      key,
      patch,
      options,
    )) as Received
  }

  /** Server-side apply to the subresource of an object. */
  async apply(name: string, body: Sent, options?: ApplyOptions): Promise<Received> {
    const named = this.#named(name, body)
    return (await this.#client.apply<TypedObject>(this.#owner.resource, named, options)) as Received
  }

  #named(name: string, body: Sent): Sent {
    const key = this.#owner.key(name)
    const namespace = key.namespace === undefined ? {} : { namespace: key.namespace }
    return { ...body, metadata: { ...body.metadata, name, ...namespace } }
  }
}
