import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FaultTable, ProxiedRequest } from './fault.ts'

/** Which way bytes go. */
export type Direction = 'request' | 'answer'

const newline = 0x0a
const longestFragment = 7

/** One request and its answer, or with TCP one connection: carries bytes and makes them suffer. */
export class Exchange {
  readonly #request: ProxiedRequest
  readonly #faults: FaultTable
  readonly #break: () => void
  readonly #ended = new AbortController()
  readonly #stopListening: () => void
  #idleTimer: NodeJS.Timeout | undefined
  #bytesUntilCut = Infinity
  #partialLine = Buffer.alloc(0)
  #lastLine = Buffer.alloc(0)
  #fragmentSize = 0

  /** `breakConnection` breaks the client's connection, and the server's with it. */
  constructor(request: ProxiedRequest, faults: FaultTable, breakConnection: () => void) {
    this.#request = request
    this.#faults = faults
    this.#break = breakConnection
    this.#stopListening = faults.onChange(() => this.#readFaults())
    this.#readFaults()
  }

  /** Carries everything from one stream to the other, its end included. */
  async carry(direction: Direction, source: Readable, sink: Writable): Promise<void> {
    for await (const chunk of source) {
      await this.#passGate()
      this.#watchIdleness()
      for (const piece of this.#pieces(direction, Buffer.from(chunk as Uint8Array))) {
        if (!(await this.#write(direction, piece, sink))) return
      }
    }
    await this.#passGate()
    if (direction === 'answer') await this.#whileFault('hold-end')
    sink.end()
  }

  /** Ends all waiting. To be called when the connection is gone. */
  close(): void {
    clearTimeout(this.#idleTimer)
    this.#stopListening()
    this.#ended.abort()
  }

  #readFaults(): void {
    const cut = this.#faults.find('cut', this.#request)
    if (cut === undefined) this.#bytesUntilCut = Infinity
    else if (this.#bytesUntilCut === Infinity) this.#bytesUntilCut = cut.afterBytes
    if (this.#bytesUntilCut <= 0) this.#break()
    this.#watchIdleness()
  }

  #watchIdleness(): void {
    clearTimeout(this.#idleTimer)
    const fault = this.#faults.find('cut-idle', this.#request)
    if (fault === undefined || this.#ended.signal.aborted) return
    this.#idleTimer = setTimeout(() => this.#break(), fault.afterMs)
  }

  async #passGate(): Promise<void> {
    await this.#whileFault('stall')
    const fault = this.#faults.find('delay', this.#request)
    if (fault !== undefined) await delay(fault.ms, undefined, { signal: this.#ended.signal })
  }

  /** Waits until the fault is over; rejects when the connection is gone. */
  async #whileFault(kind: 'stall' | 'hold-end'): Promise<void> {
    const { signal } = this.#ended
    while (this.#faults.find(kind, this.#request) !== undefined) {
      await new Promise<void>((resolve, reject) => {
        const stop = this.#faults.onChange(() => {
          stop()
          resolve()
        })
        signal.addEventListener('abort', () => {
          stop()
          reject(new Error('the connection is gone'))
        })
      })
    }
  }

  *#pieces(direction: Direction, chunk: Buffer): Generator<Buffer> {
    if (direction === 'request') {
      yield chunk
      return
    }
    const bytes =
      this.#faults.find('replay-lines', this.#request) === undefined ? chunk : this.#replay(chunk)
    if (this.#faults.find('fragment', this.#request) === undefined) {
      yield bytes
      return
    }
    for (let start = 0; start < bytes.length; start += this.#fragmentSize) {
      this.#fragmentSize = (this.#fragmentSize % longestFragment) + 1
      yield bytes.subarray(start, start + this.#fragmentSize)
    }
  }

  /** Every whole line, the one before it, and the line again. */
  #replay(chunk: Buffer): Buffer {
    const lines: Buffer[] = []
    let rest = Buffer.concat([this.#partialLine, chunk])
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      const line = rest.subarray(0, end + 1)
      lines.push(line, this.#lastLine, line)
      this.#lastLine = line
      rest = rest.subarray(end + 1)
    }
    this.#partialLine = rest
    return Buffer.concat(lines)
  }

  /** False where the connection was cut instead. */
  async #write(direction: Direction, piece: Buffer, sink: Writable): Promise<boolean> {
    const allowed = direction === 'answer' ? this.#bytesUntilCut : Infinity
    const passing = piece.length > allowed ? piece.subarray(0, allowed) : piece
    if (direction === 'answer') this.#bytesUntilCut -= passing.length
    if (allowed <= piece.length) {
      sink.write(passing, () => this.#break())
      return false
    }
    if (!sink.write(passing)) await once(sink, 'drain', { signal: this.#ended.signal })
    return true
  }
}
