import { describe, expect, test } from 'vitest'
import {
  GracePeriodError,
  Lifecycle,
  type LifecycleOptions,
} from '../../../src/runtime/manager/lifecycle.ts'
import type { Runnable, RunnableGroup } from '../../../src/runtime/manager/runnable.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { silentLogger } from '../log/silent-logger.ts'

const groups: readonly RunnableGroup[] = ['leader', 'other', 'cache', 'webhook', 'server']

/** A lifecycle on a manual clock that writes down what happens in it. */
function useLifecycle(options: Partial<LifecycleOptions> = {}) {
  const clock = new ManualClock()
  const events: string[] = []
  const lifecycle = new Lifecycle({ clock, logger: silentLogger, ...options })
  const stop = new AbortController()
  const run = (): Promise<void> => {
    const running = lifecycle.run(stop.signal)
    running.catch(() => undefined)
    return running
  }
  return { clock, events, lifecycle, stop, run }
}

type Fake = Partial<Runnable> & { readonly drainMs?: number; readonly readyMs?: number }

/** A runnable that takes its time to be ready and to end. */
function fake(
  group: RunnableGroup | undefined,
  { clock, events }: { clock: ManualClock; events: string[] },
  { drainMs = 0, readyMs, ...more }: Fake = {},
): Runnable {
  const name = more.name ?? group ?? 'plain'
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => void clock.after(ms, resolve))
  return {
    name,
    ...(group && { group }),
    async start(signal) {
      events.push(`${name} starts`)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      events.push(`${name} drains`)
      if (drainMs > 0) await wait(drainMs)
      events.push(`${name} ends`)
    },
    ...(readyMs !== undefined && {
      async ready() {
        await wait(readyMs)
        events.push(`${name} is ready`)
      },
    }),
    abort: () => events.push(`${name} aborts`),
    ...more,
  }
}

function useElection() {
  let elect = (): void => undefined
  let lose: (error: Error) => void = () => undefined
  const elected = new Promise<void>((resolve) => {
    elect = resolve
  })
  const events: string[] = []
  const run = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      lose = reject
      signal.addEventListener('abort', () => {
        events.push('released')
        resolve()
      })
    })
  return {
    election: { elected, run },
    elect: () => elect(),
    lose: (error: Error) => lose(error),
    events,
  }
}

