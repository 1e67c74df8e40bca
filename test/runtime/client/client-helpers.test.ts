import { describe, expect, it, test } from 'vitest'
import { StatusError, type Status } from '../../../src/apimachinery/status.ts'
import * as errors from '../../../src/apimachinery/status-errors.ts'
import { observeLookups, observeRequests } from '../../../src/runtime/client/client-metrics.ts'
import type { ListOptions, Reader } from '../../../src/runtime/client/client.ts'
import { listAll } from '../../../src/runtime/client/list-all.ts'
import { logWarnings } from '../../../src/runtime/client/log-warnings.ts'
import { patchBody } from '../../../src/runtime/client/patch-body.ts'
import { listQuery } from '../../../src/runtime/client/queries.ts'
import { retryOnConflict } from '../../../src/runtime/client/retry-on-conflict.ts'
import { readStatus } from '../../../src/runtime/client/status-body.ts'
import { LineLogger, type LogEntry } from '../../../src/runtime/log/line-logger.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import { builtInResources } from '../../../src/kubernetes/facts.ts'
import { ManualClock } from '../clock/manual-clock.ts'

const refusal = (status: Partial<Status>): StatusError =>
  new StatusError({ apiVersion: 'v1', kind: 'Status', ...status })

describe('what a refusal means', () => {
  test.for<[Partial<Status>, string]>([
    [{ code: 404, reason: 'NotFound' }, 'isNotFound'],
    [{ code: 404 }, 'isNotFound'],
    [{ code: 409, reason: 'AlreadyExists' }, 'isAlreadyExists'],
    [{ code: 409, reason: 'Conflict' }, 'isConflict'],
    [{ code: 409, reason: 'Unheard' }, 'isConflict'],
    [{ code: 422, reason: 'Invalid' }, 'isInvalid'],
    [{ code: 400, reason: 'BadRequest' }, 'isBadRequest'],
    [{ code: 401, reason: 'Unauthorized' }, 'isUnauthorized'],
    [{ code: 403, reason: 'Forbidden' }, 'isForbidden'],
    [{ code: 410, reason: 'Expired' }, 'isExpired'],
    [{ code: 410, reason: 'Gone' }, 'isExpired'],
    [{ code: 405, reason: 'MethodNotAllowed' }, 'isMethodNotSupported'],
    [{ code: 413 }, 'isRequestTooLarge'],
    [{ code: 429, reason: 'TooManyRequests' }, 'isTooManyRequests'],
    [{ code: 504, reason: 'Timeout' }, 'isTimeout'],
    [{ code: 500, reason: 'ServerTimeout' }, 'isTimeout'],
    [{ code: 503, reason: 'ServiceUnavailable' }, 'isServiceUnavailable'],
    [{ code: 500, reason: 'InternalError' }, 'isInternalError'],
  ])('%o is %s and nothing else', ([status, name]) => {
    const meanings = Object.entries(errors).flatMap(([each, is]) =>
      each.startsWith('is') && is(refusal(status)) === true ? [each] : [],
    )
    expect(meanings).toEqual([name])
    expect(errors.isNotFound(new Error('404'))).toBe(false)
  })

  it('names the fields of an invalid object', () => {
    const causes = [{ reason: 'FieldValueInvalid', field: 'spec.replicas' }, { reason: 'Other' }]
    expect(errors.fieldCauses(refusal({ details: { causes } }))).toEqual([causes[0]])
    expect(errors.fieldCauses(new Error('x'))).toEqual([])
    const tooLarge = refusal({ details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } })
    expect(errors.isResourceVersionTooLarge(tooLarge)).toBe(true)
  })

  test.for([
    [
      'plain text',
      404,
      '404 page not found\n',
      { reason: 'NotFound', message: '404 page not found' },
    ],
    ['HTML', 502, '<html>', { code: 502, reason: 'Unknown', message: '<html>' }],
    ['nothing', 503, '', { reason: 'ServiceUnavailable', message: 'the server answered 503' }],
    ['JSON that is no Status', 500, '{"a":1}', { reason: 'InternalError', message: '{"a":1}' }],
    ['half a Status', 500, '{"kind":"Status"', { code: 500, reason: 'InternalError' }],
    ['a Status', 409, '{"kind":"Status","reason":"Conflict"}', { code: 409, reason: 'Conflict' }],
  ] as const)('is read from %s', ([, code, body, wanted]) => {
    expect(readStatus(code, body)).toMatchObject(wanted)
  })

  it('takes Retry-After in seconds, and no other', () => {
    expect(readStatus(429, '', '7').details).toEqual({ retryAfterSeconds: 7 })
    expect(readStatus(429, '', 'Wed, 21 Oct 2026 07:28:00 GMT').details).toEqual({})
  })
})

