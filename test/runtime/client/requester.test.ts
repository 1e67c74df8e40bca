import { describe, expect, it, test } from 'vitest'
import { StatusError } from '../../../src/apimachinery/status.ts'
import type { Credentials } from '../../../src/runtime/client/connection.ts'
import { noCredentials } from '../../../src/runtime/client/connection.ts'
import {
  MalformedAnswerError,
  Requester,
  type Exchange,
} from '../../../src/runtime/client/requester.ts'
import {
  ConnectionError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../../../src/runtime/client/transport.ts'
import { ManualClock } from '../clock/manual-clock.ts'

interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
  /** Breaks off after the body. */
  readonly breaksOff?: boolean
}

type Step = Answer | Error

const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
const broken = (): Error => new ConnectionError('GET /: read ECONNRESET', { cause: reset() })

/** A transport that answers these one after the other, the last one for ever. */
class ScriptedTransport implements Transport {
  readonly sent: TransportRequest[] = []
  readonly #steps: Step[]

  constructor(...steps: Step[]) {
    this.#steps = steps
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    this.sent.push(request)
    const step = this.#steps[Math.min(this.sent.length, this.#steps.length) - 1]
    if (step instanceof Error) throw step
    return answer(step ?? {})
  }

  dropIdle(): void {}
  close(): void {}
}

function answer({ status = 200, headers = {}, body = '{}', breaksOff }: Answer): TransportResponse {
  async function* give(): AsyncGenerator<Buffer> {
    yield Buffer.from(body)
    if (breaksOff) throw reset()
  }
  return { status, headers, body: { [Symbol.asyncIterator]: give, destroy: () => undefined } }
}

function start(
  transport: Transport,
  more: { credentials?: Credentials; onWarning?: (text: string) => void } = {},
): { requester: Requester; clock: ManualClock; exchanges: Exchange[] } {
  const clock = new ManualClock()
  const exchanges: Exchange[] = []
  const requester = new Requester({
    transport,
    clock,
    credentials: noCredentials,
    userAgent: 'test',
    onExchange: (exchange) => exchanges.push(exchange),
    ...more,
  })
  return { requester, clock, exchanges }
}

/** Lets waits pass until the request is settled. */
async function settle<T>(clock: ManualClock, promise: Promise<T>): Promise<T> {
  let isSettled = false
  const settled = promise.finally(() => {
    isSettled = true
  })
  settled.catch(() => undefined)
  for (let seconds = 0; seconds < 1000 && !isSettled; seconds++) await clock.advance(1000)
  return settled
}

const get = { method: 'GET', path: '/' } as const
const put = { method: 'PUT', path: '/', body: '{}' } as const
const busy: Answer = { status: 429, headers: { 'retry-after': '2' }, body: 'too many requests' }

describe('Requester', () => {
  it('waits as long as the server says, and sends again', async () => {
    const transport = new ScriptedTransport(busy, busy, { body: '{"done":true}' })
    const { requester, clock, exchanges } = start(transport)
    const asked = requester.json(put)
    await clock.advance(1_999)
    expect(transport.sent).toHaveLength(1)
    expect(await settle(clock, asked)).toEqual({ done: true })
    expect(clock.monotonic()).toBeGreaterThanOrEqual(4_000)
    expect(exchanges.map(({ code }) => code)).toEqual([429, 429, 200])
  })

  it('gives up after ten more tries, with the text of the refusal', async () => {
    const transport = new ScriptedTransport(busy)
    const { requester, clock } = start(transport)
    const error = await settle(clock, requester.json(get)).catch((reason: unknown) => reason)
    expect(transport.sent).toHaveLength(11)
    expect(error).toBeInstanceOf(StatusError)
    expect(error).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      message: 'too many requests',
    })
  })

  test.for<[string, Answer]>([
    ['a 500 without Retry-After', { status: 500, body: 'oops' }],
    ['a 404', { status: 404, headers: { 'retry-after': '1' } }],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere' }, body: '' }],
    [
      'a resourceVersion that is too large',
      {
        status: 504,
        headers: { 'retry-after': '1' },
        body: JSON.stringify({
          kind: 'Status',
          code: 504,
          details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
        }),
      },
    ],
    [
      'an object that is too large',
      { status: 500, headers: { 'retry-after': '1' }, body: 'etcdserver: request is too large' },
    ],
    ['HTML of a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
  ])('does not send again after %s', async ([, step]) => {
    const transport = new ScriptedTransport(step)
    const { requester, clock } = start(transport)
    await expect(settle(clock, requester.json(get))).rejects.toBeInstanceOf(StatusError)
    expect(transport.sent).toHaveLength(1)
  })

  it('sends a read again after the connection broke, also half-way through the answer', async () => {
    const halfway = { body: '{"half":', breaksOff: true }
    const transport = new ScriptedTransport(broken(), halfway, { body: '{"whole":1}' })
    const { requester, exchanges } = start(transport)
    expect(await requester.json(get)).toEqual({ whole: 1 })
    expect(exchanges.map(({ code }) => code)).toEqual([0, 200, 200])
  })

  it('gives up on a server that breaks every connection', async () => {
    const transport = new ScriptedTransport(broken())
    await expect(start(transport).requester.json(get)).rejects.toBeInstanceOf(ConnectionError)
    expect(transport.sent).toHaveLength(4)
  })

  it('never repeats a write whose outcome is unknown', async () => {
    for (const step of [broken(), { body: '{"half":', breaksOff: true }]) {
      const transport = new ScriptedTransport(step)
      await expect(start(transport).requester.json(put)).rejects.toBeInstanceOf(ConnectionError)
      expect(transport.sent).toHaveLength(1)
    }
  })

  it('sends again once, as someone else, after a 401', async () => {
    let token = 'old'
    const refusals: unknown[] = []
    const credentials: Credentials = {
      headers: async () => ({ authorization: token }),
      invalidate: async (refused) => {
        refusals.push(refused)
        token = 'new'
        return true
      },
    }
    const transport = new ScriptedTransport({ status: 401 }, { body: '1' }, { status: 401 })
    const { requester } = start(transport, { credentials })
    expect(await requester.json(put)).toBe(1)
    expect(transport.sent.map(({ headers }) => headers?.['authorization'])).toEqual(['old', 'new'])
    await expect(requester.json(get)).rejects.toMatchObject({ code: 401 })
    expect(transport.sent).toHaveLength(4)
    expect(refusals).toEqual([{ authorization: 'old' }, { authorization: 'new' }])
  })

  it('ends its wait when it is aborted', async () => {
    const { requester, clock } = start(new ScriptedTransport(busy))
    const stop = new AbortController()
    const asked = requester.json({ ...get, signal: stop.signal })
    await clock.advance(100)
    stop.abort(new Error('stopping'))
    await expect(asked).rejects.toThrow('stopping')
    expect(clock.pendingTimers).toBe(0)
  })

  it('tells each warning', async () => {
    const warnings: string[] = []
    const warning = String.raw`299 - "v1beta1 is deprecated", 299 - "say \"v1\""`
    const transport = new ScriptedTransport({ headers: { warning } })
    await start(transport, { onWarning: (text) => warnings.push(text) }).requester.json(get)
    expect(warnings).toEqual(['v1beta1 is deprecated', 'say "v1"'])
  })

  it('tells an answer that is no JSON', async () => {
    const { requester } = start(new ScriptedTransport({ body: '<html>Log in</html>' }))
    await expect(requester.json(get)).rejects.toBeInstanceOf(MalformedAnswerError)
    await expect(requester.json(get)).rejects.toThrow('<html>Log in')
  })
})
