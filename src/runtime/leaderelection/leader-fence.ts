import type { Transport, TransportRequest, TransportResponse } from '../client/transport.ts'

/** Says whether this process may write, at this very moment. */
export interface LeaderFence {
  /** False once this process has led and does no more, or cannot be sure that it does. */
  mayWrite(): boolean
}

/** A write was held back because this process does not lead any more, or cannot be sure that it does. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError'
}

/**
 * A transport that sends no write once this process has led and does no more. Each attempt, a retry too, is judged
 * right before its first byte is written, so a process that was stopped in between sends nothing after it wakes. Before this process has
 * led, what runs without the lease (webhooks, for one) may write: what needs the lease is not started yet.
 */
export class FencedTransport implements Transport {
  readonly #transport: Transport
  readonly #fence: LeaderFence

  constructor(transport: Transport, fence: LeaderFence) {
    this.#transport = transport
    this.#fence = fence
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (request.method === 'GET') return this.#transport.send(request)
    this.#check(request)
    return this.#transport.send({ ...request, admit: () => this.#check(request) })
  }

  dropIdle(): void {
    this.#transport.dropIdle()
  }

  close(): void {
    this.#transport.close()
  }

  #check({ method, path }: TransportRequest): void {
    if (this.#fence.mayWrite()) return
    throw new NotLeaderError(`${method} ${path}: this process does not lead any more`)
  }
}
