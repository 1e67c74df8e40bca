import { describe, expect, test } from 'vitest'
import { HealthChecks } from '../../../../src/runtime/manager/servers/health-checks.ts'
import { answer } from '../../../../src/runtime/manager/servers/http-answer.ts'
import { silentLogger } from '../../log/silent-logger.ts'
import { serve } from './serve.ts'

async function probe(checks: Readonly<Record<string, Error | string | undefined>>) {
  const health = new HealthChecks('/healthz', silentLogger)
  for (const [name, error] of Object.entries(checks)) {
    health.add(name, async () => {
      if (error instanceof Error) throw error
      return error
    })
  }
  const { get } = await serve({
    handler: async (request, response) => {
      if (!(await health.answer(request, response))) answer(response, 404, { body: 'not here' })
    },
  })
  return get
}

const secret = new Error('the password is swordfish')

describe('a probe', () => {
  test.for([
    ['/healthz', 200, 'ok'],
    ['/healthz/', 200, 'ok'],
    ['/healthz?verbose', 200, '[+]a ok\n[+]b ok\nhealthz check passed\n'],
    ['/healthz/a', 200, 'ok'],
    ['/healthz/unknown', 404, '404 page not found\n'],
    ['/healthz/%zz', 404, '404 page not found\n'],
    ['/healthzz', 404, 'not here'],
    [
      '/healthz?verbose&exclude=a&exclude=c',
      200,
      '[+]a excluded: ok\n[+]b ok\nwarn: some health checks cannot be excluded: no matches for "c"\nhealthz check passed\n',
    ],
  ] as const)('answers %s', async ([path, status, body]) => {
    const get = await probe({ b: undefined, a: undefined })
    expect(await get(path)).toMatchObject({ status, body })
  })

  test.for([
    ['/healthz', 500, '[-]bad failed: reason withheld\n[+]good ok\nhealthz check failed\n'],
    ['/healthz?exclude=bad', 200, 'ok'],
    ['/healthz/bad', 500, 'internal server error: reason withheld\n'],
    ['/healthz/good', 200, 'ok'],
  ] as const)('keeps the reason of a failure to itself: %s', async ([path, status, body]) => {
    const get = await probe({ bad: secret, good: undefined })
    const given = await get(path)
    expect(given).toMatchObject({ status, body })
    expect(given.body).not.toContain('swordfish')
  })

  test('shows the note of a check that passes to those who ask for more', async () => {
    const get = await probe({ a: 'no kind Gadget', b: undefined })
    expect((await get('/healthz')).body).toBe('ok')
    expect((await get('/healthz?verbose')).body).toBe(
      '[+]a ok: no kind Gadget\n[+]b ok\nhealthz check passed\n',
    )
  })

  test('without checks answers that the process is there', async () => {
    const get = await probe({})
    expect((await get('/healthz?verbose')).body).toBe('[+]ping ok\nhealthz check passed\n')
    expect((await get('/healthz/ping')).body).toBe('ok')
  })

  test('has each name once', () => {
    const health = new HealthChecks('/readyz', silentLogger)
    health.add('a', () => undefined)
    expect(() => health.add('a', () => undefined)).toThrow(TypeError)
  })
})
