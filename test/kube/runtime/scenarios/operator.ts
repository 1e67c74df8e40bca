import {
  createClient,
  type ClientOptions,
  type ConnectedClient,
} from '../../../../src/runtime/client/create-client.ts'
import type { ClusterConnection } from '../../../../src/runtime/client/connection.ts'
import type { Clock } from '../../../../src/runtime/clock/clock.ts'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'
import {
  newController,
  type ControllerBuilder,
} from '../../../../src/runtime/controller/controller-builder.ts'
import type { Controller } from '../../../../src/runtime/controller/controller.ts'
import type { ControllerOptions } from '../../../../src/runtime/controller/controller-options.ts'
import type {
  ReconcileContext,
  Request,
  Result,
} from '../../../../src/runtime/controller/reconciler.ts'
import type { InformerOptions } from '../../../../src/runtime/informer/informer-options.ts'
import type { SharedIndexInformer } from '../../../../src/runtime/informer/shared-index-informer.ts'
import { SharedInformerFactory } from '../../../../src/runtime/informer/shared-informer-factory.ts'
import { LineLogger } from '../../../../src/runtime/log/line-logger.ts'
import type { LogEntry } from '../../../../src/runtime/log/line-logger.ts'
import { PrometheusRegistry } from '../../../../src/runtime/metrics/prometheus-registry.ts'
import type { Connection } from '../../../../src/testing/index.ts'
import { toClusterConnection } from '../../../../src/testing/index.ts'
import type { DeepReadonly } from '../../../../src/apimachinery/deep-readonly.ts'
import { Gadget, isSameNumber } from './gadget.ts'

/** What a reconcile of a scenario may use. */
export interface GadgetReconcile {
  readonly operator: Operator
  readonly request: Request
  readonly context: ReconcileContext
  /** As the cache has it. */
  readonly gadget: DeepReadonly<Gadget> | undefined
}

export interface OperatorOptions {
  readonly connection: Connection | ClusterConnection
  /** The namespaces that it looks at. */
  readonly namespaces: readonly string[]
  readonly resource?: typeof Gadget
  readonly client?: ClientOptions
  readonly clock?: Clock
  readonly controller?: ControllerOptions
  readonly informer?: InformerOptions<Gadget>
  /** Adds watches. */
  readonly build?: (builder: ControllerBuilder) => ControllerBuilder
  /** Default: copies `spec.value` into the status. */
  readonly reconcile?: (given: GadgetReconcile) => Promise<Result | void>
}

const keptComplaints = 200

/** An operator made of the runtime's pieces that remembers what the invariants ask for. */
export class Operator {
  readonly connected: ConnectedClient
  readonly resource: typeof Gadget
  readonly informer: SharedIndexInformer<Gadget>
  readonly controller: Controller
  readonly metrics = new PrometheusRegistry()
  /** What it logged last at `warn` and above. */
  readonly complaints: LogEntry[] = []
  /** The resourceVersion that each request's last reconcile began with; `absent` where there was no object. */
  readonly reconciled = new Map<string, string>()
  /** Requests that were reconciled twice at once. */
  readonly overlaps: string[] = []
  reconciles = 0
  readonly #options: OperatorOptions
  readonly #inHand = new Set<string>()
  readonly #factory: SharedInformerFactory
  readonly #stop = new AbortController()
  #running: Promise<unknown> | undefined

  constructor(options: OperatorOptions) {
    this.#options = options
    this.resource = options.resource ?? Gadget
    const { resource } = this
    const { clock = systemClock, connection } = options
    const cluster =
      typeof connection.server === 'string'
        ? toClusterConnection(connection as Connection)
        : (connection as ClusterConnection)
    const log = this.#logger()
    this.connected = createClient(cluster, { clock, logger: log, ...options.client })
    const { client } = this.connected
    this.#factory = new SharedInformerFactory({ client, clock, log })
    this.informer = this.#factory.forResource(resource, {
      namespaces: options.namespaces,
      freeze: true,
      ...options.informer,
    })
    const builder = newController({
      client,
      cache: { getInformer: (kind) => this.#informerOf(kind) },
      logger: log,
      metrics: this.metrics,
      clock,
      add: () => undefined,
    })
      .for(resource)
      .named('gadget')
      .withOptions({ maxConcurrentReconciles: 4, skipNameValidation: true, ...options.controller })
    this.controller = (options.build?.(builder) ?? builder).complete({
      reconcile: (request, context) => this.#reconcile(request, context),
    })
  }

  /** Starts it without waiting for anything. */
  start(): void {
    const { signal } = this.#stop
    this.#factory.start(signal)
    const running = this.controller.start(signal)
    running.catch(() => undefined)
    this.#running = running
  }

  /** How the controller ended. */
  get ended(): Promise<unknown> {
    return this.#running ?? Promise.resolve()
  }

  /** Drains and ends everything. Again, it does nothing. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the scenario is over'))
    await this.#running?.catch(() => undefined)
    await this.#factory.shutdown()
    this.connected.close()
  }

  get relists(): number {
    return this.informer.status().relists
  }

  get restarts(): number {
    return this.informer.status().watchRestarts
  }

  #informerOf(kind: unknown): never {
    const { namespaces } = this.#options
    if (kind === this.resource) return this.informer as never
    return this.#factory.forResource(kind as typeof Gadget, { namespaces, freeze: true }) as never
  }

  async #reconcile(request: Request, context: ReconcileContext): Promise<Result | void> {
    const key = `${request.namespace}/${request.name}`
    if (this.#inHand.has(key)) this.overlaps.push(key)
    this.#inHand.add(key)
    this.reconciles += 1
    try {
      const gadget = this.informer.lister.get(request.name, request.namespace)
      this.reconciled.set(key, gadget?.metadata.resourceVersion ?? 'absent')
      const { reconcile = copyValue } = this.#options
      return await reconcile({ operator: this, request, context, gadget })
    } finally {
      this.#inHand.delete(key)
    }
  }

  #logger(): LineLogger {
    return new LineLogger({
      level: 'warn',
      format: (entry) => {
        this.complaints.push(entry)
        if (this.complaints.length > keptComplaints) this.complaints.shift()
        return ''
      },
      write: () => undefined,
      now: () => Date.now(),
    })
  }
}

/** Copies the whole object back with its number in the status too: what is lost on the way shows. */
export async function copyValue({ operator, gadget, context }: GadgetReconcile): Promise<void> {
  if (gadget === undefined || isSameNumber(gadget.status?.value, gadget.spec.value)) return
  const { client } = operator.connected
  await client.status.update(
    operator.resource,
    { ...gadget, status: { value: gadget.spec.value } },
    { signal: context.signal },
  )
}

/** Reconciles that only look. */
export async function look(): Promise<void> {
  await Promise.resolve()
}
