import type { ResourceScope } from '../../apimachinery/group-version-kind.ts'
import type { ResourceOf, TypedObject } from '../client/client.ts'
import { shareSignal } from '../clock/shared-abort.ts'
import type { InformerStatus, SharedInformer } from './informer.ts'
import type { InformerEnvironment, InformerOptions } from './informer-options.ts'
import { SharedIndexInformer } from './shared-index-informer.ts'

/** Defaults for every informer of a factory. */
export interface SharedInformerFactoryOptions extends InformerEnvironment {
  readonly defaults?: Pick<InformerOptions<TypedObject>, 'namespaces' | 'transform' | 'freeze'>
}

/** What of the options makes another informer; transforms and indices do not. */
type Selection = Pick<
  InformerOptions<TypedObject>,
  'namespaces' | 'labelSelector' | 'fieldSelector' | 'metadataOnly'
>

/**
 * Gives each kind one informer, however many ask for it: asking again with the same namespaces, selectors and
 * projection gives the same one. An informer runs once the factory is started, also one that is asked for later.
 */
export class SharedInformerFactory {
  readonly #options: SharedInformerFactoryOptions
  readonly #informers = new Map<string, SharedIndexInformer<TypedObject>>()
  readonly #running = new Set<Promise<void>>()
  #signal: AbortSignal | undefined

  constructor(options: SharedInformerFactoryOptions) {
    this.#options = options
  }

  /**
   * The informer of a kind. The first who asks gives its transform; indices of later ones are added. Objects that
   * are stored already are not transformed again.
   */
  forResource<T extends TypedObject>(
    resource: ResourceOf<T>,
    options: InformerOptions<T> = {},
  ): SharedIndexInformer<T> {
    const { defaults, ...environment } = this.#options
    const namespaces = namespacesOf(resource, options.namespaces ?? defaults?.namespaces)
    const key = keyOf(resource, { ...options, namespaces })
    const known = this.#informers.get(key)
    // The key holds the kind, and the kind's type is T wherever it is asked for.
    if (known !== undefined)
      return this.#extend(known as unknown as SharedIndexInformer<T>, options)
    const transform = options.transform ?? (defaults?.transform as InformerOptions<T>['transform'])
    const freeze = options.freeze ?? defaults?.freeze
    const given = { ...environment, ...options, resource, namespaces, transform, freeze }
    const informer = new SharedIndexInformer<T>(given)
    this.#informers.set(key, informer as unknown as SharedIndexInformer<TypedObject>)
    if (this.#signal !== undefined) this.#run(informer, this.#signal)
    return informer
  }

  /** Runs the informers until the signal aborts. Starting again is no mistake and does nothing. */
  start(signal: AbortSignal): void {
    if (this.#signal !== undefined) return
    const shared = shareSignal(signal)
    this.#signal = shared
    for (const informer of this.#informers.values()) this.#run(informer, shared)
  }

  /** Resolves when every informer has stored its initial list; rejects where the signal aborts first. */
  async waitForCacheSync(signal: AbortSignal): Promise<void> {
    const all = [...this.#informers.values()].map(({ synced }) => synced)
    await untilAborted(Promise.all(all), signal)
  }

  /** Resolves when every informer has ended, after the signal of `start` aborted. */
  async shutdown(): Promise<void> {
    await Promise.all(this.#running)
  }

  statuses(): readonly InformerStatus[] {
    return [...this.#informers.values()].map((informer) => informer.status())
  }

  #extend<T extends TypedObject>(
    informer: SharedIndexInformer<T>,
    { indexers = {} }: InformerOptions<T>,
  ): SharedIndexInformer<T> {
    informer.addIndexers(indexers)
    return informer
  }

  #run<T extends TypedObject>(informer: SharedInformer<T>, signal: AbortSignal): void {
    const running = informer.run(signal).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }
}

/** Waits for a promise no longer than a signal lets it. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Where the signal ends the wait, the promise may still reject.
  promise.catch(() => undefined)
  signal.throwIfAborted()
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** None listed means all, and a cluster-scoped kind has none. */
function namespacesOf(
  { scope }: ResourceOf<unknown> & { readonly scope?: ResourceScope },
  namespaces: readonly string[] = [],
): readonly string[] | undefined {
  return scope === 'Cluster' || namespaces.length === 0 ? undefined : namespaces
}

function keyOf({ group, version, kind }: ResourceOf<unknown>, selection: Selection): string {
  const { namespaces, labelSelector = '', fieldSelector = '', metadataOnly = false } = selection
  const sorted = namespaces === undefined ? null : [...new Set(namespaces)].sort()
  return JSON.stringify([group, version, kind, sorted, labelSelector, fieldSelector, metadataOnly])
}
