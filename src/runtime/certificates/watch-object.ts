import { sleep } from '../clock/sleep.ts'
import type { Clock } from '../clock/clock.ts'
import type { Client, ObjectKey, ResourceOf, TypedObject } from '../client/client.ts'
import { BackOff } from '../informer/back-off.ts'
import type { Logger } from '../log/logger.ts'

export interface WatchObjectOptions {
  readonly client: Pick<Client, 'watch'>
  readonly clock: Clock
  readonly logger: Logger
  readonly key: ObjectKey
  readonly onChange: () => void
}

/**
 * Calls back whenever an object may have changed, until the signal aborts: with each event, and after each gap in
 * which one may have been missed. Names are all that it needs a right to.
 */
export async function watchObject(
  resource: ResourceOf<TypedObject>,
  { client, clock, logger, key, onChange }: WatchObjectOptions,
  signal: AbortSignal,
): Promise<void> {
  const { name, namespace } = key
  const backOff = new BackOff({ clock })
  const options = {
    namespace,
    fieldSelector: { 'metadata.name': name },
    metadataOnly: true,
    signal,
  }
  while (!signal.aborted) {
    try {
      for await (const event of client.watch(resource, options)) {
        if (event.type !== 'BOOKMARK') onChange()
      }
    } catch (error) {
      // Watched again below, and looked at by whoever is called back.
      if (!signal.aborted) logger.debug('a watch broke off', { kind: resource.kind, name, error })
    }
    await sleep(clock, backOff.next(), signal).catch(() => undefined)
    onChange()
  }
}
