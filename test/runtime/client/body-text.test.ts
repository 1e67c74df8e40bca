import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readText } from '../../../src/runtime/client/body-text.ts'
import { ConnectionError, type TransportResponse } from '../../../src/runtime/client/transport.ts'

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

function answer(body: TransportResponse['body']): TransportResponse {
  return { status: 200, headers: {}, body }
}

/** The same body as a stream of Node's, and as something that can only be iterated. */
const forms = {
  stream: (texts: readonly string[]): TransportResponse =>
    answer(Readable.from(pieces(...texts), { objectMode: false })),
  iterable: (texts: readonly string[]): TransportResponse =>
    answer(Object.assign(pieces(...texts), { destroy: () => undefined })),
}

describe.each(['stream', 'iterable'] as const)('readText() of a body that is a %s', (form) => {
  test.for([
    ['nothing', []],
    ['one piece', ['{"a":1}']],
    ['pieces', ['{"a":', '"ü', '☂"}']],
  ] as const)('reads %s', async ([, texts]) => {
    expect(await readText(forms[form](texts))).toBe(texts.join(''))
  })
})

describe('readText() of a stream', () => {
  const open = (): Readable => new Readable({ read: () => undefined })

  test('rejects where it breaks off half-way', async () => {
    const body = open()
    body.push('half')
    const reading = readText(answer(body))
    body.destroy()
    await expect(reading).rejects.toBeInstanceOf(ConnectionError)
    await expect(reading).rejects.toMatchObject({ cause: { code: 'ERR_STREAM_PREMATURE_CLOSE' } })
  })

  test('rejects where it is gone already', async () => {
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    const body = open().on('error', () => undefined)
    body.destroy(reset)
    await new Promise((resolve) => body.once('close', resolve))
    await expect(readText(answer(body))).rejects.toMatchObject({ cause: reset })
  })

  test('rejects with the reason of a signal that ended it', async () => {
    const stop = new AbortController()
    const body = open()
    const reading = readText(answer(body), stop.signal)
    stop.abort(new Error('stopping'))
    body.destroy()
    await expect(reading).rejects.toThrow('stopping')
  })
})
