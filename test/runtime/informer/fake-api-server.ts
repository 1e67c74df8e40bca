import type { ObjectList } from '../../../src/apimachinery/object-meta.ts'
import { StatusError } from '../../../src/apimachinery/status.ts'
import type {
  ListOptions,
  ResourceOf,
  TypedObject,
  WatchEvent,
  WatchOptions,
} from '../../../src/runtime/client/client.ts'
import { ConnectionError } from '../../../src/runtime/client/transport.ts'
import type { WatchingClient } from '../../../src/runtime/informer/lister-watcher.ts'

type Change = Extract<WatchEvent<TypedObject>, { type: 'ADDED' | 'MODIFIED' | 'DELETED' }>

interface Watcher {
  readonly send: (events: readonly WatchEvent<TypedObject>[]) => void
  readonly end: (error?: unknown) => void
}

interface Snapshot {
  readonly objects: ReadonlyMap<string, TypedObject>
  readonly version: number
}

/** An API server of one kind in memory: objects, a history that can be compacted, watches that can be cut. */
export class FakeApiServer implements WatchingClient {
  #objects = new Map<string, TypedObject>()
  #version = 1
  #created = 0
  #history: Change[] = []
  #forgottenUpTo = 0
  #snapshot: Snapshot | undefined
  readonly #watchers = new Set<Watcher>()
  readonly #refusals: unknown[] = []
  /** Whether the server offers streaming lists. */
  hasStreamingLists = true
  /** Objects in one page. */
  pageLength = 2
  readonly metadata = { list: this.list.bind(this) }

