import type { Client } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import { Lease, renderMicroTime } from './lease.ts'

export interface LeaseLockOptions {
  /** A client of its own: nothing else may hold up its requests. */
  readonly client: Pick<Client, 'get' | 'create' | 'update'>
  readonly clock: Clock
  readonly namespace: string
  readonly name: string
  readonly identity: string
  readonly leaseDurationMs: number
  /** Labels of a Lease that is made here. */
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/**
 * Reads and writes the one Lease that is fought for. Each write names the version that it replaces, so that of two who
 * write at once one is refused. What others wrote into the Lease stays.
 */
export class LeaseLock {
  readonly #options: LeaseLockOptions

  constructor(options: LeaseLockOptions) {
    this.#options = options
  }

  read(signal: AbortSignal): Promise<Lease | undefined> {
    const { client, namespace, name } = this.#options
    return client.get(Lease, { namespace, name }, { signal })
  }

  create(signal: AbortSignal): Promise<Lease> {
    const { client, namespace, name, labels } = this.#options
    const metadata = { namespace, name, ...(labels && { labels: { ...labels } }) }
    const now = this.#now()
    const spec = { ...this.#held(), acquireTime: now, renewTime: now, leaseTransitions: 0 }
    return client.create(Lease, { metadata, spec }, { signal })
  }

  /** Renews, or takes over where `acquires`: then the holder changes once more. */
  update(lease: Lease, acquires: boolean, signal: AbortSignal): Promise<Lease> {
    const now = this.#now()
    const transitions = lease.spec?.leaseTransitions ?? 0
    const taken = acquires ? { acquireTime: now, leaseTransitions: transitions + 1 } : {}
    const spec = { ...lease.spec, ...this.#held(), renewTime: now, ...taken }
    return this.#options.client.update(Lease, { ...lease, spec }, { signal })
  }

  /** Leaves the Lease to whoever asks next. */
  release(lease: Lease, signal: AbortSignal): Promise<Lease> {
    const now = this.#now()
    const nobody = { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now }
    const spec = { ...lease.spec, ...nobody }
    return this.#options.client.update(Lease, { ...lease, spec }, { signal })
  }

  #held(): { holderIdentity: string; leaseDurationSeconds: number } {
    const { identity, leaseDurationMs } = this.#options
    return { holderIdentity: identity, leaseDurationSeconds: leaseDurationMs / 1000 }
  }

  #now(): string {
    return renderMicroTime(this.#options.clock.now())
  }
}
