import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import { renderJson } from '../../apimachinery/json-text.ts'
import type { ObjectList } from '../../apimachinery/object-meta.ts'
import { StatusError, type Status } from '../../apimachinery/status.ts'
import type { Clock } from '../clock/clock.ts'
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
} from './client.ts'
import { ApiSubresource } from './api-subresource.ts'
import { collectionPath, objectPath, renderQuery, renderSelector } from './paths.ts'
import { patchBody } from './patch-body.ts'
import type { Requester } from './requester.ts'
import type { ResourceMapper } from './resource-mapper.ts'
import { WatchLiveness } from './watch-liveness.ts'
import { readWatchEvents } from './watch-stream.ts'
import { writeQuery } from './write-query.ts'

export interface ApiClientOptions {
  readonly requester: Requester
  readonly mapper: ResourceMapper
  readonly clock: Clock
  /** Names this client in `metadata.managedFields`. */
  readonly fieldManager: string
  /** See `WatchLiveness`. */
  readonly silenceMs?: number
  readonly probeMs?: number
}

const metadataOnly = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
const metadataListOnly = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/** Talks to the API server: every read and write is a request of its own. Nothing is cached. */
export class ApiClient implements Client {
  readonly #options: ApiClientOptions
  readonly status: SubresourceClient
  readonly metadata: Reader

  constructor(options: ApiClientOptions) {
    this.#options = options
    this.status = this.subresource('status')
    this.metadata = {
      get: (resource, key, given) => this.#get(resource, key, { ...given, accept: metadataOnly }),
      list: (resource, given) => this.#list(resource, { ...given, accept: metadataListOnly }),
    }
  }

  get<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    options: RequestOptions = {},
  ): Promise<T | undefined> {
    return this.#get(resource, key, options)
  }

  list<T>(resource: ResourceOf<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    return this.#list(resource, options)
  }

  async create<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: T,
    options: WriteOptions = {},
  ): Promise<T> {
    const descriptor = await this.#describe(resource, options)
    const path = collectionPath(descriptor, requiredNamespace(descriptor, object))
    return this.#write<T>({ method: 'POST', path, body: withType(descriptor, object), options })
  }

  async update<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: T,
    options: WriteOptions = {},
  ): Promise<T> {
    const descriptor = await this.#describe(resource, options)
    const path = objectPath(descriptor, keyOf(object))
    return this.#write<T>({ method: 'PUT', path, body: withType(descriptor, object), options })
  }

  // oxlint-disable-next-line max-params -- the order of every verb: resource, key, what, how
  async patch<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    patch: Patch,
    options: WriteOptions = {},
  ): Promise<T> {
    const descriptor = await this.#describe(resource, options)
    const { body, contentType } = patchBody(patch)
    const path = objectPath(descriptor, key)
    return this.#write<T>({ method: 'PATCH', path, body, contentType, options })
  }

  async apply<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: T,
    options: ApplyOptions = {},
  ): Promise<T> {
    const descriptor = await this.#describe(resource, options)
    return this.#write<T>({
      method: 'PATCH',
      path: objectPath(descriptor, keyOf(object)),
      body: withType(descriptor, object),
      contentType: 'application/apply-patch+yaml',
      options,
    })
  }

  async delete<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    options: DeleteOptions = {},
  ): Promise<TypedObject | Status> {
    const descriptor = await this.#describe(resource, options)
    const body = renderJson(deleteBody(options))
    const path = objectPath(descriptor, key)
    return (await this.#json('DELETE', path, { body, signal: options.signal })) as
      TypedObject | Status
  }

  async deleteAllOf<T>(
    resource: ResourceOf<T>,
    options: ListOptions & DeleteOptions = {},
  ): Promise<void> {
    const descriptor = await this.#describe(resource, options)
    const path = collectionPath(descriptor, options.namespace) + listQuery(options)
    await this.#json('DELETE', path, {
      body: renderJson(deleteBody(options)),
      signal: options.signal,
    })
  }

  subresource(name: string): SubresourceClient {
    const { requester, mapper, fieldManager } = this.#options
    return new ApiSubresource(name, { requester, mapper, fieldManager })
  }

  async *watch<T>(
    resource: ResourceOf<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<WatchEvent<T>> {
    for await (const events of this.watchBatches<T>(resource, options)) yield* events
  }

  /** The events of a watch as they arrive together: one batch for what one chunk of the stream completes. */
  async *watchBatches<T>(
    resource: ResourceOf<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<readonly WatchEvent<T>[]> {
    const { requester, clock, silenceMs, probeMs } = this.#options
    const descriptor = await this.#describe(resource, options)
    const probe = async (signal: AbortSignal): Promise<void> => {
      await requester.json({ method: 'GET', path: '/version', signal })
    }
    const liveness = new WatchLiveness({ clock, silenceMs, probeMs, probe })
    const signal = options.signal
      ? AbortSignal.any([options.signal, liveness.signal])
      : liveness.signal
    try {
      const path = collectionPath(descriptor, options.namespace) + watchQuery(options)
      const headers: Record<string, string> = options.metadataOnly ? { accept: metadataOnly } : {}
      const response = await requester.open({ method: 'GET', path, headers, signal })
      yield* readWatchEvents<T>(response, () => liveness.active())
    } finally {
      liveness.stop()
    }
  }

  async #get<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    { signal, accept }: RequestOptions & { readonly accept?: string },
  ): Promise<T | undefined> {
    const descriptor = await this.#describe(resource, { signal })
    try {
      const path = objectPath(descriptor, key)
      return (await this.#json('GET', path, { signal, accept })) as T
    } catch (error) {
      if (error instanceof StatusError && error.code === 404) return undefined
      throw error
    }
  }

  async #list<T>(
    resource: ResourceOf<T>,
    { accept, ...options }: ListOptions & { readonly accept?: string },
  ): Promise<ObjectList<T>> {
    const descriptor = await this.#describe(resource, options)
    const path = collectionPath(descriptor, options.namespace) + listQuery(options)
    const list = await this.#json('GET', path, { signal: options.signal, accept })
    return list as ObjectList<T>
  }

  #describe<T>(
    resource: ResourceOf<T>,
    { signal }: RequestOptions,
  ): Promise<ResourceDescriptor<T>> {
    return this.#options.mapper.describe(resource, signal)
  }

  async #write<T>(write: {
    readonly method: 'POST' | 'PUT' | 'PATCH'
    readonly path: string
    readonly body: unknown
    readonly contentType?: string
    readonly options: ApplyOptions
  }): Promise<T> {
    const { method, body, contentType, options } = write
    const path = write.path + writeQuery(options, this.#options.fieldManager)
    const answer = await this.#json(method, path, {
      body: renderJson(body),
      contentType,
      signal: options.signal,
    })
    return answer as T
  }

  #json(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    more: {
      body?: string
      contentType?: string | undefined
      accept?: string | undefined
      signal?: AbortSignal | undefined
    },
  ): Promise<unknown> {
    const { body, contentType = 'application/json', accept, signal } = more
    const headers = {
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...(accept === undefined ? {} : { accept }),
    }
    return this.#options.requester.json({ method, path, headers, body, signal })
  }
}

