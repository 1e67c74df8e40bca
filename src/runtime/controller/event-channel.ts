import type { TypedObject } from '../client/client.ts'
import type { EventHandler } from './event-handler.ts'
import type { Predicate } from './predicate.ts'
import type { Source } from './source.ts'

/** How many objects a channel holds that nobody has taken. */
const defaultCapacity = 1024

/** A queue of objects between a producer and one consumer, with an end and a limit. */
export class EventChannel<T> implements AsyncIterable<T> {
  readonly #capacity: number
  readonly #waiting: T[] = []
  readonly #takers: ((result: IteratorResult<T, undefined>) => void)[] = []
  readonly #senders: (() => void)[] = []
  #isClosed = false

  constructor({ capacity = defaultCapacity }: { readonly capacity?: number } = {}) {
    this.#capacity = capacity
  }

  /** Resolves when there is room, with the object in the channel. Rejects where the channel is closed. */
  async send(object: T): Promise<void> {
    while (!this.#isClosed && this.#waiting.length >= this.#capacity) {
      await new Promise<void>((resolve) => this.#senders.push(resolve))
    }
    if (this.#isClosed) throw new Error('the channel is closed')
    const taker = this.#takers.shift()
    if (taker === undefined) this.#waiting.push(object)
    else taker({ done: false, value: object })
  }

  /** Takes nothing more. What is in it is still given out. */
  close(): void {
    this.#isClosed = true
    for (const resolve of this.#senders.splice(0)) resolve()
    this.#dismissTakers()
  }

  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.#dismissTakers()
        return Promise.resolve({ done: true, value: undefined })
      },
    }
  }

  #dismissTakers(): void {
    for (const taker of this.#takers.splice(0)) taker({ done: true, value: undefined })
  }

  #next(): Promise<IteratorResult<T, undefined>> {
    const [first] = this.#waiting
    if (this.#waiting.length > 0) {
      this.#waiting.shift()
      this.#senders.shift()?.()
      return Promise.resolve({ done: false, value: first as T })
    }
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => this.#takers.push(resolve))
  }
}

/** Which events of a channel become requests, and which ones. */
export interface ChannelSourceOptions<T extends TypedObject> {
  /** Kind of the objects, for the causes of a reconcile. */
  readonly kind?: string
  readonly handler: EventHandler<T>
  readonly predicates?: readonly Predicate<T>[]
}

/**
 * Objects from anything that can be iterated: an `EventChannel`, a stream, a generator. Each is a `generic` event.
 * When the iteration throws, the controller ends with that error.
 */
export function channelSource<T extends TypedObject>(
  objects: AsyncIterable<T>,
  { kind = 'channel', handler, predicates }: ChannelSourceOptions<T>,
): Source {
  return {
    name: `channel ${kind}`,
    start(sink) {
      const deliver = sink.route({ kind, handler, predicates })
      const iterator = objects[Symbol.asyncIterator]()
      const end = (): void => void iterator.return?.().catch((error: unknown) => report(error))
      const report = (error: unknown): void =>
        sink.log.error('channel could not be ended', { error })
      sink.signal.addEventListener('abort', end, { once: true })
      void pump(iterator, sink.signal, (object) => deliver({ type: 'generic', object })).catch(
        (error: unknown) => sink.fail(asError(error)),
      )
      return Promise.resolve()
    },
  }
}

async function pump<T>(
  iterator: AsyncIterator<T>,
  signal: AbortSignal,
  deliver: (object: T) => void,
): Promise<void> {
  for (;;) {
    const next = await iterator.next()
    if (next.done === true || signal.aborted) return
    deliver(next.value)
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('the channel failed', { cause: error })
}
