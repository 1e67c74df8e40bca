import { constants } from 'node:http2'
import type { Clock } from '../../clock/clock.ts'
import type { HttpRequest } from '../../manager/servers/http-answer.ts'
import type { BodyBudget, HeldBody } from './body-budget.ts'
import {
  BodyTooLargeError,
  ClientGoneError,
  OverloadedError,
  SlowBodyError,
} from './body-errors.ts'

/** How long a body may take to arrive, from the end of the headers on. */
export const readTimeoutMs = 10_000

/** A client that sends so many times the limit is cut off: it waits for no answer. */
const patience = 4

export interface BodyLimits {
  readonly clock: Clock
  readonly budget: BodyBudget
  /** Bytes. */
  readonly limit: number
}

/** A body that was read whole, and what it takes of the budget until it is released. */
export interface ReadBody {
  readonly bytes: Buffer
  readonly held: HeldBody
}

/**
 * The whole body of a request. Rejects with `BodyTooLargeError` as soon as the body is, or says that it is, larger than
 * the limit; with `SlowBodyError` where it does not arrive in time; with `OverloadedError` where other bodies take all
 * memory; with `ClientGoneError` when the client goes away before. After a rejection nothing more is kept of the body.
 */
export function readBody(request: HttpRequest, limits: BodyLimits): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    new BodyReader(request, limits, { resolve, reject }).start()
  })
}

interface Outcome {
  readonly resolve: (body: ReadBody) => void
  readonly reject: (error: Error) => void
}

class BodyReader {
  readonly #request: HttpRequest
  readonly #limits: BodyLimits
  readonly #outcome: Outcome
  readonly #held: HeldBody
  #chunks: Buffer[] = []
  #size = 0
  #isDone = false
  #stopTimer = (): void => undefined

  constructor(request: HttpRequest, limits: BodyLimits, outcome: Outcome) {
    this.#request = request
    this.#limits = limits
    this.#outcome = outcome
    const evict = (): void => this.#fail(new OverloadedError())
    this.#held = limits.budget.open(evict, limits.clock.monotonic())
  }

  start(): void {
    const { clock, limit } = this.#limits
    const announced = Number(this.#request.headers['content-length'] ?? 0)
    if (announced > limit) {
      this.#fail(new BodyTooLargeError(limit))
      return
    }
    const timer = clock.after(readTimeoutMs, () => this.#fail(new SlowBodyError(readTimeoutMs)))
    this.#stopTimer = () => timer.cancel()
    this.#request.on('data', this.#take)
    this.#request.once('end', this.#end)
    this.#request.once('error', this.#leave)
    this.#request.once('close', this.#leave)
  }

  readonly #take = (chunk: Buffer): void => {
    const { clock, limit } = this.#limits
    this.#size += chunk.length
    if (this.#size > limit) {
      this.#fail(new BodyTooLargeError(limit))
      return
    }
    try {
      this.#held.grow(chunk.length, () => clock.monotonic())
      this.#chunks.push(chunk)
    } catch (error) {
      this.#fail(error as OverloadedError)
    }
  }

  readonly #end = (): void => {
    if (this.#isDone) return
    this.#stop()
    this.#held.arrived()
    const [first = Buffer.alloc(0)] = this.#chunks
    const bytes = this.#chunks.length <= 1 ? first : joinChunks(this.#chunks, this.#size)
    this.#outcome.resolve({ bytes, held: this.#held })
  }

  readonly #leave = (cause?: Error): void => {
    // Every request ends with this, and an error takes its time to make.
    if (!this.#isDone) this.#fail(new ClientGoneError(cause && { cause }))
  }

  #fail(error: Error): void {
    if (this.#isDone) return
    this.#stop()
    this.#chunks = []
    this.#held.release()
    if (!(error instanceof ClientGoneError)) this.#drain()
    this.#outcome.reject(error)
  }

  /** A client that still sends hears no answer: so what it sends is taken, and dropped, for a while. */
  #drain(): void {
    const { clock, limit } = this.#limits
    const request = this.#request
    let left = limit * patience
    const timer = clock.after(readTimeoutMs, () => hangUp(request), { background: true })
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) hangUp(request)
    })
    request.once('end', () => timer.cancel())
    request.once('close', () => timer.cancel())
    request.resume()
  }

  #stop(): void {
    this.#isDone = true
    this.#stopTimer()
    this.#request.off('data', this.#take)
    this.#request.off('end', this.#end)
    // An error that nobody listens to would end the process.
    this.#request.on('error', () => undefined)
  }
}

function hangUp(request: HttpRequest): void {
  if ('stream' in request) request.stream.close(constants.NGHTTP2_CANCEL)
  else request.destroy()
}

/** One buffer of all; chunks are let go as they are copied. */
function joinChunks(chunks: (Buffer | undefined)[], size: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const [index, chunk] of chunks.entries()) {
    at += chunk?.copy(whole, at) ?? 0
    chunks[index] = undefined
  }
  return whole
}