describe('a lifecycle', () => {
  test('starts servers, webhooks, caches, others, then what needs the lease', async () => {
    const { election, elect } = useElection()
    const life = useLifecycle({ election })
    for (const group of groups) life.lifecycle.add(fake(group, life, { readyMs: 10 }))
    void life.run()
    await life.clock.advance(15)
    expect(life.lifecycle.state).toEqual({ phase: 'starting', waitsFor: 'webhook' })
    await life.clock.advance(100)
    expect(life.lifecycle.state).toEqual({ phase: 'starting', waitsFor: 'election' })
    elect()
    await life.clock.advance(100)
    expect(life.lifecycle.state).toEqual({ phase: 'running' })
    const order = ['server', 'webhook', 'cache', 'other', 'leader']
    expect(life.events).toEqual(order.flatMap((name) => [`${name} starts`, `${name} is ready`]))
  })

  test('stops others, what needed the lease, caches, webhooks, servers, then gives the lease away', async () => {
    const { election, elect, events } = useElection()
    const life = useLifecycle({ election })
    for (const group of groups) life.lifecycle.add(fake(group, life, { drainMs: 1000 }))
    elect()
    const running = life.run()
    await life.clock.advance(0)
    life.events.length = 0
    life.stop.abort()
    await life.clock.advance(4500)
    expect(events).toEqual([])
    await life.clock.advance(500)
    await running
    const order = ['other', 'leader', 'cache', 'webhook', 'server']
    expect(life.events).toEqual(order.flatMap((name) => [`${name} drains`, `${name} ends`]))
    expect(events).toEqual(['released'])
    expect(life.lifecycle.state).toEqual({ phase: 'stopped' })
    expect(life.clock.pendingTimers).toBe(0)
  })

  test('takes what says nothing for something that needs the lease', async () => {
    const { election } = useElection()
    const life = useLifecycle({ election })
    life.lifecycle.add(fake(undefined, life))
    void life.run()
    await life.clock.advance(0)
    expect(life.events).toEqual([])
  })

  test('starts what is added later at once', async () => {
    const life = useLifecycle()
    void life.run()
    await life.clock.advance(0)
    life.lifecycle.add(fake('leader', life))
    await life.clock.advance(0)
    expect(life.events).toEqual(['leader starts'])
  })

  test('warms up before it leads', async () => {
    const { election } = useElection()
    const life = useLifecycle({ election })
    const warmup = async (): Promise<void> => void life.events.push('warm')
    life.lifecycle.add(fake('leader', life, { warmup }))
    life.lifecycle.add(fake('cache', life, { readyMs: 5 }))
    void life.run()
    await life.clock.advance(10)
    expect(life.events).toEqual(['cache starts', 'cache is ready', 'warm'])
  })

  test('aborts what has not ended when the grace is over, and names it', async () => {
    const { election, elect, events } = useElection()
    const life = useLifecycle({ election, gracefulShutdownTimeoutMs: 5000 })
    life.lifecycle.add(fake('leader', life, { drainMs: 60_000, name: 'slow' }))
    life.lifecycle.add(fake('leader', life, { name: 'quick' }))
    elect()
    const running = life.run()
    await life.clock.advance(0)
    life.stop.abort()
    await life.clock.advance(4999)
    expect(life.events).not.toContain('slow aborts')
    await life.clock.advance(2000)
    await expect(running).rejects.toMatchObject({ name: 'GracePeriodError', running: ['slow'] })
    expect(life.events.filter((event) => event.endsWith('aborts'))).toEqual(['slow aborts'])
    // What needed the lease still runs: the lease is not given away, it expires.
    expect(events).toEqual([])
  })

  test('waits for what notices the abort', async () => {
    const life = useLifecycle({ gracefulShutdownTimeoutMs: 5000 })
    let finish = (): void => undefined
    const start = (): Promise<void> => new Promise((resolve) => (finish = resolve))
    life.lifecycle.add(fake('leader', life, { start, abort: () => finish() }))
    const running = life.run()
    await life.clock.advance(0)
    life.stop.abort()
    await life.clock.advance(5500)
    await expect(running).resolves.toBeUndefined()
  })

  test('gives no grace when it is 0, and has no end to it when it is negative', async () => {
    const none = useLifecycle({ gracefulShutdownTimeoutMs: 0 })
    none.lifecycle.add(fake('leader', none, { drainMs: 3_600_000 }))
    const ended = none.run()
    await none.clock.advance(0)
    none.stop.abort()
    await none.clock.advance(1500)
    await ended
    expect(none.events).toContain('leader aborts')

    const endless = useLifecycle({ gracefulShutdownTimeoutMs: -1 })
    endless.lifecycle.add(fake('leader', endless, { drainMs: 3_600_000 }))
    const running = endless.run()
    await endless.clock.advance(0)
    endless.stop.abort()
    await endless.clock.advance(3_600_000)
    await running
    expect(endless.events).not.toContain('leader aborts')
  })

  test('rejects with what failed, after the others have ended', async () => {
    const life = useLifecycle()
    const broken = new Error('port in use')
    life.lifecycle.add(fake('cache', life, { drainMs: 100 }))
    life.lifecycle.add(fake('other', life, { start: () => Promise.reject(broken) }))
    const running = life.run()
    await life.clock.advance(200)
    await expect(running).rejects.toBe(broken)
    expect(life.events).toEqual(['cache starts', 'cache drains', 'cache ends'])
  })

  test('does not start what comes after a group that fails to get ready', async () => {
    const life = useLifecycle()
    const late = new Error('not synced')
    life.lifecycle.add(fake('cache', life, { ready: () => Promise.reject(late) }))
    life.lifecycle.add(fake('leader', life))
    const running = life.run()
    await life.clock.advance(0)
    await expect(running).rejects.toBe(late)
    expect(life.events).not.toContain('leader starts')
  })

  test('can be stopped while caches fill', async () => {
    const life = useLifecycle()
    life.lifecycle.add(fake('cache', life, { readyMs: 60_000 }))
    life.lifecycle.add(fake('leader', life))
    const running = life.run()
    await life.clock.advance(10)
    life.stop.abort()
    await life.clock.advance(0)
    await running
    await life.clock.advance(60_000)
    expect(life.events).not.toContain('leader starts')
  })

  test('aborts at once when the lease is lost, also while it drains', async () => {
    for (const drainsAlready of [false, true]) {
      const { election, elect, lose } = useElection()
      const life = useLifecycle({ election })
      life.lifecycle.add(fake('leader', life, { drainMs: 10_000 }))
      elect()
      const running = life.run()
      await life.clock.advance(0)
      if (drainsAlready) life.stop.abort()
      await life.clock.advance(100)
      const lost = new Error('lost')
      lose(lost)
      await life.clock.advance(10)
      expect(life.events).toContain('leader aborts')
      await life.clock.advance(2000)
      await expect(running).rejects.toBe(lost)
    }
  })

  test('takes nothing in when it stops, and runs once', async () => {
    const life = useLifecycle()
    const running = life.run()
    await life.clock.advance(0)
    life.stop.abort()
    await life.clock.advance(0)
    await running
    expect(() => life.lifecycle.add(fake('other', life))).toThrow(TypeError)
    await expect(life.lifecycle.run(life.stop.signal)).rejects.toThrow(TypeError)
  })

  test('says of each runnable how far it is', async () => {
    const life = useLifecycle()
    life.lifecycle.add(fake('server', life, { start: async () => undefined }))
    life.lifecycle.add(fake('leader', life, { inspect: () => ({ length: 3 }) }))
    void life.run()
    await life.clock.advance(0)
    expect(life.lifecycle.inspect()).toMatchObject({
      state: { phase: 'running' },
      groups: {
        server: [{ name: 'server', state: 'ended' }],
        leader: [{ name: 'leader', state: 'running', details: { length: 3 } }],
      },
    })
  })
})

test('the error of a grace that is over keeps the names', () => {
  expect(new GracePeriodError(['a', 'b'], 30_000).message).toBe('a, b did not end within 30000 ms')
})
