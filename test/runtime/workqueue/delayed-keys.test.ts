import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DelayedKeys } from '../../../src/runtime/workqueue/delayed-keys.ts'
import { PriorityWorkQueue } from '../../../src/runtime/workqueue/priority-work-queue.ts'
import { ReadyKeys } from '../../../src/runtime/workqueue/ready-keys.ts'
import { atOnce } from '../at-once.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { expectLinear } from '../../growth.ts'

describe('DelayedKeys', () => {
  const entries = fc.array(
    fc.record({
      key: fc.nat(30).map((each) => `k${each}`),
      dueAt: fc.nat(50),
      priority: fc.nat(3),
    }),
    { maxLength: 60 },
  )

  it('gives each key once, when it is due and in order of time, at the highest of its priorities', () => {
    fc.assert(
      fc.property(entries, fc.array(fc.nat(30)), (added, deleted) => {
        const keys = new DelayedKeys()
        const expected = new Map<string, { dueAt: number; priority: number }>()
        for (const { key, dueAt, priority } of added) {
          keys.add({ key, dueAt, priority })
          const known = expected.get(key) ?? { dueAt, priority }
          expected.set(key, {
            dueAt: Math.min(known.dueAt, dueAt),
            priority: Math.max(known.priority, priority),
          })
        }
        for (const each of deleted) {
          keys.delete(`k${each}`)
          expected.delete(`k${each}`)
        }
        for (let now = 0; now <= 50; now += 5) {
          const left = [...expected.values()].map(({ dueAt }) => dueAt)
          expect([keys.size, keys.nextDueAt]).toEqual([
            expected.size,
            left.length === 0 ? undefined : Math.min(...left),
          ])
          const due = keys.takeDue(now)
          const times = due.map(({ dueAt }) => dueAt)
          expect(times).toEqual([...times].sort((one, other) => one - other))
          for (const { key, dueAt, priority } of due) {
            expect({ dueAt, priority }).toEqual(expected.get(key))
            expected.delete(key)
          }
          expect([...expected.values()].every(({ dueAt }) => dueAt > now)).toBe(true)
        }
        expect(expected.size).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  it('is empty after clear()', () => {
    const keys = new DelayedKeys()
    keys.add({ key: 'a', dueAt: 1, priority: 0 })
    keys.clear()
    expect([keys.size, keys.nextDueAt, keys.takeDue(100)]).toEqual([0, undefined, []])
  })
})

describe('a queue with delays', () => {
  function newQueue(): { queue: PriorityWorkQueue; clock: ManualClock } {
    const clock = new ManualClock()
    return { queue: new PriorityWorkQueue({ clock }), clock }
  }

  it('keeps one timer, for the key that is due next, and lets the process end', async () => {
    const delays: unknown[] = []
    const clock = new (class extends ManualClock {
      override after(delayMs: number, callback: () => void, ...options: unknown[]) {
        delays.push([delayMs, ...options])
        return super.after(delayMs, callback)
      }
    })()
    const queue = new PriorityWorkQueue({ clock })
    queue.addAfter('b', 50)
    queue.addAfter('c', 90)
    queue.addAfter('a', 10)
    expect(clock.pendingTimers).toBe(1)
    await clock.advance(100)
    expect([queue.length, clock.pendingTimers]).toEqual([3, 0])
    const background = { background: true }
    expect(delays).toEqual([
      [50, background],
      [10, background],
      [40, background],
      [40, background],
    ])
  })

  it('gives a key its priority back when its time has come', async () => {
    const { queue, clock } = newQueue()
    queue.addAfter('k', 20, { priority: 7 })
    queue.addAfter('k', 10, { priority: 2 })
    await clock.advance(10)
    expect(await atOnce(queue.get())).toEqual({ key: 'k', priority: 7 })
  })

  it.for([0, -5])('adds a key at once after %d ms', (delayMs) => {
    const { queue, clock } = newQueue()
    queue.addAfter('k', delayMs)
    expect([queue.length, queue.delayedLength, clock.pendingTimers]).toEqual([1, 0, 0])
  })

  it('takes no delayed key and drops those that wait when it shuts down', () => {
    const { queue, clock } = newQueue()
    queue.addAfter('a', 10)
    queue.shutDown()
    queue.addAfter('b', 10)
    expect([queue.delayedLength, clock.pendingTimers]).toEqual([0, 0])
  })

  it('is drained at once where it is empty, and else when the last key is done', async () => {
    await atOnce(newQueue().queue.shutDownWithDrain())
    const { queue } = newQueue()
    queue.add('a')
    queue.add('b')
    let isDrained = false
    const drained = queue.shutDownWithDrain().then(() => (isDrained = true))
    for (const key of ['a', 'b']) expect((await atOnce(queue.get()))?.key).toBe(key)
    queue.done('a')
    await Promise.resolve()
    expect(isDrained).toBe(false)
    queue.done('b')
    await atOnce(drained)
    expect(isDrained).toBe(true)
  })

  it('is not drained while a key waits that no worker has', async () => {
    const { queue } = newQueue()
    queue.add('a')
    await expect(atOnce(queue.shutDownWithDrain())).rejects.toThrow('it waits')
  })
})

describe('ReadyKeys', () => {
  it('lets the key go that has waited longest, whatever its priority', () => {
    const keys = new ReadyKeys()
    keys.add('middle', 0, 0)
    keys.add('low', -100, 0)
    const taken = Array.from({ length: 19 }, (_, index) => {
      keys.add(`high-${index}`, 5, 0)
      return keys.take()?.key
    })
    expect(taken.indexOf('middle')).toBe(16)
    expect(taken).not.toContain('low')
  })

  it('keeps the order of thousands of keys that come while others go', () => {
    const keys = new ReadyKeys()
    const taken: (string | undefined)[] = []
    for (let index = 0; index < 5000; index++) {
      keys.add(`k-${index}`, 0, 0)
      if (index >= 1500) taken.push(keys.take()?.key)
    }
    while (keys.size > 0) taken.push(keys.take()?.key)
    expect(taken).toEqual(Array.from({ length: 5000 }, (_, index) => `k-${index}`))
  })

  it('takes as long for each key as for the first', () => {
    expectLinear(
      'add and take',
      (n) => n,
      (n) => {
        const keys = new ReadyKeys()
        for (let index = 0; index < n; index++) {
          keys.add('k', 0, 0)
          keys.take()
        }
      },
    )
  })
})
