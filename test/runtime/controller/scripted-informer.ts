import type { ResourceOf, TypedObject } from '../../../src/runtime/client/client.ts'
import type { InformerSource } from '../../../src/runtime/controller/sources.ts'
import type {
  HandlerRegistration,
  InformerStatus,
  Lister,
  ResourceEventHandler,
  SharedInformer,
} from '../../../src/runtime/informer/informer.ts'

/** An informer whose events a test writes. */
export class ScriptedInformer<T extends TypedObject> implements SharedInformer<T> {
  readonly kind: string
  readonly #handlers = new Set<ResourceEventHandler<T>>()
  #resolveSynced: () => void = () => undefined
  #hasSynced = false
  lastError: string | undefined
  readonly synced: Promise<void>
  readonly lastSyncResourceVersion = ''
  readonly lister: Lister<T> = { get: () => undefined, list: () => [], byIndex: () => [] }

  constructor(kind: string) {
    this.kind = kind
    this.synced = new Promise((resolve) => (this.#resolveSynced = resolve))
  }

  get handlers(): number {
    return this.#handlers.size
  }

  add(object: T, isInInitialList = false): void {
    for (const handler of this.#handlers) handler.onAdd?.(object, isInInitialList)
  }

  update(oldObject: T, object: T): void {
    for (const handler of this.#handlers) handler.onUpdate?.(oldObject, object)
  }

  delete(object: T, isMissed = false): void {
    const { name = '' } = object.metadata ?? {}
    const tombstone = isMissed ? { key: name, object } : undefined
    for (const handler of this.#handlers) handler.onDelete?.(object, tombstone)
  }

  sync(): void {
    this.#hasSynced = true
    this.#resolveSynced()
  }

  addEventHandler(handler: ResourceEventHandler<T>): HandlerRegistration {
    this.#handlers.add(handler)
    return {
      hasSynced: () => this.#hasSynced,
      synced: this.synced,
      remove: () => this.#handlers.delete(handler),
    }
  }

  addIndexers(): void {
    throw new TypeError('a scripted informer has no index')
  }

  hasSynced(): boolean {
    return this.#hasSynced
  }

  run(): Promise<void> {
    return Promise.resolve()
  }

  status(): InformerStatus {
    return {
      group: '',
      version: 'v1',
      kind: this.kind,
      metadataOnly: false,
      hasSynced: this.#hasSynced,
      phases: [],
      resourceVersion: '',
      objects: 0,
      handlers: this.#handlers.size,
      queued: 0,
      relists: 0,
      watchRestarts: 0,
      quarantined: [],
      ...(this.lastError !== undefined && { lastError: this.lastError }),
    }
  }
}

/** A cache of scripted informers, one per kind. They are synced unless a test says otherwise. */
export class ScriptedCache implements InformerSource {
  readonly #informers = new Map<string, ScriptedInformer<TypedObject>>()
  isSynced = true
  readonly asked: { readonly kind: string; readonly metadataOnly: boolean }[] = []

  of(kind: string): ScriptedInformer<TypedObject> {
    const informer = this.#informers.get(kind) ?? new ScriptedInformer(kind)
    this.#informers.set(kind, informer)
    return informer
  }

  getInformer<T extends TypedObject>(
    { kind }: ResourceOf<T>,
    { metadataOnly = false }: { readonly metadataOnly?: boolean } = {},
  ): SharedInformer<T> {
    this.asked.push({ kind, metadataOnly })
    const informer = this.of(kind)
    if (this.isSynced) informer.sync()
    return informer as unknown as SharedInformer<T>
  }
}
