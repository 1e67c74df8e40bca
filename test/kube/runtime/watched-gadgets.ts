import { onTestFinished } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { Clock } from '../../../src/runtime/clock/clock.ts'
import { systemClock } from '../../../src/runtime/clock/system-clock.ts'
import type { ApiClient } from '../../../src/runtime/client/api-client.ts'
import type { LiveReader, WatchOptions } from '../../../src/runtime/client/client.ts'
import { listAll } from '../../../src/runtime/client/list-all.ts'
import type { InformerOptions } from '../../../src/runtime/informer/informer-options.ts'
import type { WatchingClient } from '../../../src/runtime/informer/lister-watcher.ts'
import { SharedIndexInformer } from '../../../src/runtime/informer/shared-index-informer.ts'
import { waitFor } from '../../../src/testing/index.ts'
import { RecordingHandler, statesOf } from '../../runtime/informer/recording-handler.ts'
import { silentLogger } from '../../runtime/log/silent-logger.ts'
import type { Gadget } from './gadget-kind.ts'

/** Time in which long waits are short: what a reflector waits for half a minute comes after a second. */
export const hastyClock: Clock = {
  ...systemClock,
  after: (delayMs, callback, options) =>
    systemClock.after(
      delayMs > 2000 && delayMs < 100_000 ? delayMs / 30 : delayMs,
      callback,
      options,
    ),
}

/** An informer of gadgets that runs until the test ends, and what it told a handler. */
export class WatchedGadgets {
  readonly informer: SharedIndexInformer<Gadget>
  readonly handler = new RecordingHandler()
  readonly requests: WatchOptions[] = []
  readonly #reader: LiveReader
  readonly #gadgets: ResourceDescriptor<Gadget>

  constructor(
    client: ApiClient,
    gadgets: ResourceDescriptor<Gadget>,
    options: InformerOptions<Gadget> & { readonly client?: WatchingClient; clock?: Clock } = {},
  ) {
    this.#reader = client
    this.#gadgets = gadgets
    this.informer = new SharedIndexInformer<Gadget>({
      resource: gadgets,
      client,
      clock: systemClock,
      log: silentLogger,
      freeze: true,
      ...options,
    })
    this.informer.addEventHandler(this.handler)
    const stop = new AbortController()
    const running = this.informer.run(stop.signal)
    onTestFinished(async () => {
      stop.abort()
      await running
    })
  }

  /** The objects as the server lists them now. */
  async live(): Promise<string[]> {
    const objects: Gadget[] = []
    for await (const object of listAll<Gadget>(this.#reader, this.#gadgets)) objects.push(object)
    return statesOf(objects)
  }

  /** Waits until the store and the handler have what the server has. */
  async untilEqual(timeoutMs = 60_000): Promise<void> {
    await waitFor(
      'a store that is equal to the list',
      async () => {
        const live = JSON.stringify(await this.live())
        const told = JSON.stringify(statesOf(this.handler.objects.values()))
        return live === told && live === JSON.stringify(statesOf(this.informer.lister.list()))
      },
      { timeoutMs },
    )
  }
}
