import fc from 'fast-check'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { describe, expect, test } from 'vitest'
import type { Logger } from '../../../src/runtime/log/logger.ts'
import { newWebhook } from '../../../src/runtime/webhook/webhook-builder.ts'
import { newConversion } from '../../../src/runtime/webhook/conversion/conversion-builder.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { hostileBody } from './hostile-bodies.ts'
import { Application, mutatePath, newReview, requestUid, validatePath } from './reviews.ts'
import { ServedWebhooks, type WebhookAnswer } from './served-webhooks.ts'

async function serveAll(
  options?: ConstructorParameters<typeof ServedWebhooks>[0],
): Promise<ServedWebhooks> {
  const served = new ServedWebhooks(options)
  newWebhook(served)
    .for(Application)
    .withDefaulter({
      default: ({ spec, metadata }) => {
        spec.replicas ??= 1
        metadata.labels = { ...metadata.labels, seen: 'true' }
      },
    })
    .withValidator({
      validateCreate: ({ spec }) => ({ warnings: [spec.image.slice(0, 10)] }),
      validateUpdate: (before, { spec }) => ({ warnings: [before.spec.image, spec.image] }),
      validateDelete: ({ metadata }) => ({ warnings: [metadata.name ?? ''] }),
    })
    .complete()
  newConversion(served)
    .hub(Application)
    .spoke(
      { ...Application, version: 'v2' },
      {
        convertTo: ({ spec, ...rest }) => ({
          ...rest,
          spec: { ...spec, image: spec.image.trim() },
        }),
        convertFrom: (application) => application,
      },
    )
    .complete()
  return served.start()
}

/** Every answer is one that an API server can take for what it is. */
function expectSafe(path: string, { status, text }: WebhookAnswer): void {
  if (path.startsWith('/convert')) {
    expect([200, 400, 413]).toContain(status)
    if (status === 200) expect(JSON.parse(text)).toHaveProperty('response.result.status')
    return
  }
  expect(status).toBe(200)
  const { kind, apiVersion, response } = JSON.parse(text)
  expect(kind).toBe('AdmissionReview')
  expect(apiVersion).toMatch(/^admission\.k8s\.io\/v1(beta1)?$/)
  expect(typeof response.uid).toBe('string')
  expect(typeof response.allowed).toBe('boolean')
  if (!response.allowed) expect(response.status.code).toBeGreaterThanOrEqual(400)
}

const deep = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth)

