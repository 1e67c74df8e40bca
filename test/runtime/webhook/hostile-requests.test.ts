import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newConversion } from '../../../src/runtime/webhook/conversion/conversion-builder.ts'
import { newWebhook } from '../../../src/runtime/webhook/webhook-builder.ts'
import { Application, mutatePath, newApplication, newReview, requestUid } from './reviews.ts'
import { ServedWebhooks } from './served-webhooks.ts'

async function serveAll(enableHttp2 = false): Promise<ServedWebhooks> {
  const served = new ServedWebhooks({ enableHttp2 })
  newWebhook(served)
    .for(Application)
    .withDefaulter({ default: ({ spec }) => void (spec.replicas ??= 1) })
    .complete()
  newConversion(served)
    .hub(Application)
    .spoke(
      { ...Application, version: 'v2' },
      { convertTo: (spoke) => spoke as unknown as Application, convertFrom: (hub) => hub },
    )
    .complete()
  return served.start()
}

const review = newReview()
/** Makes a body so large that it is parsed in pieces. */
const large = 'x'.repeat(300_000)

/** What controller-runtime answers, but that the uid is kept wherever the body has one. */
interface Expected {
  readonly allowed: boolean
  readonly code?: number
  readonly uid?: string
  readonly message?: string | RegExp
}

const good: Expected = { allowed: true, uid: requestUid }
const bad = (message: string | RegExp, uid = ''): Expected => ({
  allowed: false,
  code: 400,
  uid,
  message,
})

/** The same wrong thing in a small body, which is parsed at once, and in a large one, which is parsed in pieces. */
const bodies: readonly (readonly [name: string, body: string | Buffer, Expected])[] = [
  ['a byte order mark', `\ufeff${review}`, bad('no JSON')],
  ['white space around it', `\r\n\t ${review} \n`, good],
  ['two documents', review + review, bad(/no JSON|two fields/)],
  ['a word after it', `${review} true`, bad('no JSON')],
  ['a comment', `/* a */${review}`, bad('no JSON')],
  ['a trailing comma', review.replace(/}$/, ',}'), bad('no JSON')],
  ['YAML', 'kind: AdmissionReview\napiVersion: admission.k8s.io/v1\n', bad('no JSON')],
  ['gzip', gzipSync(review), bad('UTF-8')],
  ['UTF-16', Buffer.from(review, 'utf16le'), bad('no JSON')],
  ['a NUL', review.replace('shop:1', 'shop\0:1'), bad('no JSON')],
  ['an escaped NUL', review.replace('shop:1', String.raw`shop\u0000`), good],
  ['half a surrogate pair', review.replace('shop:1', String.raw`\ud800`), good],
  ['a half surrogate as a key', review.replace('"image"', String.raw`"\udfff":1,"image"`), good],
  ['a number beyond a double', review.replace('"image"', '"size":1e999,"image"'), bad('range')],
  [
    'an integer beyond a double',
    review.replace('"image"', `"size":${'9'.repeat(400)},"image"`),
    bad('range'),
  ],
  ['a long fraction', review.replace('"image"', `"size":0.${'9'.repeat(9000)},"image"`), good],
  ['a leading zero', review.replace('"image"', '"size":012,"image"'), bad('no JSON')],
  ['not a number', review.replace('"image"', '"size":NaN,"image"'), bad('no JSON')],
  ['a key twice', review.replace('"image"', '"replicas":7,"image":"a","image"'), good],
  ['a uid twice', review.replace('"uid"', '"uid":"first","uid"'), good],
  ['a uid that is a number', review.replace(`"${requestUid}"`, '7'), bad('no uid')],
  ['a uid that is null', review.replace(`"${requestUid}"`, 'null'), bad('no uid')],
  ['a huge uid', review.replace(requestUid, large), { allowed: true, uid: large }],
  ['no uid', review.replace('"uid"', '"id"'), bad('no uid')],
  ['a request that is a list', review.replace(/"request":.*}/, '"request":[]}'), bad('no request')],
  ['no kind of object', newReview({ kind: null }), good],
  [
    'an object of another kind',
    newReview({ object: { ...newApplication(), kind: 'Pod' } }),
    bad('is for', requestUid),
  ],
  [
    'an object of another version',
    newReview({ object: { ...newApplication(), apiVersion: 'apps.my.domain/v9' } }),
    bad('is for', requestUid),
  ],
  ['a review of another version', review.replace('k8s.io/v1', 'k8s.io/v7'), bad('v7', requestUid)],
  [
    'a ConversionReview',
    review.replace('AdmissionReview', 'ConversionReview'),
    bad('Conversion', requestUid),
  ],
  ['`__proto__` in the review', review.replace('{', '{"__proto__":{"request":{}},'), good],
  [
    '`constructor` as an object',
    newReview({ object: { constructor: 1 } }),
    { allowed: false, uid: requestUid },
  ],
  ['a label without end', review.replace('"name":"shop"', '"name":"shop'), bad('no JSON')],
  ['brackets that do not match', review.replace('"object":{', '"object":['), bad('no JSON')],
]