describe('retryOnConflict()', () => {
  const conflict = refusal({ code: 409, reason: 'Conflict' })

  it('runs the change again after conflicts, five times at most', async () => {
    let runs = 0
    const change = (): Promise<string> =>
      ++runs < 4 ? Promise.reject(conflict) : Promise.resolve('written')
    expect(await retryOnConflict(change)).toBe('written')
    expect(runs).toBe(4)
    runs = -100
    await expect(retryOnConflict(change)).rejects.toBe(conflict)
    expect(runs).toBe(-95)
  })

  it('throws every other error at once, and what aborts it', async () => {
    const gone = refusal({ code: 404, reason: 'NotFound' })
    let runs = 0
    const fail = (): Promise<never> => {
      runs++
      return Promise.reject(gone)
    }
    await expect(retryOnConflict(fail)).rejects.toBe(gone)
    expect(runs).toBe(1)
    const clock = new ManualClock()
    const stop = new AbortController()
    const waiting = retryOnConflict(() => Promise.reject(conflict), { clock, signal: stop.signal })
    await clock.advance(1)
    stop.abort(new Error('stopping'))
    await expect(waiting).rejects.toThrow('stopping')
  })
})

describe('listAll()', () => {
  const resource = { group: '', version: 'v1', kind: 'Pod' }
  const list = (items: number[], token?: string): object => ({
    items,
    metadata: token ? { continue: token } : {},
  })

  it('reads page after page, only as they are asked for', async () => {
    const asked: unknown[] = []
    const reader = {
      list: (_resource: unknown, options: { continue?: string; limit?: number }) => {
        asked.push([options.limit, options.continue])
        return Promise.resolve(options.continue ? list([3]) : list([1, 2], 'x'))
      },
    } as unknown as Reader
    const found: unknown[] = []
    for await (const each of listAll(reader, resource, { limit: 2 })) {
      found.push(each)
      expect(asked).toHaveLength(found.length < 3 ? 1 : 2)
    }
    expect(found).toEqual([1, 2, 3])
    expect(asked).toEqual([
      [2, undefined],
      [2, 'x'],
    ])
  })

  it('goes on from the same place where the token has expired', async () => {
    const expired = refusal({ code: 410, reason: 'Expired', metadata: { continue: 'later' } })
    const reader = {
      list: (_resource: unknown, { continue: token }: { continue?: string }) => {
        if (token === 'x') return Promise.reject(expired)
        return Promise.resolve(token === undefined ? list([1], 'x') : list([2]))
      },
    } as unknown as Reader
    const found: unknown[] = []
    for await (const each of listAll(reader, resource)) found.push(each)
    expect(found).toEqual([1, 2])
  })
})

