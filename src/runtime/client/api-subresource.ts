import type { ApplyConfiguration } from '../../apimachinery/apply-configuration.ts'
import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import { renderJson, renderJsonForYaml } from '../../apimachinery/json-text.ts'
import type {
  ApplyOptions,
  ObjectKey,
  Patch,
  RequestOptions,
  ResourceOf,
  SubresourceClient,
  TypedObject,
  WriteOptions,
} from './client.ts'
import { patchBody } from './patch-body.ts'
import { anyKind, keyOf, withType } from './object-identity.ts'
import { objectPath } from './paths.ts'
import type { Requester } from './requester.ts'
import type { ResourceMapper } from './resource-mapper.ts'
import { writeQuery } from './queries.ts'

export interface ApiSubresourceOptions {
  readonly requester: Requester
  readonly mapper: ResourceMapper
  readonly fieldManager: string
}

/** One subresource, such as `status` or `scale`, of objects of any kind. */
export class ApiSubresource implements SubresourceClient {
  readonly #name: string
  readonly #options: ApiSubresourceOptions

  constructor(name: string, options: ApiSubresourceOptions) {
    this.#name = name
    this.#options = options
  }

  async get<T>(
    resource: ResourceOf<unknown>,
    key: ObjectKey,
    { signal }: RequestOptions = {},
  ): Promise<T> {
    const path = this.#path(await this.#describe(resource, signal), key)
    return (await this.#options.requester.json({ method: 'GET', path, signal })) as T
  }

  // oxlint-disable-next-line max-params -- the order of every verb: resource, key, what, how
  create<T>(
    resource: ResourceOf<unknown>,
    key: ObjectKey,
    body: object,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#write(resource, options, () => ({ method: 'POST', key, body }))
  }

  update<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#write(resource, options, (descriptor) => ({
      method: 'PUT',
      key: keyOf(anyKind<T>(object)),
      body: withType(descriptor, anyKind<T>(object)),
    }))
  }

  // oxlint-disable-next-line max-params -- the order of every verb: resource, key, what, how
  patch<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    patch: Patch,
    options: ApplyOptions = {},
  ): Promise<T> {
    return this.#write(resource, options, (descriptor) => ({
      method: 'PATCH',
      key,
      ...patchBody(descriptor, patch),
    }))
  }

  apply<T extends TypedObject>(
    resource: ResourceOf<T>,
    object:
      | T
      | DeepReadonly<NoInfer<T>>
      | ApplyConfiguration<NoInfer<T>>
      | DeepReadonly<ApplyConfiguration<NoInfer<T>>>,
    options: ApplyOptions = {},
  ): Promise<T> {
    return this.#write(resource, options, (descriptor) => ({
      method: 'PATCH',
      key: keyOf(anyKind<T>(object)),
      body: withType(descriptor, anyKind<T>(object)),
      contentType: 'application/apply-patch+yaml',
    }))
  }

  #describe(resource: ResourceOf<unknown>, signal?: AbortSignal): Promise<ResourceDescriptor> {
    return this.#options.mapper.describe(resource, signal)
  }

  #path(descriptor: ResourceDescriptor, key: ObjectKey): string {
    return objectPath(descriptor, key, this.#name)
  }

  async #write<T>(
    resource: ResourceOf<unknown>,
    options: ApplyOptions,
    build: (descriptor: ResourceDescriptor) => Write,
  ): Promise<T> {
    const descriptor = await this.#describe(resource, options.signal)
    const { method, key, body, contentType = 'application/json' } = build(descriptor)
    const answer = await this.#options.requester.json({
      method,
      path: this.#path(descriptor, key) + writeQuery(options, this.#options.fieldManager),
      headers: { 'content-type': contentType },
      body: contentType.endsWith('+yaml') ? renderJsonForYaml(body) : renderJson(body),
      signal: options.signal,
    })
    return answer as T
  }
}

interface Write {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly key: ObjectKey
  readonly body: unknown
  readonly contentType?: string
}
