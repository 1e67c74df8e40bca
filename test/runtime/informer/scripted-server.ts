import type { ObjectList } from '../../../src/apimachinery/object-meta.ts'
import type {
  ListOptions,
  RequestOptions,
  ResourceOf,
  TypedObject,
  WatchEvent,
  WatchOptions,
} from '../../../src/runtime/client/client.ts'
import type { WatchingClient } from '../../../src/runtime/informer/lister-watcher.ts'

type Outcome<T> = { readonly value: T } | { readonly error: unknown } | { readonly end: true }

/** One request that the script has not answered to its end. */
interface Pending {
  readonly kind: 'list' | 'watch' | 'discovery'
  readonly namespace: string | undefined
  readonly give: (outcome: Outcome<unknown>) => void
}

/** A server that says what a script says, and writes down what it is asked. */
export class ScriptedServer implements WatchingClient {
  readonly #onRequest: (line: string) => void
  readonly #pending: Pending[] = []
  readonly metadata = { list: this.list.bind(this) }

  constructor(onRequest: (line: string) => void = () => undefined) {
    this.#onRequest = onRequest
  }

  /** Requests that wait for an answer. */
  get openRequests(): number {
    return this.#pending.length
  }

  get openWatches(): number {
    return this.#pending.filter(({ kind }) => kind === 'watch').length
  }

  async list<T>(_resource: ResourceOf<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    this.#onRequest(`list${describe(options)}`)
    const stream = this.#open('list', options)
    for await (const value of stream) return value as ObjectList<T>
    throw new Error('a list was ended without an answer')
  }

  async *watchBatches<T>(
    _resource: ResourceOf<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<readonly WatchEvent<T>[]> {
    this.#onRequest(`watch${describe(options)}`)
    yield* this.#open('watch', options) as AsyncGenerator<readonly WatchEvent<T>[]>
  }

  async isServed(_resource: ResourceOf<unknown>, options: RequestOptions = {}): Promise<boolean> {
    this.#onRequest('discovery')
    for await (const value of this.#open('discovery', options)) return value as boolean
    throw new Error('discovery was ended without an answer')
  }

  /** Says whether discovery lists the kind. */
  discover(isServed: boolean): void {
    this.#find('discovery', undefined).give({ value: isServed })
  }

  /** Sends events on the open watch. */
  send(events: readonly WatchEvent<TypedObject>[], namespace?: string): void {
    this.#find('watch', namespace).give({ value: events })
  }

  answer(list: ObjectList<TypedObject>, namespace?: string): void {
    this.#find('list', namespace).give({ value: list })
  }

  end(namespace?: string): void {
    this.#find('watch', namespace).give({ end: true })
  }

  fail(error: unknown, namespace?: string): void {
    const pending = this.#pending.find((each) => each.namespace === namespace)
    if (pending === undefined) throw new Error('nothing was asked')
    pending.give({ error })
  }

  #find(kind: Pending['kind'], namespace: string | undefined): Pending {
    const pending = this.#pending.find((each) => each.kind === kind && each.namespace === namespace)
    if (pending === undefined) throw new Error(`no ${kind} was asked for`)
    return pending
  }

  async *#open(kind: Pending['kind'], options: ListOptions): AsyncGenerator<unknown> {
    const outcomes: Outcome<unknown>[] = []
    let wake = (): void => undefined
    const give = (outcome: Outcome<unknown>): void => {
      outcomes.push(outcome)
      wake()
    }
    const onAbort = (): void => give({ error: options.signal?.reason })
    const pending = { kind, give, namespace: options.namespace }
    this.#pending.push(pending)
    options.signal?.addEventListener('abort', onAbort)
    try {
      for (;;) {
        const outcome = outcomes.shift()
        if (outcome === undefined) await new Promise<void>((resolve) => (wake = resolve))
        else if ('error' in outcome) throw outcome.error
        else if ('end' in outcome) return
        else yield outcome.value
      }
    } finally {
      options.signal?.removeEventListener('abort', onAbort)
      this.#pending.splice(this.#pending.indexOf(pending), 1)
    }
  }
}

/** What of a request matters, in one line. */
function describe(options: WatchOptions & ListOptions): string {
  const { namespace, limit, resourceVersion, resourceVersionMatch, sendInitialEvents } = options
  const words = [
    namespace && `in ${namespace}`,
    sendInitialEvents && 'from the initial list',
    resourceVersion && `since ${resourceVersion}`,
    resourceVersionMatch === 'NotOlderThan' && resourceVersion && 'or newer',
    limit && `limit ${limit}`,
    options.continue && `continue ${options.continue}`,
    options.timeoutSeconds && `for ${options.timeoutSeconds} s`,
  ]
  return words
    .filter(Boolean)
    .map((word) => ` ${word}`)
    .join('')
}
