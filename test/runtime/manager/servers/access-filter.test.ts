import { describe, expect, test } from 'vitest'
import { StatusError } from '../../../../src/apimachinery/status.ts'
import type { Client } from '../../../../src/runtime/client/client.ts'
import { filterAccess } from '../../../../src/runtime/manager/servers/access-filter.ts'
import { answer } from '../../../../src/runtime/manager/servers/http-answer.ts'
import { ManualClock } from '../../clock/manual-clock.ts'
import { silentLogger } from '../../log/silent-logger.ts'
import { serve } from './serve.ts'

interface Review {
  readonly spec: {
    readonly token?: string
    readonly user?: string
    readonly groups?: readonly string[]
    readonly nonResourceAttributes?: { readonly path: string; readonly verb: string }
  }
}

/** A filter before a handler, and an API server that knows two users. */
async function useFilter() {
  const clock = new ManualClock()
  const reviews: Review['spec'][] = []
  const failures: Error[] = []
  const create = async (_resource: unknown, { spec }: Review): Promise<unknown> => {
    reviews.push(spec)
    const failure = failures.shift()
    if (failure) throw failure
    if (spec.token === undefined) return { status: { allowed: spec.user === 'prometheus' } }
    const username = { good: 'prometheus', other: 'eve' }[spec.token]
    return username === undefined
      ? { status: { authenticated: false, error: 'unknown token' } }
      : { status: { authenticated: true, user: { username, groups: ['g'], extra: { a: ['b'] } } } }
  }
  const client = { create } as unknown as Pick<Client, 'create'>
  const handler = filterAccess((_request, response) => answer(response, 200, { body: 'metrics' }), {
    client,
    clock,
    logger: silentLogger,
  })
  const { get } = await serve({ handler })
  const scrape = (authorization?: string, path = '/metrics') =>
    get(path, authorization === undefined ? {} : { authorization })
  return { scrape, reviews, failures, clock }
}

const unavailable = new StatusError({ apiVersion: 'v1', kind: 'Status', code: 503 })
const forbidden = new StatusError({ apiVersion: 'v1', kind: 'Status', code: 403 })

describe('filterAccess()', () => {
  test.for([
    [undefined, 401],
    ['Basic Z29vZDpnb29k', 401],
    ['Bearer', 401],
    ['Bearer a b', 401],
    ['Bearer unknown', 401],
    ['Bearer other', 403],
    ['Bearer good', 200],
    ['bearer good', 200],
  ] as const)('answers %s with %i', async ([authorization, status]) => {
    const { scrape } = await useFilter()
    expect((await scrape(authorization)).status).toBe(status)
  })

  test('asks for the user, the path and the verb', async () => {
    const { scrape, reviews } = await useFilter()
    await scrape('Bearer good', '/debug/kops?x=1')
    expect(reviews).toEqual([
      { token: 'good' },
      {
        user: 'prometheus',
        uid: '',
        groups: ['g'],
        extra: { a: ['b'] },
        nonResourceAttributes: { path: '/debug/kops', verb: 'get' },
      },
    ])
  })

  test('remembers users for a minute, rights for five, refusals for half a minute', async () => {
    const { scrape, reviews, clock } = await useFilter()
    const asked = async (authorization: string): Promise<number> => {
      const before = reviews.length
      await scrape(authorization)
      return reviews.length - before
    }
    expect(await asked('Bearer good')).toBe(2)
    expect(await asked('Bearer good')).toBe(0)
    await clock.advance(60_000)
    expect(await asked('Bearer good')).toBe(1)
    await clock.advance(240_000)
    expect(await asked('Bearer good')).toBe(2)
    expect(await asked('Bearer other')).toBe(2)
    await clock.advance(30_000)
    expect(await asked('Bearer other')).toBe(1)
  })

  test('asks once for those who come at the same time', async () => {
    const { scrape, reviews } = await useFilter()
    await Promise.all([scrape('Bearer good'), scrape('Bearer good'), scrape('Bearer good')])
    expect(reviews.filter(({ token }) => token === 'good')).toHaveLength(1)
  })

  test('asks again while the API server fails, five times in all, and remembers no failure', async () => {
    const { scrape, reviews, failures, clock } = await useFilter()
    failures.push(unavailable, unavailable)
    const patient = scrape('Bearer good')
    await expect.poll(() => clock.pendingTimers).toBeGreaterThan(0)
    await clock.advance(500)
    await clock.advance(750)
    expect((await patient).status).toBe(200)
    expect(reviews).toHaveLength(4)
    await clock.advance(3_600_000)
    failures.push(...Array.from({ length: 5 }, () => unavailable))
    const failed = scrape('Bearer good')
    await expect.poll(() => clock.pendingTimers).toBeGreaterThan(0)
    await clock.advance(10_000)
    expect(await failed).toMatchObject({ status: 500 })
    expect((await scrape('Bearer good')).status).toBe(200)
  })

  test('does not ask again where the API server refuses to be asked', async () => {
    const { scrape, reviews, failures } = await useFilter()
    failures.push(forbidden)
    expect((await scrape('Bearer good')).status).toBe(500)
    expect(reviews).toHaveLength(1)
  })

  test('asks about few of a flood of unknown tokens, and keeps known ones in', async () => {
    const { scrape, reviews, clock } = await useFilter()
    expect((await scrape('Bearer good')).status).toBe(200)
    await clock.advance(61_000)
    const before = reviews.length
    const statuses: number[] = []
    for (let sent = 0; sent < 500; sent++) {
      statuses.push((await scrape(`Bearer unknown-${sent}`)).status)
    }
    expect(reviews.length - before).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(490)
    // One that was good is asked about again in any case.
    expect((await scrape('Bearer good')).status).toBe(200)
    await clock.advance(10_000)
    expect((await scrape('Bearer other')).status).toBe(403)
  })

  test('asks once about one unknown token, however often it comes', async () => {
    const { scrape, reviews } = await useFilter()
    for (let sent = 0; sent < 20; sent++) await scrape('Bearer unknown')
    expect(reviews).toHaveLength(1)
  })

  test('asks about no token that is longer than any', async () => {
    const { scrape, reviews } = await useFilter()
    // Node sends as much as this in headers.
    expect((await scrape(`Bearer ${'x'.repeat(15_000)}`)).status).toBe(401)
    expect((await scrape(`Bearer ${'x'.repeat(20_000)}`)).status).toBe(401)
    expect(reviews).toHaveLength(1)
  })
})
