import type { ApplyConfiguration } from '../../apimachinery/apply-configuration.ts'
import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import { renderJson, renderJsonForYaml } from '../../apimachinery/json-text.ts'
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
  LiveReader,
  RequestOptions,
  ResourceOf,
  SubresourceClient,
  TypedObject,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './client.ts'
import { ApiSubresource } from './api-subresource.ts'
import { readText } from './body-text.ts'
import { discoverResources, type ServedResource } from './discovery.ts'
import { anyKind, keyOf, withType } from './object-identity.ts'
import { checkObjectKey, collectionPath, objectPath } from './paths.ts'
import { patchBody } from './patch-body.ts'
import { deleteBody, listQuery, watchQuery, writeQuery } from './queries.ts'
import type { Requester } from './requester.ts'
import { NoKindMatchError, type ResourceMapper } from './resource-mapper.ts'
import type { TransportRequest } from './transport.ts'
import { WatchGuard } from './watch-guard.ts'
import { readWatchEvents } from './watch-stream.ts'

export interface ApiClientOptions {
  readonly requester: Requester
  readonly mapper: ResourceMapper
  readonly clock: Clock
  /** Names this client in `metadata.managedFields`. */
  readonly fieldManager: string
  /** See `WatchGuard`. */
  readonly silenceMs?: number | undefined
  readonly probeMs?: number | undefined
}

const metadataOnly = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
const metadataListOnly = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/** How long a watch may last beyond the time that it asked for. */
const watchSlackMs = 10_000

