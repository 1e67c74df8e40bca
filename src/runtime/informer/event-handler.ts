import type { TypedObject } from '../client/client.ts'
import type { Timer } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { HandlerRegistration, ResourceEventHandler } from './informer.ts'
import { metadataOf, renderKey } from './object-map.ts'

/**
 * One consumer of an informer. What it throws is logged and concerns nobody else; neither does a promise that it
 * returns and that rejects.
 */
export class EventHandler<T extends TypedObject> implements HandlerRegistration {
  readonly #handler: ResourceEventHandler<T>
  readonly #log: Logger
  readonly #onRemove: (handler: EventHandler<T>) => void
  #hasSynced = false
  #isRemoved = false
  #resolveSynced: () => void = () => undefined
  /** The next resync, where it asked for them. */
  resyncTimer: Timer | undefined
  readonly synced: Promise<void>

  constructor(
    handler: ResourceEventHandler<T>,
    options: { readonly log: Logger; readonly onRemove: (handler: EventHandler<T>) => void },
  ) {
    this.#handler = handler
    this.#log = options.log
    this.#onRemove = options.onRemove
    this.synced = new Promise((resolve) => (this.#resolveSynced = resolve))
  }

  get isRemoved(): boolean {
    return this.#isRemoved
  }

  hasSynced(): boolean {
    return this.#hasSynced
  }

  /** Every object of the initial list was delivered. */
  markSynced(): void {
    this.#hasSynced = true
    this.#resolveSynced()
  }

  remove(): void {
    if (this.#isRemoved) return
    this.#isRemoved = true
    this.resyncTimer?.cancel()
    this.#onRemove(this)
  }

  add(object: T, isInInitialList: boolean): void {
    if (this.#isRemoved) return
    try {
      this.#guard(this.#handler.onAdd?.(object, isInInitialList), object)
    } catch (error) {
      this.#report(error, object)
    }
  }

  update(oldObject: T, newObject: T): void {
    if (this.#isRemoved) return
    try {
      this.#guard(this.#handler.onUpdate?.(oldObject, newObject), newObject)
    } catch (error) {
      this.#report(error, newObject)
    }
  }

  /** Shows what is stored once more, one object a step. */
  *resync(objects: Iterable<T>): Generator<void> {
    for (const object of objects) {
      this.update(object, object)
      yield
    }
  }

  delete(object: T, isMissed: boolean): void {
    if (this.#isRemoved) return
    try {
      const tombstone = isMissed ? { key: renderKey(metadataOf(object)), object } : undefined
      this.#guard(this.#handler.onDelete?.(object, tombstone), object)
    } catch (error) {
      this.#report(error, object)
    }
  }

  /** A handler promises nothing, but an `async` one compiles too. */
  #guard(returned: unknown, object: T): void {
    if (!(returned instanceof Promise)) return
    returned.catch((error: unknown) => this.#report(error, object))
  }

  #report(error: unknown, object: T): void {
    const key = renderKey(metadataOf(object))
    this.#log.error('event handler failed; the event is skipped', { key, error })
  }
}