  get objects(): readonly TypedObject[] {
    return [...this.#objects.values()]
  }

  async isServed(): Promise<boolean> {
    return true
  }

  get openWatches(): number {
    return this.#watchers.size
  }

  write(name: string): void {
    const old = this.#objects.get(name)
    const uid = old?.metadata?.uid ?? `uid-${++this.#created}`
    const object = { metadata: { name, uid, resourceVersion: `${++this.#version}` } }
    this.#objects.set(name, object)
    this.#tell({ type: old === undefined ? 'ADDED' : 'MODIFIED', object })
  }

  delete(name: string): void {
    const old = this.#objects.get(name)
    if (old === undefined) return
    this.#objects.delete(name)
    const metadata = { ...old.metadata, resourceVersion: `${++this.#version}` }
    this.#tell({ type: 'DELETED', object: { metadata } })
  }

  bookmark(): void {
    const event = bookmarkAt(this.#version)
    for (const { send } of this.#watchers) send([event])
  }

  /** Sends one of the last changes once more, as a proxy might. */
  repeat(back: number): void {
    const change = this.#history.at(-back)
    if (change !== undefined) for (const { send } of this.#watchers) send([copy(change)])
  }

  /** Forgets the history, as etcd does. */
  compact(): void {
    this.#history = []
    this.#forgottenUpTo = this.#version
  }

  /** Breaks watches (`cut`), ends them as agreed, or tells them that their history is gone. */
  interrupt(how: 'cut' | 'end' | 'expire'): void {
    for (const { send, end } of this.#watchers) {
      if (how === 'expire') send([{ type: 'ERROR', object: refusal(410).status }])
      else end(how === 'cut' ? new ConnectionError('the watch broke off') : undefined)
    }
  }

  /** The next request is refused. */
  refuseNext(code: number): void {
    this.#refusals.push(refusal(code))
  }

  save(): void {
    this.#snapshot = { objects: new Map(this.#objects), version: this.#version }
  }

  /** Goes back to what was saved, as with an etcd that was restored. Watches break; new ones don't learn of it. */
  restore(): void {
    if (this.#snapshot === undefined) return
    this.interrupt('cut')
    this.#objects = new Map(this.#snapshot.objects)
    this.#version = this.#snapshot.version
    this.#history = this.#history.filter(({ object }) => versionOf(object) <= this.#version)
  }

  async list<T>(_resource: ResourceOf<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    await Promise.resolve()
    this.#answerOrRefuse(options.resourceVersion)
    const start = Number(options.continue ?? 0)
    const end =
      options.limit === undefined ? Infinity : start + Math.min(options.limit, this.pageLength)
    const items = this.objects.slice(start, end).map((each) => structuredClone(each) as T)
    const isMore = end < this.#objects.size
    const metadata = { resourceVersion: `${this.#version}`, ...(isMore && { continue: `${end}` }) }
    return { apiVersion: 'v1', kind: 'List', metadata, items }
  }

  async *watchBatches<T>(
    _resource: ResourceOf<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<readonly WatchEvent<T>[]> {
    await Promise.resolve()
    if (options.sendInitialEvents && !this.hasStreamingLists) throw refusal(422)
    const since = options.resourceVersion
    this.#answerOrRefuse(options.sendInitialEvents ? since : undefined)
    const isForgotten = !options.sendInitialEvents && Number(since) < this.#forgottenUpTo
    if (isForgotten) {
      yield [{ type: 'ERROR', object: refusal(410).status }]
      return
    }
    yield* this.#stream(options) as AsyncGenerator<readonly WatchEvent<T>[]>
  }

  async *#stream(options: WatchOptions): AsyncGenerator<readonly WatchEvent<TypedObject>[]> {
    const batches: (readonly WatchEvent<TypedObject>[])[] = [this.#beginning(options)]
    let ended: { readonly error: unknown } | undefined
    let wake = (): void => undefined
    const watcher: Watcher = {
      send: (events) => {
        // A server that was restored has nothing for a watch of its future.
        const isFuture = Number(options.resourceVersion ?? 0) > this.#version
        if (!isFuture || options.sendInitialEvents) batches.push(events)
        wake()
      },
      end: (error) => {
        ended = { error }
        wake()
      },
    }
    const onAbort = (): void => watcher.end(options.signal?.reason)
    options.signal?.addEventListener('abort', onAbort)
    this.#watchers.add(watcher)
    try {
      for (;;) {
        const batch = batches.shift()
        if (batch !== undefined && batch.length === 0) continue
        if (batch !== undefined) yield batch
        else if (ended?.error !== undefined) throw ended.error
        else if (ended !== undefined) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      this.#watchers.delete(watcher)
      options.signal?.removeEventListener('abort', onAbort)
    }
  }

  #beginning(options: WatchOptions): WatchEvent<TypedObject>[] {
    if (options.sendInitialEvents) {
      const added = this.objects.map((object) => copy({ type: 'ADDED' as const, object }))
      return [...added, bookmarkAt(this.#version, { 'k8s.io/initial-events-end': 'true' })]
    }
    const since = Number(options.resourceVersion)
    return this.#history.filter(({ object }) => versionOf(object) > since).map(copy)
  }

  #answerOrRefuse(since: string | undefined): void {
    const next = this.#refusals.shift()
    if (next !== undefined) throw next
    if (Number(since ?? 0) > this.#version) {
      throw refusal(504, [{ reason: 'ResourceVersionTooLarge' }])
    }
  }

  #tell(change: Change): void {
    this.#history.push(change)
    for (const { send } of this.#watchers) send([copy(change)])
  }
}

function copy<T>(event: T): T {
  return structuredClone(event)
}

function versionOf(object: TypedObject): number {
  return Number(object.metadata?.resourceVersion)
}

function bookmarkAt(
  version: number,
  annotations: Record<string, string> = {},
): WatchEvent<TypedObject> {
  return { type: 'BOOKMARK', object: { metadata: { resourceVersion: `${version}`, annotations } } }
}

function refusal(code: number, causes: { reason: string }[] = []): StatusError {
  const reason = code === 410 ? 'Expired' : 'Refused'
  return new StatusError({ apiVersion: 'v1', kind: 'Status', code, reason, details: { causes } })
}
