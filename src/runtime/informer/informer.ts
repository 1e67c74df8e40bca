import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import type { TypedObject } from '../client/client.ts'
import type { QuarantinedObject } from './quarantine.ts'
import type { ReflectorState } from './reflector-state.ts'

/** An object that was deleted while nobody looked: its last known state. */
export interface DeletedFinalStateUnknown<T> {
  readonly key: string
  readonly object: DeepReadonly<T> | undefined
}

/** What a consumer is told of. The objects are shared and read-only. */
export interface ResourceEventHandler<T> {
  /** `isInInitialList`: it was there before the handler was. */
  onAdd?(object: DeepReadonly<T>, isInInitialList: boolean): void
  /** A resync gives the same object twice. */
  onUpdate?(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): void
  /** With `tombstone`, the deletion was noticed by a relist and the object may be stale. */
  onDelete?(object: DeepReadonly<T>, tombstone?: DeletedFinalStateUnknown<T>): void
}

/** One handler at one informer. */
export interface HandlerRegistration {
  /** Whether every object of the initial list was delivered to this handler. */
  hasSynced(): boolean
  /** Resolves when it has. */
  readonly synced: Promise<void>
  remove(): void
}

/** Index values of an object under one name. */
export type IndexFunction<T> = (object: DeepReadonly<T>) => readonly string[]

/** Reads what an informer stored. Objects are shared and read-only. */
export interface Lister<T> {
  get(name: string, namespace?: string): DeepReadonly<T> | undefined
  list(options?: {
    readonly namespace?: string
    readonly labelSelector?: string
  }): readonly DeepReadonly<T>[]
  byIndex(indexName: string, value: string): readonly DeepReadonly<T>[]
}

/** `namespace/name`, or `name` for a cluster-scoped object: client-go's key. */
export type MetaNamespaceKey = string

/** One list and watch of a kind, shared by all who want to know. */
export interface SharedInformer<T extends TypedObject> {
  addEventHandler(
    handler: ResourceEventHandler<T>,
    options?: { readonly resyncMs?: number },
  ): HandlerRegistration
  addIndexers(indexers: Readonly<Record<string, IndexFunction<T>>>): void
  readonly lister: Lister<T>
  /** Whether the initial list is stored. */
  hasSynced(): boolean
  readonly synced: Promise<void>
  /** The newest resourceVersion that the store reflects. */
  readonly lastSyncResourceVersion: string
  /** Lists and watches until the signal aborts; then nothing is told to anyone any more. It runs once. */
  run(signal: AbortSignal): Promise<void>
  /** What goes on, for `/debug/kops`. */
  status(): InformerStatus
}

/** A moment of an informer's life. */
export interface InformerStatus extends GroupVersionKind {
  /** The namespaces that are watched; absent for all. */
  readonly namespaces?: readonly string[]
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly metadataOnly: boolean
  readonly hasSynced: boolean
  /** Where each list and watch stands. */
  readonly phases: readonly ReflectorState<TypedObject>['phase'][]
  readonly resourceVersion: string
  readonly objects: number
  readonly handlers: number
  /** Deltas that wait to be applied. */
  readonly queued: number
  /** Milliseconds since the server last said anything; absent before. */
  readonly lastEventAgeMs?: number
  readonly relists: number
  readonly watchRestarts: number
  readonly quarantined: readonly QuarantinedObject[]
  /** The last failure, as long as nothing came after it. */
  readonly lastError?: string
}
