import { setTimeout as delay } from 'node:timers/promises'
import { StatusError } from '../../../../src/testing/index.ts'
import { bigNumber } from '../scenarios/gadget.ts'
import type { World } from '../scenarios/world.ts'
import type { SeededRandom } from './random.ts'

const names = Array.from({ length: 40 }, (_value, index) => `gadget-${index}`)
const retryMs = 200

/** Changes objects at random and knows what there must be. It asks until it knows that a write was done. */
export class SoakWriter {
  /** The number that each object must have. */
  readonly expected = new Map<string, bigint>()
  writes = 0
  readonly #world: World
  readonly #random: SeededRandom

  constructor(world: World, random: SeededRandom) {
    this.#world = world
    this.#random = random
  }

  /** Writes until the signal aborts and the last write is done. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const name = this.#random.pick(names)
      const isDeletion = this.expected.has(name) && this.#random.next() < 0.2
      await (isDeletion ? this.#delete(name) : this.#write(name))
      this.writes += 1
      await delay(this.#random.between(0, 20))
    }
  }

  async #write(name: string): Promise<void> {
    const value = bigNumber(this.#random.between(0, 1_000_000_000))
    await untilDone(() => this.#world.change(name, { value, text: `${value}` }))
    this.expected.set(name, value)
  }

  async #delete(name: string): Promise<void> {
    await untilDone(async () => {
      try {
        await this.#world.delete(name)
      } catch (error) {
        // An earlier try has done it.
        if (!(error instanceof StatusError) || error.code !== 404) throw error
      }
    })
    this.expected.delete(name)
  }
}

async function untilDone(write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write()
      return
    } catch {
      // The server is away, or its answer was lost: the same write again does no harm.
      await delay(retryMs)
    }
  }
}
