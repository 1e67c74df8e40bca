import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { LineDecoder } from '../../../src/runtime/client/line-decoder.ts'
import type { TransportResponse } from '../../../src/runtime/client/transport.ts'
import { ConnectionError } from '../../../src/runtime/client/transport.ts'
import { MalformedEventError, readWatchEvents } from '../../../src/runtime/client/watch-stream.ts'

const event = (name: string, more: object = {}): string =>
  JSON.stringify({ type: 'ADDED', object: { metadata: { name }, ...more } })

/** A body of these chunks, then the end or an error; tells whether it was destroyed. */
function body(
  chunks: Iterable<Buffer>,
  failure?: Error,
): TransportResponse & { isDestroyed: () => boolean } {
  let isDestroyed = false
  async function* give(): AsyncGenerator<Buffer> {
    yield* chunks
    if (failure) throw failure
  }
  const destroy = (): void => {
    isDestroyed = true
  }
  return {
    status: 200,
    headers: {},
    body: { [Symbol.asyncIterator]: () => give(), destroy },
    isDestroyed: () => isDestroyed,
  }
}

interface Read {
  readonly names: string[]
  readonly error: unknown
}

async function read(response: TransportResponse): Promise<Read> {
  const names: string[] = []
  try {
    for await (const batch of readWatchEvents<{ metadata: { name: string } }>(response)) {
      for (const { object } of batch)
        names.push((object as { metadata: { name: string } }).metadata.name)
    }
    return { names, error: undefined }
  } catch (error) {
    return { names, error }
  }
}

const bytesOf = (text: string): Buffer[] =>
  [...Buffer.from(text, 'utf8')].map((byte) => Buffer.of(byte))

describe('readWatchEvents()', () => {
  it('reads an event byte by byte, with characters of several bytes', async () => {
    expect(await read(body(bytesOf(`${event('é😀漢')}\n`)))).toEqual({
      names: ['é😀漢'],
      error: undefined,
    })
  })

  it('reads an object of 3 MB', async () => {
    const text = `${event('big', { data: 'é'.repeat(1_500_000) })}\n${event('next')}\n`
    const bytes = Buffer.from(text, 'utf8')
    const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
      bytes.subarray(index * 65_536, (index + 1) * 65_536),
    )
    expect(await read(body(chunks))).toEqual({ names: ['big', 'next'], error: undefined })
  })

  it('gives the events of one chunk together', async () => {
    const chunk = Buffer.from(`${event('a')}\n\r\n\n${event('b')}\r\n`, 'utf8')
    const batches: number[] = []
    for await (const batch of readWatchEvents(body([chunk]))) batches.push(batch.length)
    expect(batches).toEqual([2])
  })

  test.for([
    '{"type":"ADD',
    event('whole but without its line end'),
    '{"type":"ADDED","object":{"a":"é',
  ])('drops what the end cuts off: %s', async (tail) => {
    const cut = Buffer.from(`${event('a')}\n${tail}`, 'utf8').subarray(0, -1)
    expect(await read(body([cut]))).toEqual({ names: ['a'], error: undefined })
  })

  test.for([
    ['no JSON', '{"type":"ADDED","object":'],
    ['HTML of a proxy', '<html><body>Bad gateway</body></html>'],
    ['an unknown type', '{"type":"FOO","object":{}}'],
    ['an ERROR without object', '{"type":"ERROR"}'],
    ['a list as object', '{"type":"ADDED","object":[]}'],
    ['a number', '5'],
    ['null', 'null'],
  ] as const)('gives what came before a line that is %s, and then throws it', async ([, line]) => {
    const response = body([Buffer.from(`${event('a')}\n${line}\n${event('b')}\n`, 'utf8')])
    const { names, error } = await read(response)
    expect(names).toEqual(['a'])
    expect(error).toBeInstanceOf(MalformedEventError)
    expect(response.isDestroyed()).toBe(true)
  })

  it('tells a connection that broke in the middle of a line', async () => {
    const failure = new Error('read ECONNRESET')
    const { names, error } = await read(body([Buffer.from(`${event('a')}\n{"ty`)], failure))
    expect(names).toEqual(['a'])
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ cause: failure })
  })

  it('ends the connection when its reader stops', async () => {
    const response = body([Buffer.from(`${event('a')}\n`), Buffer.from(`${event('b')}\n`)])
    for await (const batch of readWatchEvents(response)) {
      expect(batch).toHaveLength(1)
      break
    }
    expect(response.isDestroyed()).toBe(true)
  })

  it('keeps every digit of large integers', async () => {
    const line = '{"type":"ADDED","object":{"n":9007199254740993}}\n'
    for await (const batch of readWatchEvents(body([Buffer.from(line)]))) {
      expect(batch).toEqual([{ type: 'ADDED', object: { n: 9007199254740993n } }])
    }
    expect.assertions(1)
  })
})

describe('LineDecoder', () => {
  it('gives the same lines wherever the stream is cut', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\r\n]/g, ' '))
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(40)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(''), 'utf8')
        const decoder = new LineDecoder()
        const decoded: string[] = []
        let at = 0
        for (const length of [...cuts, bytes.length]) {
          decoded.push(...decoder.push(bytes.subarray(at, at + length)))
          at += length
        }
        const wanted = lines.filter((each) => each !== '')
        expect(decoded).toEqual(wanted.map((each) => Buffer.from(each, 'utf8').toString('utf8')))
      }),
    )
  })

  it('refuses a line without end', () => {
    const decoder = new LineDecoder()
    const chunk = Buffer.alloc(1024 * 1024, 120)
    const pushAll = (): void => {
      for (let count = 0; count < 65; count++) decoder.push(chunk)
    }
    expect(pushAll).toThrow('a line has more than')
  })
})
