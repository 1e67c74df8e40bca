import {
  metaNamespaceKey,
  PriorityWorkQueue,
  splitMetaNamespaceKey,
  systemClock,
  type Logger,
} from 'kops/runtime'
import type { NetworkInformer } from '../pkg/client/informers/samplecrd/v1.ts'
import type { Outside } from './outside/outside.ts'

export interface NetworkControllerOptions {
  readonly networks: NetworkInformer
  readonly outside: Outside
  readonly log: Logger
}

/**
 * Makes the networks outside be what the Network objects say. Events only say which key to look at: what is to be
 * is read from the lister, what is from the outside, so that no event is needed twice and none is missed.
 */
export class NetworkController {
  readonly #options: NetworkControllerOptions
  readonly #queue = new PriorityWorkQueue({ clock: systemClock })

  constructor(options: NetworkControllerOptions) {
    this.#options = options
    options.networks.informer().addEventHandler({
      onAdd: (network) => this.#queue.add(metaNamespaceKey(network)),
      onUpdate: (before, after) => {
        // A resync gives the same object again; every change has a resourceVersion of its own.
        if (before.metadata.resourceVersion === after.metadata.resourceVersion) return
        this.#queue.add(metaNamespaceKey(after))
      },
      onDelete: (network, tombstone) => {
        const key = metaNamespaceKey(network, tombstone)
        // What was deleted while the watch was lost comes with a tombstone, and its last state may be stale.
        if (tombstone !== undefined) options.log.info('deletion noticed late', { network: key })
        this.#queue.add(key)
      },
    })
  }

  /** Works until the signal aborts, and ends what is in hand. */
  async run(workers: number, signal: AbortSignal): Promise<void> {
    const { networks, outside, log } = this.#options
    await networks.informer().synced
    // No event tells of what was deleted while this program did not run.
    for (const key of await outside.list(signal)) this.#queue.add(key)
    log.info('starting workers', { workers })
    signal.addEventListener('abort', () => this.#queue.shutDown(), { once: true })
    if (signal.aborted) this.#queue.shutDown()
    await Promise.all(Array.from({ length: workers }, () => this.#work()))
    log.info('workers ended')
  }

  /** One worker: takes a key, handles it, and gives it back. */
  async #work(): Promise<void> {
    for (;;) {
      const taken = await this.#queue.get()
      if (taken === undefined) return
      const { key } = taken
      try {
        await this.#sync(key)
        // Success ends the count of failures, and with it the back-off.
        this.#queue.forget(key)
      } catch (error) {
        this.#options.log.error('sync failed, it is tried again', { network: key, error })
        this.#queue.addRateLimited(key)
      } finally {
        this.#queue.done(key)
      }
    }
  }

  /** Compares what is to be with what is, and mends the difference. */
  async #sync(key: string): Promise<void> {
    const { networks, outside, log } = this.#options
    const { namespace = '', name } = splitMetaNamespaceKey(key)
    const network = networks.lister().networks(namespace).get(name)
    const actual = await outside.get(key)
    if (network === undefined) {
      if (actual === undefined) return
      await outside.delete(key)
      log.info('network deleted', { network: key })
      return
    }
    const { cidr, gateway } = network.spec
    if (actual?.cidr === cidr && actual.gateway === gateway) return
    await outside.put(key, { cidr, gateway })
    log.info(actual === undefined ? 'network created' : 'network updated', { network: key })
  }
}
