import { describe, expect, it } from 'vitest'
import { ConnectionError } from '../../../src/runtime/client/transport.ts'
import { WatchGuard, type WatchGuardOptions } from '../../../src/runtime/client/watch-guard.ts'
import { ManualClock } from '../clock/manual-clock.ts'

interface Watched {
  readonly clock: ManualClock
  readonly guard: WatchGuard
  readonly probes: number[]
}

type Answer = 'answers' | 'is silent' | 'refuses'

/** A guarded watch of a server that answers questions so. */
function watch(answer: Answer, options: Partial<WatchGuardOptions> = {}): Watched {
  const clock = new ManualClock()
  const probes: number[] = []
  const probe = (signal: AbortSignal): Promise<void> => {
    probes.push(clock.monotonic())
    if (answer === 'answers') return Promise.resolve()
    if (answer === 'refuses') return Promise.reject(new Error('ECONNREFUSED'))
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  }
  return { clock, probes, guard: new WatchGuard({ clock, probe, ...options }) }
}

describe('WatchGuard', () => {
  it('asks a server whose watch is silent, and leaves the watch alone where it answers', async () => {
    const { clock, guard, probes } = watch('answers')
    await clock.advance(95_000)
    expect(probes).toEqual([30_000, 60_000, 90_000])
    expect(guard.signal.aborted).toBe(false)
  })

  it('asks nothing while the watch says something', async () => {
    const { clock, guard, probes } = watch('answers')
    for (let count = 0; count < 10; count++) {
      await clock.advance(20_000)
      guard.active()
    }
    expect(probes).toEqual([])
    await clock.advance(29_999)
    expect(probes).toEqual([])
    await clock.advance(1)
    expect(probes).toHaveLength(1)
  })

  it('ends a watch whose server gives no answer', async () => {
    const { clock, guard } = watch('is silent')
    await clock.advance(44_999)
    expect(guard.signal.aborted).toBe(false)
    await clock.advance(1)
    expect(guard.signal.reason).toBeInstanceOf(ConnectionError)
    expect(clock.pendingTimers).toBe(0)
  })

  it('asks a server that refuses until the time is over', async () => {
    const { clock, guard, probes } = watch('refuses')
    await clock.advance(45_000)
    expect(probes.length).toBeGreaterThan(10)
    expect(guard.signal.aborted).toBe(true)
  })

  it('goes on where the watch says something while the server is asked', async () => {
    const { clock, guard } = watch('is silent')
    await clock.advance(40_000)
    guard.active()
    await clock.advance(10_000)
    expect(guard.signal.aborted).toBe(false)
    await clock.advance(35_000)
    expect(guard.signal.aborted).toBe(true)
  })

  it('ends a watch that outlives its time', async () => {
    const { clock, guard } = watch('answers', { lastsMs: 310_000 })
    await clock.advance(309_999)
    expect(guard.signal.aborted).toBe(false)
    await clock.advance(1)
    expect(guard.signal.reason).toMatchObject({ message: 'the watch did not end when it was due' })
  })

  it('passes on why its caller ends it', () => {
    const caller = new AbortController()
    const { guard } = watch('answers', { signal: caller.signal })
    const reason = new Error('stopping')
    caller.abort(reason)
    expect(guard.signal.reason).toBe(reason)
    expect(watch('answers', { signal: caller.signal }).guard.signal.aborted).toBe(true)
  })

  it('leaves no timer, listener or question behind', async () => {
    for (const answer of ['answers', 'is silent', 'refuses'] as const) {
      for (const elapsedMs of [0, 10_000, 30_000, 35_000]) {
        const { clock, guard, probes } = watch(answer)
        await clock.advance(elapsedMs)
        guard.stop()
        await clock.advance(0)
        const asked = probes.length
        await clock.advance(100_000)
        expect(clock.pendingTimers).toBe(0)
        expect(probes).toHaveLength(asked)
        expect(guard.signal.aborted).toBe(false)
      }
    }
  })
})
