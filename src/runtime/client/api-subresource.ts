import { renderJson } from '../../apimachinery/json-text.ts'
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
import { objectPath } from './paths.ts'
import type { Requester } from './requester.ts'
import type { ResourceMapper } from './resource-mapper.ts'
import { writeQuery } from './write-query.ts'

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
    const path = await this.#path(resource, key, signal)
    return (await this.#options.requester.json({ method: 'GET', path, signal })) as T
  }

  // oxlint-disable-next-line max-params -- the order of every verb: resource, key, what, how
  create<T>(
    resource: ResourceOf<unknown>,
    key: ObjectKey,
    body: object,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#write({ method: 'POST', resource, key, body, options })
  }

  update<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: T,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#write({ method: 'PUT', resource, key: keyOf(object), body: object, options })
  }

  // oxlint-disable-next-line max-params -- the order of every verb: resource, key, what, how
  patch<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    patch: Patch,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#write({ method: 'PATCH', resource, key, ...patchBody(patch), options })
  }

  apply<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: T,
    options: ApplyOptions = {},
  ): Promise<T> {
    const contentType = 'application/apply-patch+yaml'
    const key = keyOf(object)
    return this.#write({ method: 'PATCH', resource, key, body: object, contentType, options })
  }

  async #path(
    resource: ResourceOf<unknown>,
    key: ObjectKey,
    signal?: AbortSignal,
  ): Promise<string> {
    const descriptor = await this.#options.mapper.describe(resource, signal)
    return `${objectPath(descriptor, key)}/${this.#name}`
  }

  async #write<T>(write: {
    readonly method: 'POST' | 'PUT' | 'PATCH'
    readonly resource: ResourceOf<unknown>
    readonly key: ObjectKey
    readonly body: unknown
    readonly contentType?: string
    readonly options: ApplyOptions
  }): Promise<T> {
    const { method, resource, key, body, contentType = 'application/json', options } = write
    const path = await this.#path(resource, key, options.signal)
    const answer = await this.#options.requester.json({
      method,
      path: path + writeQuery(options, this.#options.fieldManager),
      headers: { 'content-type': contentType },
      body: renderJson(body),
      signal: options.signal,
    })
    return answer as T
  }
}

function keyOf({ metadata }: TypedObject): ObjectKey {
  return { name: metadata?.name ?? '', namespace: metadata?.namespace }
}
