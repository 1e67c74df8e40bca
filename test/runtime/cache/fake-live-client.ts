import type { DeepReadonly } from '../../../src/apimachinery/deep-readonly.ts'
import { anyKind } from '../../../src/runtime/client/object-identity.ts'
import type { ApplyConfiguration } from '../../../src/apimachinery/apply-configuration.ts'
import { StatusError, type Status } from '../../../src/apimachinery/status.ts'
import type {
  Client,
  DeleteOptions,
  ListOptions,
  ObjectKey,
  ResourceOf,
  SubresourceClient,
  TypedObject,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from '../../../src/runtime/client/client.ts'
import type { ObjectList } from '../../../src/apimachinery/object-meta.ts'
import type { FakeApiServer } from '../informer/fake-api-server.ts'

/** Writes to a `FakeApiServer` as a client would. Patches and applies are updates here. */
export class FakeLiveClient implements Client {
  readonly #server: FakeApiServer
  readonly status: SubresourceClient
  readonly metadata = this

  constructor(server: FakeApiServer) {
    this.#server = server
    this.status = this.subresource()
  }

  async get<T>(_resource: ResourceOf<T>, { name }: ObjectKey): Promise<T | undefined> {
    return structuredClone(this.#find(name)) as T | undefined
  }

  list<T>(resource: ResourceOf<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return this.#server.list(resource, options)
  }

  async *watch<T>(resource: ResourceOf<T>, options?: WatchOptions): AsyncGenerator<WatchEvent<T>> {
    for await (const batch of this.#server.watchBatches<T>(resource, options)) yield* batch
  }

  async create<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
  ): Promise<T> {
    const name = anyKind<T>(object).metadata?.name ?? ''
    if (this.#find(name) !== undefined) throw refusal(409)
    return this.#write(resource, name)
  }

  async update<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    const name = anyKind<T>(object).metadata?.name ?? ''
    const stored = this.#find(name)
    if (stored === undefined) throw refusal(404)
    if (options.dryRun) return { ...stored, kind: resource.kind } as T
    return this.#write(resource, name)
  }

  async patch<T>(resource: ResourceOf<T>, { name }: ObjectKey): Promise<T> {
    return this.#write(resource, name)
  }

  apply<T extends TypedObject>(
    resource: ResourceOf<T>,
    object:
      | T
      | DeepReadonly<NoInfer<T>>
      | ApplyConfiguration<NoInfer<T>>
      | DeepReadonly<ApplyConfiguration<NoInfer<T>>>,
  ): Promise<T> {
    return this.#write(resource, anyKind<T>(object).metadata?.name ?? '')
  }

  async delete<T>(
    _resource: ResourceOf<T>,
    { name }: ObjectKey,
    options: DeleteOptions = {},
  ): Promise<Status> {
    const stored = this.#find(name)
    if (stored === undefined) throw refusal(404)
    if (!options.dryRun) this.#server.delete(name)
    const details = { uid: stored.metadata?.uid ?? '' }
    return { apiVersion: 'v1', kind: 'Status', status: 'Success', details }
  }

  async deleteAllOf(): Promise<void> {
    for (const { metadata } of this.#server.objects) this.#server.delete(metadata?.name ?? '')
  }

  subresource(): SubresourceClient {
    const write = <T extends TypedObject>(
      resource: ResourceOf<T>,
      object:
        | T
        | DeepReadonly<NoInfer<T>>
        | ApplyConfiguration<NoInfer<T>>
        | DeepReadonly<ApplyConfiguration<NoInfer<T>>>,
    ): Promise<T> => this.#write(resource, anyKind<T>(object).metadata?.name ?? '')
    return {
      get: async () => ({ kind: 'Scale' }) as never,
      create: async () => ({ kind: 'Eviction' }) as never,
      update: write,
      apply: write,
      patch: (resource, { name }) => this.#write(resource, name),
    }
  }

  async #write<T>(resource: ResourceOf<T>, name: string): Promise<T> {
    this.#server.write(name)
    return structuredClone({ ...this.#find(name), kind: resource.kind }) as T
  }

  #find(name: string): TypedObject | undefined {
    return this.#server.objects.find(({ metadata }) => metadata?.name === name)
  }
}

function refusal(code: number): StatusError {
  return new StatusError({ apiVersion: 'v1', kind: 'Status', code })
}