describe('a small and a large body with', () => {
  test.for(bodies)('%s', async ([, body, expected]) => {
    const served = await serveAll()
    const sent = [body]
    // A large one is parsed in pieces.
    if (typeof body === 'string')
      sent.push(body.replace('"operation":', `"padding":"${large}","operation":`))
    for (const each of sent) {
      const { response, kind } = await served.review(mutatePath, each)
      expect(kind).toBe('AdmissionReview')
      const { allowed, uid, status } = response
      expect({ allowed, uid }).toEqual({ allowed: expected.allowed, uid: expected.uid ?? '' })
      if (expected.code !== undefined) expect(status.code).toBe(expected.code)
      if (expected.message !== undefined) expect(status.message).toMatch(expected.message)
    }
    expect(({} as { request?: unknown }).request).toBeUndefined()
    expect((await served.review(mutatePath, review)).response.allowed).toBe(true)
  })
})

describe('a ConversionReview with', () => {
  const object = JSON.stringify({ ...newApplication(), apiVersion: 'apps.my.domain/v2' })
  const head = '"uid":"u","desiredAPIVersion":"apps.my.domain/v1"'
  const convert = (objects: string, more = ''): string =>
    `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"u",${more}"desiredAPIVersion":"apps.my.domain/v1","objects":${objects}}}`
  const cases: readonly (readonly [string, string, number, string?])[] = [
    ['one object', `[${object}]`, 200, 'Success'],
    ['no objects', '[]', 200, 'Success'],
    ['objects that are an object', '{}', 400],
    ['objects that are a text', '"x"', 400],
    ['objects that do not end', `[${object}`, 400],
    ['objects that end otherwise', `[${object}}`, 400],
    ['an object that ends otherwise', `[${object.slice(0, -1)}]]`, 400],
    ['a missing comma', `[${object}${object}]`, 400],
    ['a comma too many', `[${object},]`, 400],
    ['a number between', `[${object},7]`, 200, 'Failure'],
    ['null between', `[${object},null]`, 200, 'Failure'],
    ['a list between', `[${object},[]]`, 200, 'Failure'],
    [
      'another kind between',
      `[${object},{"kind":"Pod","apiVersion":"v1","metadata":{}}]`,
      200,
      'Failure',
    ],
    ['a number beyond a double', `[${object.replace('"image"', '"a":1e999,"image"')}]`, 400],
  ]
  test.for(cases)('%s', async ([, objects, status, result]) => {
    const served = await serveAll()
    for (const more of ['', `"padding":"${large}",`]) {
      const answer = await served.post('/convert', convert(objects, more))
      expect(answer.status).toBe(status)
      if (result === undefined) continue
      const { response } = JSON.parse(answer.text)
      expect(response.uid).toBe('u')
      expect(response.result.status).toBe(result)
    }
  })

  test('a large answer, again and again over the same connections', async () => {
    const served = await serveAll()
    const body = convert(`[${Array.from({ length: 500 }, () => object).join(',')}]`)
    const statuses: number[] = []
    const work = async (): Promise<void> => {
      for (let count = 0; count < 10; count++) {
        const { status, text } = await served.post('/convert', body)
        statuses.push(status)
        expect(JSON.parse(text).response.convertedObjects).toHaveLength(500)
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    expect(statuses).toEqual(Array.from({ length: 80 }, () => 200))
  })

  const twice: readonly [string, (last: string) => string][] = [
    ['`objects`', (last) => `"request":{${head},"objects":[{}],"objects":${last}}`],
    ['`objects`, first an object', (last) => `"request":{${head},"objects":{},"objects":${last}}`],
    [
      '`objects`, once with an escape',
      (last) => `"request":{${head},"objects":[{}],"obj\\u0065cts":${last}}`,
    ],
    [
      '`request`',
      (last) => `"request":{${head},"objects":[{}]},"request":{${head},"objects":${last}}`,
    ],
    [
      '`request`, once with an escape',
      (last) => `"request":{"objects":[{}]},"r\\u0065quest":{${head},"objects":${last}}`,
    ],
  ]
  test.for(twice)('%s twice: the last one counts, whatever the size', async ([, make]) => {
    const served = await serveAll()
    for (const padding of ['', large]) {
      const body = (last: string): string => `{"padding":"${padding}",${make(last)}}`
      const { status, text } = await served.post('/convert', body(`[${object},${object}]`))
      expect(status, text).toBe(200)
      expect(JSON.parse(text).response.convertedObjects).toHaveLength(2)
      const none = await served.post('/convert', body('null'))
      expect(none.status, none.text).toBe(200)
      expect(JSON.parse(none.text).response.convertedObjects).toEqual([])
    }
  })
})

describe('an AdmissionReview with a field twice', () => {
  const text = (value: unknown): string => JSON.stringify(value)
  test('has the last one, whatever the size', async () => {
    const served = await serveAll()
    const { request, ...rest } = JSON.parse(review)
    const { object, ...others } = request
    const fields = text(others).slice(1, -1)
    for (const padding of ['', large]) {
      for (const twice of [
        `{${fields},"object":{"spec":1},"object":${text(object)}}`,
        `{${fields},"object":1},"request":{${fields},"object":${text(object)}}`,
      ]) {
        const body = `${text({ ...rest, padding }).slice(0, -1)},"request":${twice}}`
        const answer = await served.post(mutatePath, body)
        const { response } = JSON.parse(answer.text)
        expect(response).toMatchObject({ allowed: true, uid: requestUid, patchType: 'JSONPatch' })
      }
    }
  })
})

describe('a request with', () => {
  test.for(['GET', 'PUT', 'PATCH'])('the method %s gets an answer', async (method) => {
    const served = await serveAll()
    const answer = await served.post(mutatePath, method === 'GET' ? '' : review, {
      method,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text).response.allowed).toBe(method !== 'GET')
  })

  test.for<[string, string, RegExp]>([
    [
      'two requests at once',
      [review, review]
        .map(
          (body) =>
            `POST ${mutatePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        )
        .join(''),
      /^HTTP\/1\.1 200 [^]*"allowed":true[^]*HTTP\/1\.1 200 [^]*"allowed":true/,
    ],
    [
      'two lengths',
      `POST ${mutatePath} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a length and chunks',
      `POST ${mutatePath} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a chunk of a length that is none',
      `POST ${mutatePath} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a length that is none',
      `POST ${mutatePath} HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    ['no host', `POST ${mutatePath} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`, /^HTTP\/1\.1 400 /],
  ])('%s', async ([, text, pattern]) => {
    const served = await serveAll()
    const socket = connectTls({
      port: served.webhookServer.port ?? 0,
      host: '127.0.0.1',
      rejectUnauthorized: false,
    })
    onTestFinished(() => void socket.destroy())
    let heard = ''
    socket.on('data', (chunk: Buffer) => void (heard += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.write(text)
    await expect.poll(() => heard, { timeout: 5000 }).toMatch(pattern)
    expect((await served.review(mutatePath, review)).response.allowed).toBe(true)
  })

  test('chunks without end', async () => {
    const served = await serveAll()
    const socket = connectTls({
      port: served.webhookServer.port ?? 0,
      host: '127.0.0.1',
      rejectUnauthorized: false,
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let heard = ''
    socket.on('data', (chunk: Buffer) => void (heard += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.write(
      `POST ${mutatePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = `40000\r\n${' '.repeat(0x40000)}\r\n`
    for (let sent = 0; sent < 400 && !socket.destroyed; sent++) {
      if (!socket.write(chunk))
        await Promise.race([once(socket, 'drain').catch(() => undefined), closed])
    }
    await closed
    expect(heard).toMatch(/"code":413/)
    expect((await served.review(mutatePath, review)).response.allowed).toBe(true)
  })
})

describe('over HTTP/2', () => {
  test.for<[string, string, Expected]>([
    ['a good review', review, good],
    ['half a review', review.slice(0, 99), bad('no JSON')],
    ['nothing', '', bad('empty')],
    ['a large review', review.replace('"operation":', `"padding":"${large}","operation":`), good],
    ['more than it may be', ' '.repeat(8 * 1024 * 1024), { allowed: false, code: 413 }],
  ])('%s', async ([, body, expected]) => {
    const served = await serveAll(true)
    const session = connectHttp2(`https://127.0.0.1:${served.webhookServer.port}`, {
      rejectUnauthorized: false,
    })
    session.on('error', () => undefined)
    onTestFinished(() => session.destroy())
    const stream = session.request({
      ':method': 'POST',
      ':path': mutatePath,
      'content-type': 'application/json',
    })
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    stream.on('error', () => undefined)
    stream.end(body)
    await once(stream, 'end')
    const { allowed, status } = JSON.parse(text).response
    expect(allowed).toBe(expected.allowed)
    if (expected.code !== undefined) expect(status.code).toBe(expected.code)
  })

  test('streams that are reset at once, again and again', async () => {
    const served = await serveAll(true)
    const session = connectHttp2(`https://127.0.0.1:${served.webhookServer.port}`, {
      rejectUnauthorized: false,
    })
    session.on('error', () => undefined)
    onTestFinished(() => session.destroy())
    for (let count = 0; count < 500 && !session.destroyed; count++) {
      const stream = session.request({ ':method': 'POST', ':path': mutatePath })
      stream.on('error', () => undefined)
      stream.close(8)
    }
    expect((await served.review(mutatePath, review)).response.allowed).toBe(true)
  })
})
