import { getHeapStatistics } from 'node:v8'
import { OverloadedError } from './body-errors.ts'

/** A body up to this size is small: parsed, it takes no more than a few megabytes whatever it holds. */
export const smallBody = 64 * 1024

const mebibyte = 1024 * 1024
const leastMemory = 64 * mebibyte
const mostMemory = 1024 * mebibyte

/** How long a body may take before it makes room for others. */
const patienceMs = 1000

/** Part of the memory for raw bodies; the rest of the share is for what they are parsed into. */
const rawShare = 8
const parsedShare = 4

/** The memory that a process may take for the bodies of requests, as shares of `memoryLimit`. */
export interface BodyBudgetOptions {
  /** Bytes: the heap's limit, or that of the container where it is lower. */
  readonly memoryLimit: number
}

/**
 * Bounds the memory of all bodies that are read and parsed at once. Small bodies have a share of their own, so that large
 * ones cannot delay them; where a share is used up, the body that has been arriving for the longest time makes room.
 */
export class BodyBudget {
  readonly #small: Share
  readonly #large: Share
  readonly #parsed: Waiting
  /** Bytes of the largest body that is read. */
  readonly largestBody: number
  /** Bytes of memory that one parsed body may take. */
  readonly heaviestBody: number

  constructor({ memoryLimit }: BodyBudgetOptions) {
    const memory = Math.min(Math.max(memoryLimit, leastMemory), mostMemory)
    const raw = Math.floor(memory / rawShare)
    this.#small = new Share(Math.floor(raw / 4))
    this.#large = new Share(raw - Math.floor(raw / 4))
    this.#parsed = new Waiting(Math.floor(memory / parsedShare))
    this.largestBody = raw - Math.floor(raw / 4)
    this.heaviestBody = Math.floor(memory / parsedShare)
  }

  /** Begins to read a body. `evict` is called where it has to make room. */
  open(evict: () => void, now: number): HeldBody {
    return new HeldBody(
      { small: this.#small, large: this.#large, parsed: this.#parsed },
      { evict, since: now },
    )
  }
}

interface Reader {
  readonly evict: () => void
  readonly since: number
}

/** Bytes that several bodies share. */
class Share {
  #free: number
  /** Bodies that are still arriving, the longest first. */
  readonly arriving = new Set<Reader>()

  constructor(bytes: number) {
    this.#free = bytes
  }

  /** Whether there was room, or could be made. */
  take(bytes: number, reader: Reader, now: () => number): boolean {
    while (this.#free < bytes) {
      const [longest] = this.arriving
      if (longest === undefined || longest === reader) return false
      if (now() - longest.since < patienceMs) return false
      this.arriving.delete(longest)
      longest.evict()
    }
    this.#free -= bytes
    return true
  }

  give(bytes: number): void {
    this.#free += bytes
  }
}

/** Memory that is waited for in the order of coming. */
class Waiting {
  #free: number
  readonly #queue: { readonly bytes: number; readonly enter: () => void }[] = []

  constructor(bytes: number) {
    this.#free = bytes
  }

  async take(bytes: number): Promise<void> {
    if (this.#queue.length === 0 && this.#free >= bytes) {
      this.#free -= bytes
      return
    }
    await new Promise<void>((resolve) => this.#queue.push({ bytes, enter: resolve }))
  }

  give(bytes: number): void {
    this.#free += bytes
    for (
      let next = this.#queue[0];
      next !== undefined && next.bytes <= this.#free;
      next = this.#queue[0]
    ) {
      this.#queue.shift()
      this.#free -= next.bytes
      next.enter()
    }
  }
}

interface Shares {
  readonly small: Share
  readonly large: Share
  readonly parsed: Waiting
}

/** What one body takes of a budget. */
export class HeldBody {
  readonly #shares: Shares
  readonly #reader: Reader
  #share: Share
  #raw = 0
  #parsed = 0
  #isReleased = false

  constructor(shares: Shares, reader: Reader) {
    this.#shares = shares
    this.#reader = reader
    this.#share = shares.small
    this.#share.arriving.add(reader)
  }

  /** More bytes have arrived. Throws `OverloadedError` where there is no room for them. */
  grow(bytes: number, now: () => number): void {
    const whole = this.#raw + bytes
    if (this.#share === this.#shares.small && whole > smallBody) {
      this.#moveToLarge(whole, now)
      return
    }
    if (!this.#share.take(bytes, this.#reader, now)) throw new OverloadedError()
    this.#raw = whole
  }

  #moveToLarge(bytes: number, now: () => number): void {
    const { small, large } = this.#shares
    small.arriving.delete(this.#reader)
    small.give(this.#raw)
    this.#raw = 0
    this.#share = large
    large.arriving.add(this.#reader)
    if (!large.take(bytes, this.#reader, now)) throw new OverloadedError()
    this.#raw = bytes
  }

  /** The whole body is there: it makes room for none any more. */
  arrived(): void {
    this.#share.arriving.delete(this.#reader)
  }

  /** Waits for the memory that it takes when it is parsed. */
  async parse(bytes: number): Promise<void> {
    await this.#shares.parsed.take(bytes)
    if (this.#isReleased) this.#shares.parsed.give(bytes)
    else this.#parsed += bytes
  }

  /** The request is answered. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.arrived()
    this.#share.give(this.#raw)
    this.#shares.parsed.give(this.#parsed)
  }
}

let shared: BodyBudget | undefined

/** The budget of this process. */
export function processBodyBudget(): BodyBudget {
  shared ??= new BodyBudget({ memoryLimit: memoryLimit() })
  return shared
}

/** What is in the heap of a process, and beside it in its container, has the same limit here. */
function memoryLimit(): number {
  const heap = getHeapStatistics().heap_size_limit
  const container = process.constrainedMemory()
  return container > 0 ? Math.min(heap, container) : heap
}
