import type { GroupVersionKind, ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { Client, ResourceOf, TypedObject } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { Runnable } from '../manager/runnable.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import { Controller } from './controller.ts'
import type { ControllerOptions } from './controller-options.ts'
import { enqueueObject, enqueueOwner, type EventHandler } from './event-handler.ts'
import type { Predicate } from './predicate.ts'
import type { Reconciler } from './reconciler.ts'
import type { Source } from './source.ts'
import { kindSource, type InformerSource } from './sources.ts'

/** What a controller needs of the manager that runs it. */
export interface ControllerHost {
  readonly client: Client
  readonly cache: InformerSource
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock?: Clock
  /** For options that a controller leaves open. */
  readonly controllerDefaults?: ControllerOptions | undefined
  add(runnable: Runnable): void
}

/** Which events of the reconciled kind matter, and how it is held. */
export interface ForOptions<T> {
  /** Which events of these objects matter; all of them must admit one. */
  readonly predicates?: readonly Predicate<T>[]
  /** Caches `metadata` alone: objects of the kind are then read without the rest. */
  readonly metadataOnly?: boolean
}

/** Which events of an owned kind matter, and for which owners. */
export interface OwnsOptions<T> extends ForOptions<T> {
  /** Every owner of the kind, not only the managing controller. */
  readonly matchEveryOwner?: boolean
}

/** Makes a controller. Start with `for`, end with `complete`. */
export function newController(host: ControllerHost): ControllerBuilder {
  return new ControllerBuilder(host)
}

/** One watch, as far as it is known before the global predicates are. */
type PlannedSource = (filters: readonly Predicate<TypedObject>[]) => Source

/**
 * Says what a controller reconciles and what concerns it. Each method says which source and handler it stands for; a
 * `Controller` with `kindSource` and handlers by hand is the same thing.
 */
export class ControllerBuilder {
  readonly #host: ControllerHost
  readonly #planned: PlannedSource[] = []
  readonly #owned: ((owner: ResourceDescriptor) => PlannedSource)[] = []
  readonly #rawSources: Source[] = []
  readonly #filters: Predicate<TypedObject>[] = []
  #for: ResourceOf<unknown> | undefined
  #name: string | undefined
  #options: ControllerOptions = {}

  constructor(host: ControllerHost) {
    this.#host = host
  }

  /** Reconciles each object of a kind: `watches(resource, enqueueObject())`. Once per controller. */
  for<T extends TypedObject>(resource: ResourceOf<T>, options: ForOptions<T> = {}): this {
    if (this.#for !== undefined) {
      throw new Error(`\`for\` was given ${this.#for.kind} already: use \`watches\` for others`)
    }
    this.#for = resource
    this.#planned.unshift(this.#plan(resource, enqueueObject(), options))
    return this
  }

  /** Reconciles the object of the `for` kind that owns a changed one: `watches(resource, enqueueOwner(…))`. */
  owns<T extends TypedObject>(
    resource: ResourceOf<T>,
    { matchEveryOwner = false, ...options }: OwnsOptions<T> = {},
  ): this {
    this.#owned.push((owner) =>
      this.#plan(resource, enqueueOwner(owner, { matchEveryOwner }), options),
    )
    return this
  }

  /** Reconciles what a handler says of each changed object of a kind. */
  watches<T extends TypedObject>(
    resource: ResourceOf<T>,
    handler: EventHandler<T>,
    options: ForOptions<T> = {},
  ): this {
    this.#planned.push(this.#plan(resource, handler, options))
    return this
  }

  /** Adds any other source. `withEventFilter` does not concern it. */
  watchesRawSource(source: Source): this {
    this.#rawSources.push(source)
    return this
  }

  /** Adds a predicate to all of `for`, `owns` and `watches`. */
  withEventFilter(predicate: Predicate<TypedObject>): this {
    this.#filters.push(predicate)
    return this
  }

  /** Names the controller in metrics and logs. Default: the kind in lower case. */
  named(name: string): this {
    this.#name = name
    return this
  }

  withOptions(options: ControllerOptions): this {
    this.#options = { ...this.#options, ...options }
    return this
  }

  /** Makes the controller and gives it to the manager, which starts it. */
  complete(reconciler: Reconciler | Reconciler['reconcile']): Controller {
    const controller = this.build(reconciler)
    this.#host.add(controller)
    return controller
  }

  /** Makes the controller; who asked for it starts it. */
  build(reconciler: Reconciler | Reconciler['reconcile']): Controller {
    const { logger, metrics, clock, controllerDefaults } = this.#host
    const sources = this.#sources()
    const controller = new Controller({
      name: this.#nameOf(this.#for),
      kind: this.#for,
      reconciler: typeof reconciler === 'function' ? { reconcile: reconciler } : reconciler,
      logger,
      metrics,
      clock,
      options: { ...controllerDefaults, ...this.#options },
    })
    for (const source of sources) controller.watch(source)
    return controller
  }

  #sources(): readonly Source[] {
    const owned = this.#owned.map((plan) => plan(this.#owner()))
    const planned = [...this.#planned, ...owned].map((plan) => plan(this.#filters))
    const sources = [...planned, ...this.#rawSources]
    if (sources.length > 0) return sources
    throw new Error('a controller needs something to watch: `for`, `watches` or `watchesRawSource`')
  }

  #owner(): ResourceDescriptor {
    const owner = this.#for
    if (owner === undefined)
      throw new Error('`owns` needs `for`: it reconciles owners of that kind')
    if (owner.plural === undefined) {
      throw new Error(
        `\`owns\` needs a resource descriptor in \`for\`, since the scope of ${owner.kind} says in which namespace an owner is`,
      )
    }
    return owner
  }

  #nameOf(kind: GroupVersionKind | undefined): string {
    const name = this.#name ?? kind?.kind.toLowerCase()
    if (name === undefined) throw new Error('a controller without `for` needs a name: use `named`')
    return name
  }

  #plan<T extends TypedObject>(
    resource: ResourceOf<T>,
    handler: EventHandler<T>,
    { predicates = [], metadataOnly = false }: ForOptions<T>,
  ): PlannedSource {
    return (filters) =>
      kindSource<T>(this.#host.cache, resource, {
        handler,
        // What admits any object admits a T.
        predicates: [
          ...(filters as readonly Predicate<never>[] as readonly Predicate<T>[]),
          ...predicates,
        ],
        metadataOnly,
      })
  }
}
