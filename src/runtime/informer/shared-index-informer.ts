import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import type { TypedObject, WatchEvent } from '../client/client.ts'
import { shareSignal } from '../clock/shared-abort.ts'
import type { Delta, Gone, Replaced, WatchedEvents } from './delta.ts'
import { DeltaQueue } from './delta-queue.ts'
import { EventHandler } from './event-handler.ts'
import { isOlder, isSameIncarnation } from './incarnation.ts'
import { Indexer } from './indexer.ts'
import type {
  HandlerRegistration,
  IndexFunction,
  InformerStatus,
  Lister,
  ResourceEventHandler,
  SharedInformer,
} from './informer.ts'
import { apiVersionOf, type SharedIndexInformerOptions } from './informer-options.ts'
import { newListerWatcher } from './lister-watcher.ts'
import { metadataOf, renderKey } from './object-map.ts'
import { ObjectPreparer } from './object-preparer.ts'
import { Quarantine } from './quarantine.ts'
import { Reflector } from './reflector.ts'
import { logIncident, logMalformed } from './log-incident.ts'
import type { Incident } from './reflector-machine.ts'
import { resourceVersionOrder, Scope } from './scope.ts'
import { StoreLister } from './store-lister.ts'

/** How long handlers are called for a long list in one turn. */
const sliceMs = 5
/** After how many calls of handlers the clock is looked at. */
const callsPerLook = 32
const shortestResyncMs = 1000

/**
 * One list and watch of a kind for all who want to know: reflector → delta queue → indexer → event handlers.
 *
 * A handler hears of each object in the order in which the server changed it, and the store holds that change when
 * the handler is called. Equal resourceVersions are told once (a resync excepted), older ones never. An object that
 * vanished while nobody watched is told of with a tombstone; one that was deleted and created again meanwhile is told
 * of as both. Handlers are called in this thread, long lists in slices of 5 ms.
 */
export class SharedIndexInformer<T extends TypedObject> implements SharedInformer<T> {
  readonly #options: SharedIndexInformerOptions<T>
  readonly #indexer = new Indexer<T>()
  readonly #queue = new DeltaQueue<T>()
  readonly #quarantine: Quarantine
  readonly #preparer: ObjectPreparer<T>
  readonly #scopes: readonly Scope<T>[]
  /** Handlers that were told of what is stored, and hear of changes since. */
  readonly #handlers = new Set<EventHandler<T>>()
  readonly #registered = new Set<EventHandler<T>>()
  #bulk: Iterator<void> | undefined
  #isDraining = false
  #running: Promise<void> | undefined
  #signal: AbortSignal | undefined
  #lastEventAt: number | undefined
  #relists = 0
  #watchRestarts = 0
  #resolveSynced: () => void = () => undefined
  /** Grows where the server's history was found to be another one: older resourceVersions mean nothing any more. */
  epoch = 0
  readonly synced: Promise<void>
  readonly lister: Lister<T>

  constructor(options: SharedIndexInformerOptions<T>) {
    this.#options = options
    const { resource, namespaces, transform, freeze = true, indexers = {} } = options
    this.synced = new Promise((resolve) => (this.#resolveSynced = resolve))
    this.lister = new StoreLister(this.#indexer)
    this.#quarantine = new Quarantine((object) => logMalformed(options.log, resource, object))
    this.#preparer = new ObjectPreparer({
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      transform,
      freeze,
      quarantine: this.#quarantine,
      stored: (object) => this.#indexer.find(object),
    })
    const watched = namespaces?.length ? [...new Set(namespaces)].sort() : [undefined]
    this.#scopes = watched.map((namespace) => {
      const { clock } = options
      return new Scope<T>({ namespace, gvk: resource, clock }, (scope) => this.#newReflector(scope))
    })
    this.addIndexers(indexers)
  }

  get gvk(): GroupVersionKind {
    return this.#options.resource
  }

  get isMetadataOnly(): boolean {
    return this.#options.metadataOnly === true
  }

  /** The store itself, for caches that lay something over it. */
  get indexer(): Indexer<T> {
    return this.#indexer
  }

  /** Makes an object fit for the store, as the reflector does. `undefined` where it cannot be. */
  prepare(object: T): T | undefined {
    return this.#preparer.prepare(object)
  }

  addIndexers(indexers: Readonly<Record<string, IndexFunction<T>>>): void {
    for (const [name, valuesOf] of Object.entries(indexers)) this.#indexer.addIndex(name, valuesOf)
  }

