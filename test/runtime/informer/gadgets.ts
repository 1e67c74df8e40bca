import type { ObjectMeta } from '../../../src/apimachinery/object-meta.ts'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import { SharedIndexInformer } from '../../../src/runtime/informer/shared-index-informer.ts'
import type { SharedIndexInformerOptions } from '../../../src/runtime/informer/informer-options.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { ScriptedServer } from './scripted-server.ts'

export interface Gadget extends TypedObject {
  readonly spec?: { readonly color: string }
}

export const gadgets = { group: 'example.com', version: 'v1', kind: 'Gadget' }

/** `gadget('a', 3)` is object a at resourceVersion 3. */
export function gadget(name: string, version: number, more: Partial<Gadget> = {}): Gadget {
  const { metadata, ...rest } = more
  return {
    apiVersion: 'example.com/v1',
    kind: 'Gadget',
    ...rest,
    metadata: { name, uid: `uid-${name}`, resourceVersion: `${version}`, ...metadata },
  }
}

export function endAt(version: number): { type: 'BOOKMARK'; object: { metadata: ObjectMeta } } {
  const annotations = { 'k8s.io/initial-events-end': 'true' }
  return { type: 'BOOKMARK', object: { metadata: { resourceVersion: `${version}`, annotations } } }
}

export function added(object: Gadget): { type: 'ADDED'; object: Gadget } {
  return { type: 'ADDED', object }
}

export function modified(object: Gadget): { type: 'MODIFIED'; object: Gadget } {
  return { type: 'MODIFIED', object }
}

export function deleted(object: Gadget): { type: 'DELETED'; object: Gadget } {
  return { type: 'DELETED', object }
}

/** An informer of gadgets, the server that it asks and the clock that it waits by. */
export class GadgetBench {
  readonly clock = new ManualClock()
  readonly requests: string[] = []
  readonly server = new ScriptedServer((line) => this.requests.push(line))
  readonly informer: SharedIndexInformer<Gadget>
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined

  constructor(options: Partial<SharedIndexInformerOptions<Gadget>> = {}) {
    this.informer = new SharedIndexInformer<Gadget>({
      resource: gadgets,
      client: this.server,
      clock: this.clock,
      log: silentLogger,
      random: () => 0,
      ...options,
    })
  }

  async start(): Promise<void> {
    this.#running = this.informer.run(this.#stop.signal)
    await this.clock.advance(0)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async send(...events: Parameters<ScriptedServer['send']>[0]): Promise<void> {
    this.server.send(events)
    await this.clock.advance(0)
  }

  get names(): string[] {
    return this.informer.lister.list().map(({ metadata }) => metadata?.name ?? '')
  }
}
