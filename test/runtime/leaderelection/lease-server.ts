import { StatusError } from '../../../src/apimachinery/status.ts'
import type { Client } from '../../../src/runtime/client/client.ts'
import { ConnectionError } from '../../../src/runtime/client/transport.ts'
import type { Lease } from '../../../src/runtime/leaderelection/lease.ts'

type LeaseClient = Pick<Client, 'get' | 'create' | 'update'>

/** Holds one Lease as the API server does: each write names the version that it replaces, and makes a new one. */
export class LeaseServer {
  lease: Lease | undefined
  /** `hung` takes requests and answers none; `lost answers` writes and answers nothing. */
  condition: 'up' | 'down' | 'hung' | 'losing answers' = 'up'
  #version = 0

  /** The server as one process sees it. `told` hears of each request. */
  client(told: (request: string) => void = () => undefined): LeaseClient {
    const serve = (request: string, signal: AbortSignal | undefined, answer: () => unknown) => {
      told(request)
      return this.#serve(signal, answer)
    }
    const client = {
      get: (_resource: unknown, _key: unknown, options?: { signal?: AbortSignal }) =>
        serve('get', options?.signal, () => this.lease),
      create: (_resource: unknown, lease: Lease, options?: { signal?: AbortSignal }) =>
        serve('create', options?.signal, () => this.#create(lease)),
      update: (_resource: unknown, lease: Lease, options?: { signal?: AbortSignal }) =>
        serve('update', options?.signal, () => this.#update(lease)),
    }
    return client as unknown as LeaseClient
  }

  /** Someone else writes. */
  write(lease: Lease): void {
    this.#store(lease)
  }

  async #serve(signal: AbortSignal | undefined, answer: () => unknown): Promise<unknown> {
    signal?.throwIfAborted()
    if (this.condition === 'down') throw new ConnectionError('connect ECONNREFUSED')
    const given = this.condition === 'hung' ? undefined : answer()
    if (this.condition === 'up') return given
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  }

  #create(lease: Lease): Lease {
    if (this.lease) throw refusal(409, 'AlreadyExists')
    return this.#store(lease)
  }

  #update(lease: Lease): Lease {
    if (this.lease === undefined) throw refusal(404, 'NotFound')
    const { resourceVersion } = this.lease.metadata ?? {}
    if (lease.metadata?.resourceVersion !== resourceVersion) throw refusal(409, 'Conflict')
    return this.#store(lease)
  }

  #store(lease: Lease): Lease {
    const metadata = { ...lease.metadata, uid: 'u', resourceVersion: String(++this.#version) }
    this.lease = { ...lease, metadata }
    return this.lease
  }
}

function refusal(code: number, reason: string): StatusError {
  return new StatusError({ apiVersion: 'v1', kind: 'Status', code, reason })
}
