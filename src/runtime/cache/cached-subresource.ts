import type { ApplyConfiguration } from '../../apimachinery/apply-configuration.ts'
import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type {
  ApplyOptions,
  ObjectKey,
  Patch,
  RequestOptions,
  ResourceOf,
  SubresourceClient,
  TypedObject,
  WriteOptions,
} from '../client/client.ts'

/** Told of what a write answered; gives it back. */
export type OnWritten = <T>(resource: ResourceOf<T>, object: T, options?: WriteOptions) => T

/** A subresource whose writes the cache hears of: a status is read back as it was written. */
export class CachedSubresource implements SubresourceClient {
  readonly #live: SubresourceClient
  readonly #onWritten: OnWritten

  constructor(live: SubresourceClient, onWritten: OnWritten) {
    this.#live = live
    this.#onWritten = onWritten
  }

  get<T>(resource: ResourceOf<unknown>, key: ObjectKey, options?: RequestOptions): Promise<T> {
    return this.#live.get(resource, key, options)
  }

  // oxlint-disable-next-line max-params -- the order of every verb: resource, key, what, how
  create<T>(
    resource: ResourceOf<unknown>,
    key: ObjectKey,
    body: object,
    options?: WriteOptions,
  ): Promise<T> {
    return this.#live.create(resource, key, body, options)
  }

  async update<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T> {
    return this.#onWritten(resource, await this.#live.update(resource, object, options), options)
  }

  // oxlint-disable-next-line max-params -- the order of every verb: resource, key, what, how
  async patch<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T> {
    const answer = await this.#live.patch(resource, key, patch, options)
    return this.#onWritten(resource, answer, options)
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
    return this.#onWritten(resource, await this.#live.apply<T>(resource, object, options), options)
  }
}
