import type { ApplyConfiguration } from '../../apimachinery/apply-configuration.ts'
import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { GroupVersionKind, ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import type { KubernetesObject } from '../../apimachinery/kubernetes-object.ts'
import type { LabelSelector, ObjectList, ObjectMeta } from '../../apimachinery/object-meta.ts'
import type { Status } from '../../apimachinery/status.ts'

/** What names one object of a kind. */
export interface ObjectKey {
  readonly name: string
  /** Absent for a cluster-scoped kind. */
  readonly namespace?: string | undefined
}

/** What every typed object has. An object that was read is one, and so is one that may be changed. */
export interface TypedObject {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata?: DeepReadonly<ObjectMeta>
}

/** An object that may be changed: one's own, or a copy of what was read. */
export interface MutableObject {
  apiVersion?: string
  kind?: string
  metadata?: ObjectMeta
}

/** A kind to talk about: a descriptor (typed), or a GVK whose resource is found by discovery (untyped). */
export type ResourceOf<T> =
  ResourceDescriptor<T> | (GroupVersionKind & { readonly plural?: undefined })

/** What an untyped request gives. */
export type Untyped = KubernetesObject

/** What every request can be given. */
export interface RequestOptions {
  /** Cancels the request, its retries and its waits. */
  readonly signal?: AbortSignal | undefined
}

/** Which objects are listed, and as of when. */
export interface ListOptions extends RequestOptions {
  readonly namespace?: string | undefined
  /** A selector in Kubernetes' syntax, labels that must be equal, or a `LabelSelector` as specs hold them. */
  readonly labelSelector?: string | Readonly<Record<string, string>> | LabelSelector | undefined
  /** A selector in Kubernetes' syntax, or fields that must be equal. */
  readonly fieldSelector?: string | Readonly<Record<string, string>> | undefined
  /** The most objects in one answer; `metadata.continue` says where to go on. */
  readonly limit?: number | undefined
  readonly continue?: string | undefined
  readonly resourceVersion?: string | undefined
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined
}

/** Which objects are watched, from when, and for how long. */
export interface WatchOptions extends Omit<ListOptions, 'limit' | 'continue'> {
  readonly sendInitialEvents?: boolean
  readonly timeoutSeconds?: number
  /** The objects' metadata alone, as `PartialObjectMetadata`. */
  readonly metadataOnly?: boolean
}

/** One line of a watch stream. */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly object: { readonly metadata: ObjectMeta } }
  | { readonly type: 'ERROR'; readonly object: unknown }

/** How a write is done. */
export interface WriteOptions extends RequestOptions {
  /** Everything but the write: validation, defaulting and admission happen. */
  readonly dryRun?: boolean
  /** Default: the client's. */
  readonly fieldManager?: string
  /** `Strict` refuses unknown and duplicate fields. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore'
}

/** How a server-side apply is done. */
export interface ApplyOptions extends WriteOptions {
  /** Takes over fields that another manager owns. */
  readonly force?: boolean
}

/** How an object is deleted, and what becomes of those that it owns. */
export interface DeleteOptions extends RequestOptions {
  readonly dryRun?: boolean
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground'
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** A change to an object. `strategic` is for Kubernetes' own kinds only. */
export type Patch =
  | { readonly type: 'merge' | 'strategic'; readonly value: JsonValue | object }
  | { readonly type: 'json'; readonly operations: readonly JsonPatchOperation[] }

/** One step of a JSON patch (RFC 6902). */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string }

/**
 * Reads objects: from the API server, or from a cache, whose objects everyone shares. What is read is read-only: change
 * a `mutableCopy`.
 */
export interface Reader {
  /** The object, or `undefined` where there is none. */
  get<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    options?: RequestOptions,
  ): Promise<DeepReadonly<T> | undefined>
  /** The objects of one namespace, or of all. */
  list<T>(resource: ResourceOf<T>, options?: ListOptions): Promise<DeepReadonly<ObjectList<T>>>
}

/** Reads objects from the API server: each belongs to the one who read it, and may be changed. */
export interface LiveReader extends Reader {
  get<T>(resource: ResourceOf<T>, key: ObjectKey, options?: RequestOptions): Promise<T | undefined>
  list<T>(resource: ResourceOf<T>, options?: ListOptions): Promise<ObjectList<T>>
}

/** Writes objects. A refusal is thrown as `StatusError`; what is returned is the object as stored. */
export interface Writer {
  create<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T>
  /** Replaces the object. With `metadata.resourceVersion` it fails as a conflict where the object has changed since. */
  update<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T>
  patch<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T>
  /** Server-side apply: makes the fields of `object` so, under the field manager's name. */
  apply<T extends TypedObject>(
    resource: ResourceOf<T>,
    object:
      | T
      | DeepReadonly<NoInfer<T>>
      | ApplyConfiguration<NoInfer<T>>
      | DeepReadonly<ApplyConfiguration<NoInfer<T>>>,
    options?: ApplyOptions,
  ): Promise<T>
  /**
   * Deletes the object. What the server answers is given back: the object as it is on its way out (finalizers and
   * grace periods keep it for a while), or a `Status` where it is gone.
   */
  delete<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    options?: DeleteOptions,
  ): Promise<TypedObject | Status | void>
  deleteAllOf<T>(resource: ResourceOf<T>, options?: ListOptions & DeleteOptions): Promise<void>
}

/** Reads and writes one subresource of objects. */
export interface SubresourceClient {
  get<T>(resource: ResourceOf<unknown>, key: ObjectKey, options?: RequestOptions): Promise<T>
  create<T>(
    resource: ResourceOf<unknown>,
    key: ObjectKey,
    body: object,
    options?: WriteOptions,
  ): Promise<T>
  update<T extends TypedObject>(
    resource: ResourceOf<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T>
  patch<T>(
    resource: ResourceOf<T>,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T>
  apply<T extends TypedObject>(
    resource: ResourceOf<T>,
    object:
      | T
      | DeepReadonly<NoInfer<T>>
      | ApplyConfiguration<NoInfer<T>>
      | DeepReadonly<ApplyConfiguration<NoInfer<T>>>,
    options?: ApplyOptions,
  ): Promise<T>
}

/** Talks to one API server. */
export interface Client extends Reader, Writer {
  readonly status: SubresourceClient
  subresource(name: string): SubresourceClient
  /** The events from a resourceVersion on. Ends when the server ends it; an error of the connection is thrown. */
  watch<T>(resource: ResourceOf<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>
  /** The same client, asking for metadata only. */
  readonly metadata: Reader
}