describe('a body that no API server sends', () => {
  const review = newReview()
  test.for<[string, string | Buffer, number, string]>([
    ['nothing', '', 400, 'empty'],
    ['half a review', review.slice(0, 200), 400, 'no JSON'],
    ['text', 'hello', 400, 'no JSON'],
    ['a list', '[]', 400, 'no AdmissionReview'],
    ['null', 'null', 400, 'no AdmissionReview'],
    ['no request', '{"kind":"AdmissionReview"}', 400, 'no request'],
    ['no uid', '{"request":{"operation":"CREATE"}}', 400, 'no uid'],
    ['a uid that is no text', '{"request":{"uid":{},"operation":"CREATE"}}', 400, 'no uid'],
    ['another kind', review.replace('"AdmissionReview"', '"Pod"'), 400, 'Pod'],
    ['another group', review.replace('admission.k8s.io/v1', 'apps/v1'), 400, 'apps/v1'],
    ['an operation of its own', review.replace('CREATE', 'DROP'), 400, 'DROP'],
    ['no object', newReview({ object: null }), 400, 'no object'],
    ['an object that is a list', newReview({ object: [] }), 400, 'no object'],
    ['an object that is a text', newReview({ object: 'x' }), 400, 'no object'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400, 'UTF-8'],
    ['lists in lists', deep('[', ']', 300_000), 400, ''],
    ['objects in objects', `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`, 400, ''],
    [
      'lists in lists around a long number',
      `${'['.repeat(300_000)}9007199254740993${']'.repeat(300_000)}`,
      400,
      '',
    ],
    ['more than it may be', `{"a":"${'x'.repeat(7 * 1024 * 1024)}"}`, 413, 'too large'],
  ])('is refused: %s', async ([, body, code, message]) => {
    const served = await serveAll()
    const answer = await served.post(mutatePath, body)
    expectSafe(mutatePath, answer)
    const { response } = JSON.parse(answer.text)
    expect(response).toMatchObject({ allowed: false, status: { code } })
    expect(response.status.message).toContain(message)
    expect((await served.review(mutatePath, review)).response.allowed).toBe(true)
  })

  test('keeps its uid in the answer where it has one', async () => {
    const served = await serveAll()
    for (const body of [newReview({ object: null }), newReview({ operation: 'DROP' })]) {
      expect((await served.review(mutatePath, body)).response.uid).toBe(requestUid)
    }
    const old = review.replace('admission.k8s.io/v1', 'admission.k8s.io/v1beta1')
    const answer = await served.review(mutatePath, old)
    expect(answer).toMatchObject({
      apiVersion: 'admission.k8s.io/v1beta1',
      response: { uid: requestUid, allowed: true },
    })
  })

  test.for(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'is refused as %s',
    async (type) => {
      const served = await serveAll()
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
      const { response } = await served.review(mutatePath, review, { headers })
      expect(response).toMatchObject({ allowed: false, status: { code: 400 } })
    },
  )

  test('with an object nested as deep as the body allows is refused, not fatal', async () => {
    const served = await serveAll()
    const nested = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`
    const body = review.replace('"image":"shop:1"', `"image":"shop:1","deep":${nested}`)
    const { response } = await served.review(mutatePath, body)
    expect(response).toMatchObject({ uid: requestUid, allowed: false, status: { code: 400 } })
    expect((await served.review(validatePath, body)).response.uid).toBe(requestUid)
  })

  test('with `__proto__` changes nobody else', async () => {
    const served = await serveAll()
    const body = review.replace(
      '"spec":{',
      '"__proto__":{"polluted":1},"spec":{"__proto__":{"polluted":1},',
    )
    expect((await served.review(mutatePath, body)).response.allowed).toBe(true)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('is answered at paths that are served alone', async () => {
    const served = await serveAll()
    for (const path of ['/', '/mutate', '/__proto__', '/constructor', `${mutatePath}/`]) {
      expect((await served.post(path, review)).status).toBe(404)
    }
  })
})

describe('a connection that no API server makes', () => {
  const http2Preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
  test.for<[string, { isTls: boolean; enableHttp2: boolean; alpn?: string; text: string }]>([
    ['text in place of TLS', { isTls: false, enableHttp2: false, text: 'GET / HTTP/1.1\r\n\r\n' }],
    ['nothing', { isTls: false, enableHttp2: false, text: '' }],
    ['no HTTP', { isTls: true, enableHttp2: false, text: '\0\u0001\u0002 hello\r\n\r\n' }],
    ['half a request', { isTls: true, enableHttp2: false, text: 'POST /convert HTTP/1.1\r\nHost' }],
    [
      'less than it said',
      {
        isTls: true,
        enableHttp2: false,
        text: 'POST /convert HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{"a"',
      },
    ],
    [
      'less of a review than it said',
      {
        isTls: true,
        enableHttp2: false,
        text: `POST ${mutatePath} HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{"a"`,
      },
    ],
    [
      'headers without end',
      { isTls: true, enableHttp2: false, text: `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(300_000)}` },
    ],
    ['no HTTP/2', { isTls: true, enableHttp2: true, alpn: 'h2', text: 'hello\r\n\r\n' }],
    [
      'bad frames',
      { isTls: true, enableHttp2: true, alpn: 'h2', text: `${http2Preface}${'\u00ff'.repeat(99)}` },
    ],
  ])('is survived: %s', async ([, { isTls, enableHttp2, alpn, text }]) => {
    const errors: string[] = []
    const logger: Logger = { ...silentLogger, error: (message) => void errors.push(message) }
    const served = await serveAll({ enableHttp2, logger: { ...logger, with: () => logger } })
    const { port = 0 } = served.webhookServer
    await new Promise<void>((resolve) => {
      const socket = isTls
        ? connectTls({
            port,
            host: '127.0.0.1',
            rejectUnauthorized: false,
            ...(alpn && { ALPNProtocols: [alpn] }),
          })
        : connectTcp({ port, host: '127.0.0.1' })
      socket.once(isTls ? 'secureConnect' : 'connect', () => socket.end(text, 'latin1'))
      socket.on('error', () => undefined)
      socket.once('close', () => resolve())
      socket.resume()
    })
    expect((await served.review(mutatePath, newReview())).response.allowed).toBe(true)
    // Who hangs up is no failure of ours.
    expect(errors).toEqual([])
  })
})

const paths = [`${mutatePath}?timeout=10s`, `${validatePath}?timeout=x`, '/convert']
const runs = 1500

test(`${runs} generated hostile bodies leave the process alive`, async () => {
  const served = await serveAll()
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), hostileBody, async (path, body) => {
      expectSafe(path, await served.post(path, body))
      count += 1
    }),
    { numRuns: runs, seed: Number(process.env['KOPS_SEED'] ?? 20), endOnFailure: true },
  )
  process.stdout.write(`hostile reviews: ${count} answered\n`)
  expect(count).toBeGreaterThanOrEqual(1000)
  expect((await served.review(mutatePath, newReview())).response.allowed).toBe(true)
})
