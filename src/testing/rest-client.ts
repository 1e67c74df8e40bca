import type { ResourceDescriptor } from '../apimachinery/group-version-kind.ts'
import { parseJson, renderJson, renderJsonForYaml } from '../apimachinery/json-text.ts'
import type { KubernetesObject } from '../apimachinery/kubernetes-object.ts'
import type { ObjectList } from '../apimachinery/object-meta.ts'
import { StatusError, type Status } from '../apimachinery/status.ts'
import { HttpClient, type Connection, type HttpRequest, type HttpResponse } from './http-client.ts'

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

interface ApiResource {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
}

const applyPatch = 'application/apply-patch+yaml'

/**
 * A small client for tests: the API's verbs over connections that stay open. Where the server refuses
 * a request, the promise rejects with `StatusError`. Objects are named by their own `apiVersion` and `kind`,
 * which the client resolves by discovery, or by a resource descriptor.
 */
export class RestClient {
  readonly #http: HttpClient
  readonly #discovered = new Map<string, Promise<readonly ApiResource[]>>()

  constructor(connection: Connection) {
    this.#http = new HttpClient(connection)
  }

  /** Sends a request and returns whatever comes back, refusals included. */
  raw(request: HttpRequest): Promise<HttpResponse> {
    return this.#http.send(request)
  }

  /** Sends a request and returns the JSON that comes back. */
  async request<T>(request: HttpRequest): Promise<T> {
    const response = await this.#http.send(request)
    if (response.status >= 400) throw new StatusError(readStatus(response))
    return parseJson(response.body) as T
  }

  /** The object; rejects with reason `NotFound` where there is none. */
  async get<T>(descriptor: ResourceDescriptor<T>, key: ObjectKey): Promise<T> {
    return this.request<T>({ method: 'GET', path: objectPath(descriptor, key) })
  }

  /** The objects of one namespace, or of all. */
  async list<T>(
    descriptor: ResourceDescriptor<T>,
    options: ListOptions = {},
  ): Promise<ObjectList<T>> {
    const { namespace, ...query } = options
    const path = collectionPath(descriptor, namespace) + renderQuery(query)
    return this.request<ObjectList<T>>({ method: 'GET', path })
  }

  /** Makes the object; rejects with reason `AlreadyExists` where there is one. */
  async create<T extends Writable>(object: T, options: WriteOptions = {}): Promise<T> {
    const descriptor = await this.describe(object)
    const path =
      collectionPath(descriptor, object.metadata.namespace ?? 'default') + writeQuery(options)
    return this.request<T>({ method: 'POST', path, body: renderJson(object) })
  }

  /** Replaces the object, or with `subresource: 'status'` its status alone. */
  async update<T extends Writable>(object: T, options: WriteOptions = {}): Promise<T> {
    return this.#write(object, { method: 'PUT', ...options })
  }

  /** Server-side apply: makes the object, or changes the fields that it names. */
  async apply<T extends Writable>(object: T, options: ApplyOptions = {}): Promise<T> {
    const { fieldManager = 'kops', force = true, ...rest } = options
    return this.#write(object, {
      method: 'PATCH',
      contentType: applyPatch,
      query: { fieldManager, force },
      ...rest,
    })
  }

  /** Deletes the object; rejects with reason `NotFound` where there is none. */
  async delete(object: Writable): Promise<void> {
    const descriptor = await this.describe(object)
    await this.request({ method: 'DELETE', path: objectPath(descriptor, keyOf(object)) })
  }

  /** The resource of an object's kind, by discovery. What is found is kept; what isn't is asked for again. */
  async describe<T extends Writable>(object: T): Promise<ResourceDescriptor<T>> {
    const { apiVersion, kind } = object
    const resources = await this.#discover(apiVersion, kind)
    const resource = resources.find((each) => each.kind === kind && !each.name.includes('/'))
    if (resource === undefined) {
      throw new StatusError(notFound(`the server has no kind ${kind} in ${apiVersion}`))
    }
    const [version = '', group = ''] = apiVersion.split('/').reverse()
    return {
      group,
      version,
      kind,
      plural: resource.name,
      scope: resource.namespaced ? 'Namespaced' : 'Cluster',
      subresources: resources
        .filter((each) => each.name.startsWith(`${resource.name}/`))
        .map((each) => each.name.slice(resource.name.length + 1)),
    }
  }

  /** Closes the connections. */
  close(): void {
    this.#http.close()
  }

  async #discover(apiVersion: string, kind: string): Promise<readonly ApiResource[]> {
    const known = await this.#discovered.get(apiVersion)?.catch(() => [])
    if (known?.some((each) => each.kind === kind) === true) return known
    const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
    const answer = this.request<{ resources: ApiResource[] }>({ method: 'GET', path })
    const resources = answer.then((list) => list.resources, noResourcesWhereNotFound)
    this.#discovered.set(apiVersion, resources)
    return resources
  }

  async #write<T extends Writable>(object: T, request: WriteRequest): Promise<T> {
    const descriptor = await this.describe(object)
    const { method, contentType, query, subresource, ...options } = request
    const suffix = subresource === undefined ? '' : `/${subresource}`
    const path = objectPath(descriptor, keyOf(object)) + suffix + writeQuery(options, query)
    const render = contentType === applyPatch ? renderJsonForYaml : renderJson
    return this.request<T>({ method, path, contentType, body: render(object) })
  }
}

interface WriteRequest extends WriteOptions {
  readonly method: 'PUT' | 'PATCH'
  readonly contentType?: string
  readonly query?: Query
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

function writeQuery(options: WriteOptions, query: Query = {}): string {
  return renderQuery({
    ...query,
    dryRun: options.dryRun === true ? 'All' : undefined,
    fieldValidation: options.fieldValidation,
  })
}

function renderQuery(query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}

function keyOf({ metadata }: Writable): ObjectKey {
  return { name: metadata.name ?? '', namespace: metadata.namespace }
}

/** An object without a namespace goes to `default` where its kind is namespaced, as with kubectl. */
function objectPath(descriptor: ResourceDescriptor, { name, namespace }: ObjectKey): string {
  const inNamespace = descriptor.scope === 'Namespaced' ? (namespace ?? 'default') : undefined
  return `${resourcePath(descriptor, inNamespace)}/${encodeURIComponent(name)}`
}

function collectionPath(descriptor: ResourceDescriptor, namespace: string | undefined): string {
  return resourcePath(descriptor, descriptor.scope === 'Namespaced' ? namespace : undefined)
}

function resourcePath(descriptor: ResourceDescriptor, namespace: string | undefined): string {
  const { group, version, plural } = descriptor
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return namespace === undefined
    ? `${root}/${plural}`
    : `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}`
}

/** An unknown group or version answers in plain text. */
function noResourcesWhereNotFound(error: unknown): readonly ApiResource[] {
  if (error instanceof StatusError && error.code === 404) return []
  throw error
}

function notFound(message: string): Status {
  return { apiVersion: 'v1', kind: 'Status', code: 404, reason: 'NotFound', message }
}

/** Proxies and early failures answer plain text. */
function readStatus({ status, body }: HttpResponse): Status {
  const blank: Status = { apiVersion: 'v1', kind: 'Status', code: status, message: body.trim() }
  try {
    const parsed: unknown = JSON.parse(body)
    return isStatus(parsed) ? { code: status, ...parsed } : blank
  } catch {
    // Not JSON: the text itself is the message.
    return blank
  }
}

function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status'
}
