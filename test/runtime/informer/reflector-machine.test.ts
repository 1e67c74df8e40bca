import { describe, expect, test } from 'vitest'
import { StatusError } from '../../../src/apimachinery/status.ts'
import type { WatchEvent } from '../../../src/runtime/client/client.ts'
import { BackOff } from '../../../src/runtime/informer/back-off.ts'
import {
  ReflectorMachine,
  type StepOutcome,
} from '../../../src/runtime/informer/reflector-machine.ts'
import type { ReflectorInput } from '../../../src/runtime/informer/reflector-state.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { added, endAt, gadget, modified, type Gadget } from './gadgets.ts'

function statusError(code: number, reason: string): StatusError {
  return new StatusError({ apiVersion: 'v1', kind: 'Status', code, reason, message: reason })
}

const internal = statusError(500, 'InternalError')
const notFound = statusError(404, 'NotFound')
const expired = statusError(410, 'Expired')

/** A machine, and a clock that the waits it asks for move. */
class Bench {
  readonly clock = new ManualClock()
  readonly machine = new ReflectorMachine<Gadget>({
    backOff: new BackOff({ clock: this.clock, random: () => 0 }),
    preparer: { prepare: (object) => object, prepareDeleted: (object) => object },
    now: () => this.clock.monotonic(),
  })

  step(input: ReflectorInput<Gadget>): StepOutcome<Gadget> {
    return this.machine.step(input)
  }

  /** The effect of a failure; the wait that it asks for is over then. */
  async fail(error: unknown): Promise<string | undefined> {
    const { incident } = this.step({ type: 'failed', error })
    await this.elapse()
    return incident?.effect
  }

  async elapse(): Promise<void> {
    const { state } = this.machine
    if (state.phase !== 'waiting') return
    await this.clock.advance(state.delayMs)
    this.step({ type: 'elapsed' })
  }

  hear(...events: WatchEvent<Gadget>[]): StepOutcome<Gadget> {
    return this.step({ type: 'events', events })
  }

  list(version: number, ...items: Gadget[]): StepOutcome<Gadget> {
    const metadata = { resourceVersion: `${version}` }
    return this.step({ type: 'listed', list: { apiVersion: 'v1', kind: 'List', metadata, items } })
  }

  /** Begins to watch at resourceVersion 2. */
  watch(): void {
    this.hear(added(gadget('a', 1)), endAt(2))
  }

  get phase(): string {
    return this.machine.state.phase
  }
}

describe('internal errors of a watch', () => {
  const minuteMs = 60_000

  test('are waited out for a minute from the first, then the list begins anew', async () => {
    const bench = new Bench()
    bench.watch()
    await bench.fail(internal)
    await bench.clock.advance(minuteMs - 1 - bench.clock.monotonic())
    expect(await bench.fail(internal)).toBe('resume')
    await bench.clock.advance(minuteMs)
    expect(await bench.fail(internal)).toBe('relist')
  })

  test.for<[string, (bench: Bench) => unknown]>([
    ['an event', (bench) => bench.hear(modified(gadget('a', 3)))],
    [
      'the answer of the server at the end of a silent watch',
      async (bench) => {
        await bench.clock.advance(5_000)
        bench.step({ type: 'ended' })
        expect(bench.phase).toBe('checking')
        bench.list(2)
      },
    ],
    [
      'a list in pages',
      async (bench) => {
        bench.step({ type: 'silent' })
        expect(bench.phase).toBe('listing')
        bench.list(5, gadget('a', 1))
      },
    ],
  ])('begin to count anew after %s', async ([, recover]) => {
    const bench = new Bench()
    bench.watch()
    expect(await bench.fail(internal)).toBe('resume')
    await recover(bench)
    expect(bench.phase).toBe('watching')
    await bench.clock.advance(2 * minuteMs)
    expect(await bench.fail(internal)).toBe('resume')
  })
})

describe('discovery that goes without the kind', () => {
  test.for<[string, (bench: Bench) => unknown]>([
    ['an event', (bench) => bench.watch()],
    [
      'a list in pages',
      (bench) => {
        bench.step({ type: 'silent' })
        bench.list(2, gadget('a', 1))
      },
    ],
    [
      'discovery that lists it',
      async (bench) => {
        bench.step({ type: 'failed', error: notFound })
        bench.step({ type: 'discovered', isServed: true })
        await bench.elapse()
      },
    ],
  ])('counts anew after %s', async ([, recover]) => {
    const bench = new Bench()
    bench.watch()
    const lack = (): StepOutcome<Gadget> => {
      bench.step({ type: 'failed', error: notFound })
      return bench.step({ type: 'discovered', isServed: false })
    }
    expect(lack()).toMatchObject({ incident: { reason: 'unlisted', delayMs: 10_000 } })
    await bench.elapse()
    bench.step({ type: 'discovered', isServed: true })
    await recover(bench)
    expect(lack().deltas).toBeUndefined()
    await bench.elapse()
    expect(bench.step({ type: 'discovered', isServed: false })).toMatchObject({
      deltas: [{ type: 'GONE' }],
      incident: { reason: 'gone' },
    })
  })
})

test('the list after one that expired begins at what was known', async () => {
  const bench = new Bench()
  bench.watch()
  expect(await bench.fail(expired)).toBe('relist')
  expect(bench.machine.state).toMatchObject({ phase: 'streaming', since: '2' })
})
