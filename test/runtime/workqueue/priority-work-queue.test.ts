import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExponentialRateLimiter } from '../../../src/runtime/workqueue/exponential-rate-limiter.ts'
import { PriorityWorkQueue } from '../../../src/runtime/workqueue/priority-work-queue.ts'
import { atOnce } from '../at-once.ts'
import { ReadyKeys } from '../../../src/runtime/workqueue/ready-keys.ts'
import { ManualClock } from '../clock/manual-clock.ts'

function newQueue(): { queue: PriorityWorkQueue; clock: ManualClock } {
  const clock = new ManualClock()
  return { queue: new PriorityWorkQueue({ clock }), clock }
}

/** Takes and gives back everything that waits. */
async function takeAll(queue: PriorityWorkQueue): Promise<string[]> {
  const keys: string[] = []
  while (queue.length > 0) {
    const taken = await atOnce(queue.get())
    if (taken === undefined) break
    keys.push(taken.key)
    queue.done(taken.key)
  }
  return keys
}

describe('PriorityWorkQueue', () => {
  it('gives keys in order of arrival, each once however often it was added', async () => {
    const { queue } = newQueue()
    for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key)
    expect(await takeAll(queue)).toEqual(['a', 'b', 'c'])
  })

  it('never gives a key to two workers, and runs it once more for any number of adds meanwhile', async () => {
    const { queue } = newQueue()
    queue.add('k')
    const first = await atOnce(queue.get())
    for (let times = 0; times < 3; times++) queue.add('k')
    expect([first?.key, queue.length]).toEqual(['k', 0])
    queue.done('k')
    expect(await takeAll(queue)).toEqual(['k'])
  })

  it('gives higher priorities first, and keeps the higher of two', async () => {
    const { queue } = newQueue()
    queue.add('low', { priority: -100 })
    queue.add('normal')
    queue.add('raised', { priority: -100 })
    queue.add('raised', { priority: 5 })
    queue.add('raised', { priority: -100 })
    expect(await takeAll(queue)).toEqual(['raised', 'normal', 'low'])
  })

  it('lets a key of low priority go after some urgent ones, however many come', async () => {
    const { queue } = newQueue()
    queue.add('patient', { priority: -100 })
    let passes = 0
    for (let taken; taken !== 'patient' && passes < 1000; passes++) {
      queue.add(`urgent-${passes}`)
      taken = (await atOnce(queue.get()))?.key
      queue.done(taken ?? '')
    }
    // Sixteen urgent keys, and the patient one.
    expect(passes).toBe(17)
  })

  it('counts only the urgent keys that go before one that waits', async () => {
    const { queue } = newQueue()
    for (let index = 0; index < 40; index++) queue.add(`k-${index}`)
    expect(await takeAll(queue)).toHaveLength(40)
    queue.add('low', { priority: -100 })
    queue.add('high', { priority: 5 })
    expect(await takeAll(queue)).toEqual(['high', 'low'])
  })

  it('gives a key once whose priority was raised, though it stood first in its old place', async () => {
    const { queue } = newQueue()
    queue.add('raised', { priority: -100 })
    queue.add('low', { priority: -100 })
    queue.add('raised', { priority: 5 })
    expect(await takeAll(queue)).toEqual(['raised', 'low'])
    expect(queue.depths()).toEqual(new Map())
  })

  it('tells the observer of every key once, and for how long it waited and was worked on', async () => {
    const clock = new ManualClock()
    await clock.advance(1000)
    const told: (readonly [string, ...unknown[]])[] = []
    const queue = new PriorityWorkQueue({
      clock,
      observer: {
        added: (key) => told.push(['added', key]),
        retried: (key) => told.push(['retried', key]),
        taken: (key, ms) => told.push(['taken', key, ms]),
        finished: (key, ms) => told.push(['finished', key, ms]),
      },
    })
    queue.add('k')
    queue.add('k')
    await clock.advance(5)
    queue.add('k', { priority: 9 })
    queue.done('k')
    await atOnce(queue.get())
    await clock.advance(7)
    queue.add('k')
    expect(told).toHaveLength(3)
    queue.add('k', { priority: 3 })
    queue.done('k')
    queue.done('unknown')
    expect(queue.depths()).toEqual(new Map([[3, 1]]))
    await clock.advance(2)
    await atOnce(queue.get())
    queue.done('k')
    queue.addAfter('k', 10)
    await clock.advance(10)
    expect(told).toEqual([
      ['added', 'k'],
      ['taken', 'k', 5],
      ['added', 'k'],
      ['finished', 'k', 7],
      ['taken', 'k', 2],
      ['finished', 'k', 0],
      ['retried', 'k'],
      ['added', 'k'],
    ])
  })

  it('waits for the soonest of several delays, and drops the later', async () => {
    const { queue, clock } = newQueue()
    queue.addAfter('k', 50)
    queue.addAfter('k', 10)
    queue.addAfter('k', 30)
    await clock.advance(9)
    expect(queue.length).toBe(0)
    await clock.advance(1)
    expect(await takeAll(queue)).toEqual(['k'])
    await clock.advance(1000)
    expect([queue.length, clock.pendingTimers]).toEqual([0, 0])
  })

  it.for(['ready', 'dirty'])('does not delay a key that is %s: it runs once', async (state) => {
    const { queue, clock } = newQueue()
    queue.add('k')
    if (state === 'dirty') {
      await atOnce(queue.get())
      queue.add('k')
    }
    queue.addAfter('k', 50, { priority: 7 })
    expect([queue.delayedLength, clock.pendingTimers]).toEqual([0, 0])
    if (state === 'dirty') queue.done('k')
    expect(await atOnce(queue.get())).toEqual({ key: 'k', priority: 7 })
    queue.done('k')
    await clock.advance(1000)
    expect(queue.length).toBe(0)
  })

  it('delays a key that a worker has and that was not added since', async () => {
    const { queue, clock } = newQueue()
    queue.add('k')
    await atOnce(queue.get())
    queue.addAfter('k', 50)
    queue.done('k')
    expect([queue.length, queue.delayedLength]).toEqual([0, 1])
    await clock.advance(50)
    expect(await takeAll(queue)).toEqual(['k'])
  })

  it('drops a delay when the key runs before its time', async () => {
    const { queue, clock } = newQueue()
    queue.addAfter('k', 50)
    await clock.advance(10)
    queue.add('k')
    expect(await takeAll(queue)).toEqual(['k'])
    await clock.advance(100)
    expect(queue.length).toBe(0)
  })

  it('backs a failing key off exponentially, others not, until it is forgotten', async () => {
    const { queue, clock } = newQueue()
    const waits: number[] = []
    for (let failure = 0; failure < 5; failure++) {
      const start = clock.monotonic()
      queue.addRateLimited('bad')
      for (let ms = 0; queue.length === 0 && ms < 1000; ms++) await clock.advance(1)
      waits.push(clock.monotonic() - start)
      await takeAll(queue)
    }
    expect(waits).toEqual([5, 10, 20, 40, 80])
    expect([queue.numRequeues('bad'), queue.numRequeues('good')]).toEqual([5, 0])
    queue.forget('bad')
    expect(queue.numRequeues('bad')).toBe(0)
  })

  it('gives a waiting worker the next key at once', async () => {
    const { queue } = newQueue()
    const taken = queue.get()
    queue.add('k')
    expect((await atOnce(taken))?.key).toBe('k')
  })

  it('refuses keys after shutDown, gives out what waits, and then the end', async () => {
    const { queue, clock } = newQueue()
    queue.add('a')
    queue.addAfter('timer', 5)
    queue.shutDown()
    queue.add('b')
    await clock.advance(10)
    expect((await atOnce(queue.get()))?.key).toBe('a')
    queue.done('a')
    expect(await atOnce(queue.get())).toBeUndefined()
    expect(clock.pendingTimers).toBe(0)
  })

  it('ends a worker that waits when it shuts down', async () => {
    const { queue } = newQueue()
    const taken = queue.get()
    queue.shutDown()
    expect(await atOnce(taken)).toBeUndefined()
  })

  it('drains: waits for what workers have', async () => {
    const { queue, clock } = newQueue()
    queue.add('a')
    await atOnce(queue.get())
    let isDrained = false
    const drained = queue.shutDownWithDrain().then(() => (isDrained = true))
    await clock.advance(1)
    expect(isDrained).toBe(false)
    queue.done('a')
    await atOnce(drained)
    expect(isDrained).toBe(true)
  })

  it('takes keys by value: a/b and a, b are two', async () => {
    const { queue } = newQueue()
    queue.add('a/b')
    queue.add('a')
    queue.add('b')
    expect(await takeAll(queue)).toEqual(['a/b', 'a', 'b'])
  })
})