describe('queries', () => {
  test.for<[ListOptions, string]>([
    [{ labelSelector: 'a in (b)' }, '?labelSelector=a+in+%28b%29'],
    [{ labelSelector: { a: 'b', c: 'd' } }, '?labelSelector=a%3Db%2Cc%3Dd'],
    [{ labelSelector: {} }, '?labelSelector='],
    [
      {
        labelSelector: {
          matchLabels: { a: 'b' },
          matchExpressions: [{ key: 'c', operator: 'Exists' as const }],
        },
      },
      '?labelSelector=a%3Db%2Cc',
    ],
    [
      { fieldSelector: { 'metadata.name': 'a', 'spec.x': 'b,c=d\\' } },
      String.raw`?fieldSelector=metadata.name%3Da%2Cspec.x%3Db%5C%2Cc%5C%3Dd%5C%5C`,
    ],
    [{}, ''],
  ])('%o is %s', ([options, query]) => {
    expect(listQuery(options)).toBe(query)
  })

  it('know for which groups strategic merge is', () => {
    const groups = new Set(
      Object.keys(builtInResources()).map((each) =>
        each.startsWith('/') ? '' : (each.split('/')[0] ?? ''),
      ),
    )
    expect(groups.size).toBeGreaterThan(15)
    const patch = { type: 'strategic', value: {} } as const
    const descriptor = {
      version: 'v1',
      kind: 'X',
      plural: 'x',
      scope: 'Cluster',
      subresources: [],
    } as const
    for (const group of groups) {
      expect(patchBody({ ...descriptor, group }, patch).contentType).toContain('strategic')
    }
    expect(() => patchBody({ ...descriptor, group: 'gateway.networking.k8s.io' }, patch)).toThrow(
      TypeError,
    )
  })
})

describe('what a client tells', () => {
  it('counts requests under the names of client-go', () => {
    const registry = new PrometheusRegistry()
    const { onExchange, onAnswerRead } = observeRequests(registry, 'cluster:6443', {
      withHistograms: true,
    })
    onExchange({ method: 'GET', code: 200, durationMs: 20, requestBytes: 0 })
    onExchange({ method: 'GET', code: 0, durationMs: 20, requestBytes: 0 })
    onExchange({ method: 'POST', code: 201, durationMs: 20, requestBytes: 2000 })
    onAnswerRead?.('POST', 300)
    const text = registry.render()
    expect(text).toContain(
      'rest_client_requests_total{code="200",method="GET",host="cluster:6443"} 1',
    )
    expect(text).toContain(
      'rest_client_requests_total{code="<error>",method="GET",host="cluster:6443"} 1',
    )
    const labels = 'verb="POST",host="cluster:6443"'
    expect(text).toContain(`rest_client_request_duration_seconds_count{${labels}} 1`)
    expect(text).toContain(`rest_client_request_size_bytes_sum{${labels}} 2000`)
    expect(text).toContain(`rest_client_response_size_bytes_sum{${labels}} 300`)
  })

  it('counts requests alone unless more is wanted', () => {
    const registry = new PrometheusRegistry()
    const { onExchange, onAnswerRead } = observeRequests(registry, 'cluster:6443')
    onExchange({ method: 'GET', code: 200, durationMs: 20, requestBytes: 0 })
    expect(onAnswerRead).toBeUndefined()
    expect(registry.render()).not.toContain('_bucket')
  })

  it('measures how long names take to resolve', async () => {
    const registry = new PrometheusRegistry()
    const lookup = observeLookups(registry, (_host, _options, callback) => {
      callback(null, '10.0.0.1', 4)
    })
    const address = await new Promise((resolve) => {
      lookup('api.example.org', {}, (_error, found) => resolve(found))
    })
    expect(address).toBe('10.0.0.1')
    expect(registry.render()).toContain(
      'rest_client_dns_resolution_duration_seconds_count{host="api.example.org"} 1',
    )
  })

  it('logs each warning once', () => {
    const lines: string[] = []
    const write = (line: string): void => void lines.push(line)
    const format = ({ fields }: LogEntry): string => String(fields['warning'])
    const warn = logWarnings(new LineLogger({ level: 'info', now: () => 0, format, write }))
    warn('a')
    warn('a')
    warn('b')
    expect(lines).toEqual(['a\n', 'b\n'])
  })
})
