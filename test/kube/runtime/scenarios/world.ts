import type { KubernetesObject } from '../../../../src/apimachinery/kubernetes-object.ts'
import {
  RestClient,
  startFaultProxy,
  StatusError,
  waitFor,
  type Connection,
  type FaultProxy,
  type FaultProxyOptions,
} from '../../../../src/testing/index.ts'
import { bigNumber, Gadget, type GadgetSpec } from './gadget.ts'
import { expectNothingLeaked, expectSettled, takeHoldings, type Holdings } from './invariants.ts'
import { Operator, type OperatorOptions } from './operator.ts'

const writersAtOnce = 8

/** What a scenario plays in: a namespace of its own, operators, proxies, and someone who changes objects. */
export class World {
  readonly namespace: string
  readonly client: RestClient
  readonly connection: Connection
  /** The kind that is written and watched. */
  resource = Gadget
  readonly #before: Holdings
  readonly #operators: Operator[] = []
  readonly #proxies: FaultProxy[] = []

  static async create(name: string, connection: Connection): Promise<World> {
    const world = new World(name, connection)
    await world.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    return world
  }

  private constructor(namespace: string, connection: Connection) {
    this.namespace = namespace
    this.connection = connection
    this.#before = takeHoldings()
    this.client = new RestClient(connection)
  }

  /** How many requests have suffered from proxies, those that were stopped included. */
  get faultsThrown(): number {
    return this.#proxies.reduce((sum, each) => sum + each.faultsThrown, 0)
  }

  /** An operator that runs and has seen all that there is. */
  async startOperator(options: Partial<OperatorOptions> = {}): Promise<Operator> {
    const operator = this.launchOperator(options)
    await waitFor('the informer to sync', () => Promise.resolve(operator.informer.hasSynced()), {
      timeoutMs: 60_000,
    })
    return operator
  }

  /** An operator that was started, and may be anywhere. */
  launchOperator(options: Partial<OperatorOptions> = {}): Operator {
    const operator = new Operator({
      connection: this.connection,
      namespaces: [this.namespace],
      resource: this.resource,
      ...options,
    })
    this.#operators.push(operator)
    operator.start()
    return operator
  }

  async startProxy(mode: FaultProxyOptions['mode'], to = this.connection): Promise<FaultProxy> {
    const proxy = await startFaultProxy(to, { mode })
    this.#proxies.push(proxy)
    return proxy
  }

  /** Makes gadgets `<prefix>-0` and so on. */
  async fill(count: number, prefix = 'gadget'): Promise<void> {
    const numbers = Array.from({ length: count }, (_value, index) => index)
    await atMost(writersAtOnce, numbers, async (index) => {
      await this.create(`${prefix}-${index}`, { value: bigNumber(index) })
    })
  }

  async create(name: string, spec: GadgetSpec = { value: bigNumber(0) }): Promise<Gadget> {
    return this.client.create(this.#gadget(name, spec))
  }

  /** Changes `spec`, whoever else writes. */
  async change(name: string, spec: Partial<GadgetSpec>): Promise<Gadget> {
    return this.client.apply(this.#gadget(name, spec as GadgetSpec), { fieldManager: 'scenario' })
  }

  async delete(name: string): Promise<void> {
    await this.client.delete(this.#gadget(name, { value: 0 }))
  }

  async read(name: string): Promise<Gadget | undefined> {
    try {
      return await this.client.get(this.resource, { name, namespace: this.namespace })
    } catch (error) {
      if (error instanceof StatusError && error.code === 404) return undefined
      throw error
    }
  }

  /** Waits until all operators are at rest, ends everything, and looks for what was left behind. */
  async end(): Promise<void> {
    for (const operator of this.#operators) {
      const { resource } = this
      await expectSettled(operator, this.client, { namespaces: [this.namespace], resource })
    }
    await this.close()
    await expectNothingLeaked(this.#before)
  }

  /** An operator that is not at rest and will not be: stops it without asking. */
  async dismiss(operator: Operator): Promise<void> {
    this.#operators.splice(this.#operators.indexOf(operator), 1)
    await operator.stop()
  }

  /** Ends everything without looking. Again, it does nothing. */
  async close(): Promise<void> {
    await Promise.all(this.#operators.map((operator) => operator.stop()))
    await Promise.all(this.#proxies.map((proxy) => proxy.stop()))
    this.client.close()
  }

  #gadget(name: string, spec: GadgetSpec): Gadget & KubernetesObject {
    return {
      apiVersion: `${this.resource.group}/${this.resource.version}`,
      kind: this.resource.kind,
      metadata: { name, namespace: this.namespace },
      spec,
    }
  }
}

/** Works through items, some at once. */
export async function atMost<T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: count }, worker))
}