describe('under any order of calls', () => {
  const call = fc.record({
    verb: fc.constantFrom('add', 'addAfter', 'addRateLimited', 'get', 'done', 'advance'),
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    amount: fc.nat(30),
    priority: fc.constantFrom(-100, 0, 3),
  })

  it('handles no key twice at once and loses none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 60 }), async (calls) => {
        const { queue, clock } = newQueue()
        /** Keys that must still be handled once. */
        const owed = new Set<string>()
        const held = new Set<string>()
        const take = async (): Promise<void> => {
          const key = (await atOnce(queue.get()))?.key ?? ''
          expect(held.has(key)).toBe(false)
          held.add(key)
          owed.delete(key)
        }
        for (const { verb, key, amount, priority } of calls) {
          if (verb === 'add') queue.add(key, { priority })
          if (verb === 'addAfter') queue.addAfter(key, amount, { priority })
          if (verb === 'addRateLimited') queue.addRateLimited(key)
          if (verb.startsWith('add')) owed.add(key)
          if (verb === 'get' && queue.length > 0) await take()
          if (verb === 'done' && held.delete(key)) queue.done(key)
          if (verb === 'advance') await clock.advance(amount)
        }
        await clock.advance(2_000_000)
        for (const key of held) queue.done(key)
        held.clear()
        while (queue.length > 0) {
          await take()
          for (const key of held) queue.done(key)
          held.clear()
        }
        expect([...owed]).toEqual([])
        expect([queue.processing.size, queue.delayedLength]).toEqual([0, 0])
      }),
      { numRuns: 300 },
    )
  })
})

it('ExponentialRateLimiter is capped', () => {
  const limiter = new ExponentialRateLimiter({ baseMs: 5, maxMs: 1_000_000 })
  for (let failure = 0; failure < 2000; failure++) limiter.when('k')
  expect(limiter.when('k')).toBe(1_000_000)
})

it('ReadyKeys has nothing to take where nothing waits', () => {
  const keys = new ReadyKeys()
  expect(keys.take()).toBeUndefined()
  keys.add('k', 0, 0)
  keys.take()
  expect([keys.take(), keys.size]).toEqual([undefined, 0])
})