/** Talks to the API server: every read and write is a request of its own. Nothing is cached. */
export class ApiClient implements Client {
  readonly #options: ApiClientOptions
  readonly status: SubresourceClient
  readonly metadata: LiveReader

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
    object: DeepReadonly<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#write(resource, options, (descriptor) => ({
      method: 'POST',
      path: creationPath(descriptor, anyKind<T>(object)),
      body: withType(descriptor, anyKind<T>(object)),
    }))
  }

  async update<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#write(resource, options, (descriptor) => ({
      method: 'PUT',
      path: objectPath(descriptor, keyOf(anyKind<T>(object))),
      body: withType(descriptor, anyKind<T>(object)),
    }))
  }

  // oxlint-disable-next-line max-params -- the order of every verb: resource, key, what, how
  async patch<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    patch: Patch,
    options: ApplyOptions = {},
  ): Promise<T> {
    return this.#write(resource, options, (descriptor) => ({
      method: 'PATCH',
      path: objectPath(descriptor, key),
      ...patchBody(descriptor, patch),
    }))
  }

  async apply<T extends TypedObject>(
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
      path: objectPath(descriptor, keyOf(anyKind<T>(object))),
      body: withType(descriptor, anyKind<T>(object)),
      contentType: 'application/apply-patch+yaml',
    }))
  }

  async delete<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    options: DeleteOptions = {},
  ): Promise<TypedObject | Status> {
    return this.#request(resource, options.signal, (descriptor) => ({
      method: 'DELETE',
      path: objectPath(descriptor, key),
      headers: jsonHeaders,
      body: renderJson(deleteBody(options)),
    }))
  }

  async deleteAllOf<T>(
    resource: ResourceOf<T>,
    options: ListOptions & DeleteOptions = {},
  ): Promise<void> {
    await this.#request(resource, options.signal, (descriptor) => ({
      method: 'DELETE',
      path: namespacedCollection(descriptor, options.namespace) + listQuery(options),
      headers: jsonHeaders,
      body: renderJson(deleteBody(options)),
    }))
  }

  /** All resources that the server serves. */
  discover({ signal }: RequestOptions = {}): Promise<readonly ServedResource[]> {
    return discoverResources(this.#options.requester, signal)
  }

  /** The descriptor of a kind, by discovery. Throws `NoKindMatchError`. */
  describe<T>(
    resource: ResourceOf<T>,
    { signal }: RequestOptions = {},
  ): Promise<ResourceDescriptor<T>> {
    return this.#options.mapper.describe(resource, signal)
  }

  /** Whether discovery lists a kind now. Rejects where discovery gives no answer: a 404 alone is none. */
  isServed(resource: ResourceOf<unknown>, { signal }: RequestOptions = {}): Promise<boolean> {
    return this.#options.mapper.isServed(resource, signal)
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
    const { requester, mapper, clock, silenceMs, probeMs } = this.#options
    const descriptor = await mapper.describe(resource, options.signal)
    const { timeoutSeconds } = options
    const guard = new WatchGuard({
      clock,
      silenceMs,
      probeMs,
      signal: options.signal,
      probe: (signal) => this.#probe(signal),
      ...(timeoutSeconds && { lastsMs: timeoutSeconds * 1000 + watchSlackMs }),
    })
    const { signal } = guard
    try {
      const path = collectionPath(descriptor, options.namespace) + watchQuery(options)
      const headers: Record<string, string> = options.metadataOnly ? { accept: metadataOnly } : {}
      const request = { method: 'GET', path, headers, signal, isStream: true } as const
      const response = await requester.open(request).catch((error: unknown) => {
        this.#forgetWhereUnknown(resource, error)
        throw error
      })
      yield* readWatchEvents<T>(response, { signal, onActivity: () => guard.active() })
    } finally {
      guard.stop()
    }
  }

  /** A question that any server answers, and a refusal is an answer too. */
  async #probe(signal: AbortSignal): Promise<void> {
    const { requester } = this.#options
    await readText(await requester.sendOnce({ method: 'GET', path: '/version', signal }), signal)
  }

  async #get<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    { signal, accept }: RequestOptions & { readonly accept?: string },
  ): Promise<T | undefined> {
    try {
      return await this.#read<T>(resource, signal, (descriptor) => ({
        method: 'GET',
        path: objectPath(descriptor, key),
        ...(accept && { headers: { accept } }),
      }))
    } catch (error) {
      if (isMissingObject(error)) return undefined
      throw error
    }
  }

  #list<T>(
    resource: ResourceOf<T>,
    { accept, ...options }: ListOptions & { readonly accept?: string },
  ): Promise<ObjectList<T>> {
    return this.#read(resource, options.signal, (descriptor) => ({
      method: 'GET',
      path: collectionPath(descriptor, options.namespace) + listQuery(options),
      ...(accept && { headers: { accept } }),
    }))
  }

  #write<T>(
    resource: ResourceOf<T>,
    options: ApplyOptions,
    build: (descriptor: ResourceDescriptor) => Write,
  ): Promise<T> {
    return this.#request(resource, options.signal, (descriptor) => {
      const { method, path, body, contentType = 'application/json' } = build(descriptor)
      return {
        method,
        path: path + writeQuery(options, this.#options.fieldManager),
        headers: { 'content-type': contentType },
        body: contentType.endsWith('+yaml') ? renderJsonForYaml(body) : renderJson(body),
      }
    })
  }

  /** Tells a kind that is not served from one that the API server does not know yet: discovery is asked anew. */
  async #read<T>(
    resource: ResourceOf<unknown>,
    signal: AbortSignal | undefined,
    build: (descriptor: ResourceDescriptor) => Omit<TransportRequest, 'signal'>,
  ): Promise<T> {
    try {
      return await this.#request<T>(resource, signal, build)
    } catch (error) {
      const isUnknown =
        error instanceof StatusError && error.code === 404 && !isMissingObject(error)
      if (!isUnknown || (await this.#mayBeServed(resource, signal))) throw error
      throw new NoKindMatchError(resource, { cause: error })
    }
  }

  async #mayBeServed(resource: ResourceOf<unknown>, signal?: AbortSignal): Promise<boolean> {
    try {
      return await this.#options.mapper.isServed(resource, signal)
    } catch {
      // Without an answer of discovery the 404 is all that is known.
      return true
    }
  }

  async #request<T>(
    resource: ResourceOf<unknown>,
    signal: AbortSignal | undefined,
    build: (descriptor: ResourceDescriptor) => Omit<TransportRequest, 'signal'>,
  ): Promise<T> {
    const { mapper, requester } = this.#options
    const descriptor = await mapper.describe(resource, signal)
    try {
      return (await requester.json({ ...build(descriptor), signal })) as T
    } catch (error) {
      this.#forgetWhereUnknown(resource, error)
      throw error
    }
  }

  /** A kind that discovery found may be served by another resource by now, or by none. */
  #forgetWhereUnknown(resource: ResourceOf<unknown>, error: unknown): void {
    if (resource.plural !== undefined || !(error instanceof StatusError)) return
    if (error.code === 404 && !isMissingObject(error)) this.#options.mapper.forget(resource)
  }
}

interface Write {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body: unknown
  readonly contentType?: string
}

const jsonHeaders = { 'content-type': 'application/json' }

/** Whether the server knows the resource, and says that there is no object of the name: other 404s name none. */
function isMissingObject(error: unknown): boolean {
  return (
    error instanceof StatusError && error.code === 404 && error.status.details?.name !== undefined
  )
}

/** The server makes a name where there is none. */
function creationPath(descriptor: ResourceDescriptor, object: TypedObject): string {
  const namespace = requiredNamespace(descriptor, object)
  if (object.metadata?.name) checkObjectKey(descriptor, { name: object.metadata.name })
  return collectionPath(descriptor, namespace)
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

/** The server deletes no objects of several namespaces at once. */
function namespacedCollection(
  descriptor: ResourceDescriptor,
  namespace: string | undefined,
): string {
  if (descriptor.scope === 'Namespaced' && !namespace) {
    throw new TypeError(`Expected the namespace whose ${descriptor.plural} to delete, got none`)
  }
  return collectionPath(descriptor, namespace)
}
