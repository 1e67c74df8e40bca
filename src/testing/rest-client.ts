import { parseApiVersion } from '../apimachinery/api-version.ts'
import type { ResourceDescriptor } from '../apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../apimachinery/kubernetes-object.ts'
import type { ObjectList } from '../apimachinery/object-meta.ts'
import { StatusError } from '../apimachinery/status.ts'
import { readText } from '../runtime/client/body-text.ts'
import { createClient, type ConnectedClient } from '../runtime/client/create-client.ts'
import { NoKindMatchError } from '../runtime/client/resource-mapper.ts'
import {
  headersOf,
  toClusterConnection,
  type Connection,
  type HttpRequest,
  type HttpResponse,
} from './http-client.ts'

/** What names one object of a kind. */
export interface ObjectKey {
  readonly name: string
  /** Absent for a cluster-scoped kind. */
  readonly namespace?: string | undefined
}

/** What an object must have to be sent. */
export type Writable = Pick<KubernetesObject, 'apiVersion' | 'kind' | 'metadata'>

export interface WriteOptions {
  /** `status`, `scale`: writes that part only. */
  readonly subresource?: string
  readonly dryRun?: boolean
  /** `Strict` refuses unknown and duplicate fields. Default: the server's, which only warns. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore'
}

export interface ApplyOptions extends WriteOptions {
  /** Default: `kops`. */
  readonly fieldManager?: string
  /** Takes fields over from other managers. Default: true. */
  readonly force?: boolean
}

export interface ListOptions {
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly limit?: number
}

/**
 * The runtime's client as tests like it: objects are named by their own `apiVersion` and `kind`, which the client
 * resolves by discovery, or by a resource descriptor; without a namespace they go to `default`, as with kubectl.
 * Where the server refuses a request, the promise rejects with `StatusError`.
 */
export class RestClient {
  readonly #connected: ConnectedClient

  constructor(connection: Connection) {
    this.#connected = createClient(toClusterConnection(connection))
  }

  /** Sends a request once and returns whatever comes back, refusals included. */
  async raw(request: HttpRequest): Promise<HttpResponse> {
    const { method, path, body } = request
    const headers = headersOf(request)
    const response = await this.#connected.requester.sendOnce({ method, path, headers, body })
    return { status: response.status, body: await readText(response) }
  }

  /** Sends a request and returns the JSON that comes back. */
  async request<T>(request: HttpRequest): Promise<T> {
    const { method, path, body } = request
    const headers = headersOf(request)
    return (await this.#connected.requester.json({ method, path, headers, body })) as T
  }

  /** The object; rejects with reason `NotFound` where there is none. */
  async get<T>(descriptor: ResourceDescriptor<T>, key: ObjectKey): Promise<T> {
    const found = await this.#client.get(descriptor, withDefault(descriptor, key))
    if (found === undefined) throw notFound(`there is no ${descriptor.kind} ${key.name}`)
    return found
  }

  /** The objects of one namespace, or of all. */
  list<T>(descriptor: ResourceDescriptor<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    return this.#client.list(descriptor, options)
  }

  /** Makes the object; rejects with reason `AlreadyExists` where there is one. */
  async create<T extends Writable>(object: T, options: WriteOptions = {}): Promise<T> {
    const descriptor = await this.describe(object)
    return this.#client.create(descriptor, inNamespace(descriptor, object), options)
  }

  /** Replaces the object, or with `subresource: 'status'` its status alone. */
  async update<T extends Writable>(object: T, options: WriteOptions = {}): Promise<T> {
    const descriptor = await this.describe(object)
    return this.#writer(options).update(descriptor, inNamespace(descriptor, object), options)
  }

  /** Server-side apply: makes the object, or changes the fields that it names. */
  async apply<T extends Writable>(object: T, options: ApplyOptions = {}): Promise<T> {
    const descriptor = await this.describe(object)
    const forced = { force: true, ...options }
    return this.#writer(options).apply(descriptor, inNamespace(descriptor, object), forced)
  }

  /** Deletes the object; rejects with reason `NotFound` where there is none. */
  async delete(object: Writable): Promise<void> {
    const descriptor = await this.describe(object)
    const { name = '', namespace } = object.metadata
    await this.#client.delete(descriptor, withDefault(descriptor, { name, namespace }))
  }

  /** The resource of an object's kind, by discovery. What is found is kept; what isn't is asked for again. */
  async describe<T extends Writable>({ apiVersion, kind }: T): Promise<ResourceDescriptor<T>> {
    const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: apiVersion }
    try {
      return await this.#client.describe({ group, version, kind })
    } catch (error) {
      if (error instanceof NoKindMatchError) throw notFound(error.message)
      throw error
    }
  }

  /** Closes the connections. */
  close(): void {
    this.#connected.close()
  }

  get #client(): ConnectedClient['client'] {
    return this.#connected.client
  }

  #writer({ subresource }: WriteOptions): Pick<ConnectedClient['client'], 'update' | 'apply'> {
    return subresource === undefined ? this.#client : this.#client.subresource(subresource)
  }
}

function withDefault({ scope }: ResourceDescriptor, { name, namespace }: ObjectKey): ObjectKey {
  return scope === 'Namespaced' ? { name, namespace: namespace ?? 'default' } : { name }
}

/** The object, in `default` where its kind is namespaced and it says no namespace. */
function inNamespace<T extends Writable>({ scope }: ResourceDescriptor, object: T): T {
  if (scope === 'Cluster' || object.metadata.namespace !== undefined) return object
  return { ...object, metadata: { ...object.metadata, namespace: 'default' } }
}

function notFound(message: string): StatusError {
  return new StatusError({
    apiVersion: 'v1',
    kind: 'Status',
    code: 404,
    reason: 'NotFound',
    message,
  })
}