  addEventHandler(
    handler: ResourceEventHandler<T>,
    { resyncMs }: { readonly resyncMs?: number } = {},
  ): HandlerRegistration {
    const registration = new EventHandler(handler, {
      log: this.#options.log,
      onRemove: (removed) => {
        this.#handlers.delete(removed)
        this.#registered.delete(removed)
      },
    })
    this.#registered.add(registration)
    if (resyncMs !== undefined)
      this.#scheduleResync(registration, Math.max(resyncMs, shortestResyncMs))
    if (this.#isIdle()) this.#handlers.add(registration)
    else {
      this.#queue.push({ type: 'ATTACHED', handler: registration })
      queueMicrotask(() => this.#drain())
    }
    return registration
  }

  hasSynced(): boolean {
    return this.#scopes.every((scope) => scope.hasSynced)
  }

  /**
   * Resolves when the store may be read: it holds the initial list. Rejects with `NoKindMatchError` where discovery does
   * not list the kind, with the API server's refusal where that lasts for 10 s, and with any other failure after 2 min.
   */
  async readable(): Promise<void> {
    await Promise.all(this.#scopes.map((scope) => scope.readable()))
  }

  /** What keeps the store from being filled or brought up to date, as `readable` would reject with. */
  get obstacle(): Error | undefined {
    return this.#scopes.map(({ obstacle }) => obstacle).find((each) => each !== undefined)
  }

  get lastSyncResourceVersion(): string {
    return this.#scopes.map((scope) => scope.resourceVersion).sort(resourceVersionOrder)[0] ?? ''
  }

  /** Up to where the store reflects the objects of a namespace; `undefined` where they are not watched. */
  resourceVersionIn(namespace: string): string | undefined {
    return this.#scopes.find((scope) => scope.covers(namespace))?.resourceVersion
  }

  run(signal: AbortSignal): Promise<void> {
    this.#running ??= this.#run(shareSignal(signal))
    return this.#running
  }

  status(): InformerStatus {
    const { resource, namespaces, labelSelector, fieldSelector, clock } = this.#options
    const { group, version, kind } = resource
    const lastEventAt = this.#lastEventAt
    const lastError = this.#scopes.map((scope) => scope.lastError).find(Boolean)
    return {
      group,
      version,
      kind,
      ...(namespaces && { namespaces }),
      ...(labelSelector && { labelSelector }),
      ...(fieldSelector && { fieldSelector }),
      metadataOnly: this.isMetadataOnly,
      hasSynced: this.hasSynced(),
      phases: this.#scopes.map(({ reflector }) => reflector.state.phase),
      resourceVersion: this.lastSyncResourceVersion,
      objects: this.#indexer.size,
      handlers: this.#registered.size,
      queued: this.#queue.length,
      ...(lastEventAt !== undefined && { lastEventAgeMs: clock.monotonic() - lastEventAt }),
      relists: this.#relists,
      watchRestarts: this.#watchRestarts,
      quarantined: this.#quarantine.values(),
      ...(lastError instanceof Error && { lastError: lastError.message }),
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#signal = signal
    const forget = this.#options.metrics?.observe(this)
    try {
      await Promise.all(this.#scopes.map(({ reflector }) => reflector.run(signal)))
    } finally {
      forget?.()
      this.#queue.clear()
      this.#bulk = undefined
      for (const scope of this.#scopes) scope.stop()
      for (const handler of this.#registered) handler.resyncTimer?.cancel()
    }
  }

  #newReflector(scope: Scope<T>): Reflector<T> {
    const { namespace } = scope
    const { client, resource, labelSelector, fieldSelector, metadataOnly = false } = this.#options
    const selection = { namespace, labelSelector, fieldSelector, metadataOnly }
    return new Reflector({
      listerWatcher: newListerWatcher(client, resource, selection),
      preparer: this.#preparer,
      clock: this.#options.clock,
      random: this.#options.random,
      namespace,
      deliver: (delta) => this.#deliver(scope, delta),
      onIncident: (incident) => this.#report(scope, incident),
    })
  }

  /** Nothing stored and nothing on its way: a handler misses nothing when it begins now. */
  #isIdle(): boolean {
    return this.#lastEventAt === undefined
  }

  #deliver(
    scope: Scope<T>,
    delta: WatchedEvents<T> | Replaced<T> | Gone,
  ): Promise<void> | undefined {
    if (this.#signal?.aborted) return undefined
    this.#lastEventAt = this.#options.clock.monotonic()
    if (delta.type !== 'GONE') scope.answered()
    this.#queue.push(delta)
    this.#drain()
    return this.#isBehind() ? this.#queue.caughtUp() : undefined
  }

  #isBehind(): boolean {
    return this.#bulk !== undefined || this.#queue.length > 0
  }

  /** Applies what is queued, for one slice of time; the rest comes after everybody else had a turn. */
  #drain(): void {
    if (this.#isDraining) return
    this.#isDraining = true
    const { clock } = this.#options
    const until = clock.monotonic() + sliceMs
    for (let calls = 1; this.#advance(); calls++) {
      if (calls % callsPerLook !== 0 || clock.monotonic() < until) continue
      setImmediate(() => this.#drain())
      break
    }
    this.#isDraining = false
    if (!this.#isBehind()) this.#queue.release()
  }

  /** One call of the bulk in hand, or the next delta. `false` where there is nothing more to do. */
  #advance(): boolean {
    if (this.#signal?.aborted) return false
    if (this.#bulk !== undefined) {
      if (this.#bulk.next().done) this.#bulk = undefined
      return true
    }
    const delta = this.#queue.pop()
    if (delta === undefined) return false
    this.#apply(delta)
    return true
  }

  #apply(delta: Delta<T>): void {
    switch (delta.type) {
      case 'EVENTS':
        for (const event of delta.events) this.#applyEvent(event)
        this.#scopeOf(delta).resourceVersion = delta.resourceVersion
        return
      case 'REPLACED':
        this.#bulk = this.#replace(delta)
        return
      case 'GONE':
        this.#free(this.#scopeOf(delta))
        return
      case 'ATTACHED':
        this.#bulk = this.#attach(delta.handler)
        return
      case 'SYNC':
        this.#bulk = delta.handler.resync(this.#indexer.values())
    }
  }

  #applyEvent(event: WatchEvent<T>): void {
    if (event.type === 'BOOKMARK' || event.type === 'ERROR') return
    const { object } = event
    const old = this.#indexer.find(object)
    if (event.type === 'DELETED') this.#applyDelete(old, object)
    else if (old === undefined || !isOlder(object, old)) this.#applySet(old, object)
  }

  #applyDelete(old: T | undefined, object: T): void {
    // A repeated event may name an earlier incarnation.
    if (old === undefined || !isSameIncarnation(old, object)) return
    this.#indexer.delete(old)
    for (const handler of this.#handlers) handler.delete(object, false)
  }

  #applySet(old: T | undefined, object: T): void {
    try {
      this.#indexer.set(object)
    } catch (error) {
      // An index function cannot read this object: its key alone is concerned.
      this.#preparer.refuse(object, error)
      return
    }
    if (old === undefined) for (const handler of this.#handlers) handler.add(object, false)
    else this.#tellChange(old, object)
  }

  #tellChange(old: T, object: T): void {
    for (const handler of this.#handlers) {
      if (isSameIncarnation(old, object)) handler.update(old, object)
      else {
        handler.delete(old, true)
        handler.add(object, false)
      }
    }
  }

  /** Drops what is stored. Handlers are not called: nothing was deleted that they could be told of. */
  #free(scope: Scope<T>): void {
    const { namespace } = scope
    this.#quarantine.retain(new Set(), namespace)
    this.#indexer.clear(namespace)
    this.epoch++
    scope.free()
  }

  /** Swaps the store at once, then tells of the difference: deletions first, as they make room. */
  *#replace(delta: Replaced<T>): Generator<void> {
    const scope = this.#scopeOf(delta)
    const isInitial = !scope.wasListed
    const { malformed, namespace, resourceVersion } = delta
    this.#quarantine.retain(malformed, namespace)
    const { removed, updated, added } = this.#indexer.replace(delta.objects, {
      namespace,
      isKept: (object) => malformed.size > 0 && malformed.has(renderKey(metadataOf(object))),
      onMalformed: (object, error) => this.#preparer.refuse(object, error),
    })
    if (resourceVersionOrder(resourceVersion, scope.resourceVersion) < 0) this.epoch++
    scope.resourceVersion = resourceVersion
    for (const object of removed) {
      for (const handler of this.#handlers) handler.delete(object, true)
      yield
    }
    for (const [old, object] of updated) {
      this.#tellChange(old, object)
      yield
    }
    for (const object of added) {
      for (const handler of this.#handlers) handler.add(object, isInitial)
      yield
    }
    scope.markSynced()
    if (isInitial && this.hasSynced()) this.#markSynced()
  }

  *#attach(handler: EventHandler<T>): Generator<void> {
    for (const object of this.#indexer.values()) {
      handler.add(object, true)
      yield
    }
    if (!handler.isRemoved) this.#handlers.add(handler)
    if (this.hasSynced()) handler.markSynced()
  }

  #markSynced(): void {
    this.#resolveSynced()
    for (const handler of this.#handlers) handler.markSynced()
  }

  #scopeOf({ namespace }: { readonly namespace: string | undefined }): Scope<T> {
    const scope = this.#scopes.find((each) => each.namespace === namespace)
    if (scope === undefined) throw new TypeError(`No namespace \`${namespace}\` is watched`)
    return scope
  }

  #report(scope: Scope<T>, incident: Incident): void {
    const { log, metrics } = this.#options
    if (incident.effect === 'relist') this.#relists++
    if (incident.effect === 'resume') this.#watchRestarts++
    scope.failed(incident)
    metrics?.count(this.status(), incident)
    logIncident(log, this.#options.resource, incident)
  }

  #scheduleResync(handler: EventHandler<T>, everyMs: number): void {
    const fire = (): void => {
      this.#queue.push({ type: 'SYNC', handler })
      this.#scheduleResync(handler, everyMs)
      this.#drain()
    }
    if (handler.isRemoved || this.#signal?.aborted) return
    handler.resyncTimer = this.#options.clock.after(everyMs, fire, { background: true })
  }
}