function listQuery(options: ListOptions): string {
  return renderQuery({
    labelSelector: renderSelector(options.labelSelector),
    fieldSelector: renderSelector(options.fieldSelector),
    limit: options.limit,
    continue: options.continue,
    resourceVersion: options.resourceVersion,
    resourceVersionMatch: options.resourceVersionMatch,
  })
}

function watchQuery(options: WatchOptions): string {
  return renderQuery({
    watch: true,
    allowWatchBookmarks: true,
    labelSelector: renderSelector(options.labelSelector),
    fieldSelector: renderSelector(options.fieldSelector),
    resourceVersion: options.resourceVersion,
    resourceVersionMatch: options.resourceVersionMatch,
    sendInitialEvents: options.sendInitialEvents,
    timeoutSeconds: options.timeoutSeconds,
  })
}

function deleteBody(options: DeleteOptions): object {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    gracePeriodSeconds: options.gracePeriodSeconds,
    propagationPolicy: options.propagationPolicy,
    preconditions: options.preconditions,
    ...(options.dryRun ? { dryRun: ['All'] } : {}),
  }
}

function keyOf({ metadata }: TypedObject): ObjectKey {
  return { name: metadata?.name ?? '', namespace: metadata?.namespace }
}

function requiredNamespace(
  descriptor: ResourceDescriptor,
  object: TypedObject,
): string | undefined {
  const namespace = object.metadata?.namespace
  if (descriptor.scope === 'Namespaced' && !namespace) {
    const name = object.metadata?.name ?? object.metadata?.generateName ?? ''
    throw new TypeError(`Expected metadata.namespace of ${descriptor.kind} \`${name}\`, got none`)
  }
  return namespace
}

/** The object with the `apiVersion` and `kind` that its descriptor says. */
function withType<T extends TypedObject>(
  { group, version, kind }: ResourceDescriptor,
  object: T,
): T {
  return { ...object, apiVersion: group === '' ? version : `${group}/${version}`, kind }
}
