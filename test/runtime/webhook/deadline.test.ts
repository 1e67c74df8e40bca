import { describe, expect, test } from 'vitest'
import { Deadline, DeadlineError, readTimeout } from '../../../src/runtime/webhook/deadline.ts'
import { cleanWarnings } from '../../../src/runtime/webhook/admission/warnings.ts'
import { ManualClock } from '../clock/manual-clock.ts'

describe('readTimeout()', () => {
  test.for<[string, number]>([
    ['/p?timeout=10s', 10_000],
    ['/p?a=b&timeout=1s', 1000],
    ['/p?timeout=1m0s', 30_000],
    ['/p?timeout=1.5s', 1500],
    ['/p?timeout=1s500ms', 1500],
    ['/p?timeout=100us', 0.1],
    ['/p', 30_000],
    ['/p?timeout=', 30_000],
    ['/p?timeout=s', 30_000],
    ['/p?timeout=10', 30_000],
    ['/p?timeout=-5s', 30_000],
    ['/p?timeout=0s', 30_000],
    ['/p?timeout=1s2', 30_000],
    ['/p?timeout=99999999h', 30_000],
    ['/p?notimeout=1s', 30_000],
  ])('reads %s', ([target, milliseconds]) => {
    expect(readTimeout(target)).toBeCloseTo(milliseconds)
  })
})

describe('a deadline', () => {
  test.for([
    [1000, 900],
    [10_000, 9500],
    [200, 150],
    [30, 0],
  ])('of %d ms is over after %d, before who waits hangs up', async ([timeout = 0, left = 0]) => {
    const clock = new ManualClock()
    const deadline = new Deadline(clock, timeout)
    const { signal } = deadline
    const given = deadline.run(() => new Promise(() => undefined))
    const refused = expect(given).rejects.toThrow(DeadlineError)
    if (left > 0) {
      await clock.advance(left - 1)
      expect(signal.aborted).toBe(false)
    }
    await clock.advance(1)
    await refused
    expect(signal.aborted).toBe(true)
    expect(deadline.signal.reason).toBeInstanceOf(DeadlineError)
  })

  test('gives what came in time, and leaves no timer', async () => {
    const clock = new ManualClock()
    const deadline = new Deadline(clock, 1000)
    expect(await deadline.run(() => Promise.resolve('answer'))).toBe('answer')
    await expect(deadline.run(() => Promise.reject(new TypeError('bad')))).rejects.toThrow('bad')
    await clock.advance(5000)
    expect(deadline.signal.aborted).toBe(false)
  })
})

describe('cleanWarnings()', () => {
  test.for<[string, string]>([
    ['as it is', 'as it is'],
    ['two\nlines\r\n', 'two lines'],
    ['x'.repeat(256), 'x'.repeat(256)],
    ['x'.repeat(300), `${'x'.repeat(255)}…`],
    ['😀'.repeat(256), '😀'.repeat(256)],
    ['😀'.repeat(257), `${'😀'.repeat(255)}…`],
  ])('makes %j one that the API server passes on', ([warning, shown]) => {
    expect(cleanWarnings([warning, '', '\n'])).toEqual([shown])
  })
})
