import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Clock } from '../../../src/runtime/clock/clock.ts'
import { systemClock } from '../../../src/runtime/clock/system-clock.ts'
import { BodyBudget } from '../../../src/runtime/webhook/body/body-budget.ts'
import { AdmissionEndpoint } from '../../../src/runtime/webhook/admission/admission-handler.ts'
import { allowed } from '../../../src/runtime/webhook/admission/admission-response.ts'
import { conversionHandler } from '../../../src/runtime/webhook/conversion/conversion-handler.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { newReview } from './reviews.ts'
import { ServedWebhooks } from './served-webhooks.ts'

const mebibyte = 1024 * 1024

/** A server whose budget is the smallest: 8 MiB of bodies, 2 MiB of which are for small ones. */
async function serve(clock: Clock = systemClock): Promise<ServedWebhooks> {
  const served = new ServedWebhooks({ clock })
  const budget = new BodyBudget({ memoryLimit: 64 * mebibyte })
  const { logger, metrics } = served
  const admission = new AdmissionEndpoint({ logger, metrics, clock, budget }, () => allowed())
  served.webhookServer.register('/admit', (request, response) => admission.serve(request, response))
  const converters = new Map()
  served.webhookServer.register(
    '/convert',
    conversionHandler({ logger, metrics, clock, budget, converters }),
  )
  return served.start()
}

/** A connection that sends what it is told, and keeps what it hears. */
class RawClient {
  readonly socket: TLSSocket
  heard = ''
  readonly closed: Promise<unknown>

  private constructor(socket: TLSSocket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => void (this.heard += chunk.toString('latin1')))
    onTestFinished(() => void socket.destroy())
  }

  static async connect({ webhookServer: { port = 0 } }: ServedWebhooks): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    return new RawClient(socket)
  }

  async send(text: string): Promise<void> {
    await new Promise((resolve) => this.socket.write(text, resolve))
  }

  async hear(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.heard)) await once(this.socket, 'data')
  }
}

const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const refused = (served: ServedWebhooks, path: string, reason: string): boolean =>
  served.metrics
    .render()
    .includes(`kops_webhook_bodies_refused_total{webhook="${path}",reason="${reason}"} `)

describe('a body that says it is too large', () => {
  test('is refused before it is read, with the limit in message and metric', async () => {
    const served = await serve()
    const client = await RawClient.connect(served)
    await client.send(head('/convert', 50_000_000))
    await client.hear(/limit is 6291456 bytes/)
    expect(client.heard).toMatch(/^HTTP\/1\.1 413 /)
    expect(refused(served, '/convert', 'too-large')).toBe(true)
    const text = served.metrics.render()
    expect(text).toContain('kops_webhook_body_limit_bytes{webhook="/convert"} 6291456')
  })

  test('gets the answer of controller-runtime where it is an admission', async () => {
    const served = await serve()
    const client = await RawClient.connect(served)
    await client.send(head('/admit', 50_000_000))
    await client.hear(/limit is 6291456 bytes/)
    expect(client.heard).toMatch(/^HTTP\/1\.1 200 [^]*"code":413/)
    expect(refused(served, '/admit', 'too-large')).toBe(true)
  })

  test('is dropped, and its connection closed, where it goes on all the same', async () => {
    const served = await serve()
    const client = await RawClient.connect(served)
    await client.send(head('/convert', 500_000_000))
    const megabyte = 'x'.repeat(mebibyte)
    for (let sent = 0; sent < 64 && !client.socket.destroyed; sent++) {
      client.socket.write(megabyte)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await client.closed
    expect((await served.review('/admit', newReview())).response.allowed).toBe(true)
  })
})

describe('a body that arrives slowly', () => {
  test('is given up after ten seconds', async () => {
    const clock = new ManualClock()
    const served = await serve(clock)
    const client = await RawClient.connect(served)
    await client.send(`${head('/convert', 100)}{"a":`)
    await expect.poll(() => clock.pendingTimers).toBeGreaterThan(0)
    await clock.advance(9_999)
    expect(client.heard).toBe('')
    await clock.advance(1)
    await client.hear(/did not arrive within 10000 ms/)
    expect(client.heard).toMatch(/^HTTP\/1\.1 408 /)
    expect(refused(served, '/convert', 'too-slow')).toBe(true)
    await clock.advance(10_000)
    await client.closed
  })

  test('makes room for others where it takes the memory', async () => {
    const clock = new ManualClock()
    const served = await serve(clock)
    const slow = await Promise.all(Array.from({ length: 6 }, () => RawClient.connect(served)))
    const megabyte = 'x'.repeat(mebibyte - 1000)
    await Promise.all(slow.map((each) => each.send(head('/convert', 2 * mebibyte) + megabyte)))
    await expect.poll(() => clock.pendingTimers, { timeout: 5000 }).toBeGreaterThanOrEqual(6)
    // Small bodies have memory of their own.
    expect((await served.review('/admit', newReview())).response.allowed).toBe(true)
    const large = newReview().replace('shop:1', 'x'.repeat(3 * mebibyte))
    await expect
      .poll(async () => (await served.post('/admit', large)).status, { timeout: 5000 })
      .toBe(503)
    expect(refused(served, '/admit', 'overloaded')).toBe(true)
    await clock.advance(1000)
    const answer = await served.post('/admit', large)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text).response.allowed).toBe(true)
    expect(slow.filter(({ heard }) => heard.startsWith('HTTP/1.1 503')).length).toBeGreaterThan(1)
    expect(refused(served, '/convert', 'overloaded')).toBe(true)
  })

  test('gives back what it took, again and again', async () => {
    const served = await serve()
    const large = newReview().replace('shop:1', 'x'.repeat(3 * mebibyte))
    for (let round = 0; round < 8; round++) {
      expect((await served.review('/admit', large)).response.allowed).toBe(true)
      const client = await RawClient.connect(served)
      await client.send(head('/convert', 3 * mebibyte) + 'x'.repeat(2 * mebibyte))
      client.socket.destroy()
      await client.closed
    }
    await expect
      .poll(async () => (await served.post('/admit', large)).status, { timeout: 5000 })
      .toBe(200)
  })
})
