import { Readable } from 'node:stream'
import { abortReason } from './dial.ts'
import { ConnectionError, type TransportResponse } from './transport.ts'

/** How long an answer may pause half-way. */
const pauseMs = 65_000

/** Reads a body to its end. An answer that stops half-way is a `ConnectionError`. */
export async function readText({ body }: TransportResponse, signal?: AbortSignal): Promise<string> {
  const chunks: Buffer[] = []
  const timer = setTimeout(() => {
    body.destroy(new Error(`the answer stopped half-way for ${pauseMs} ms`))
  }, pauseMs)
  const take = (chunk: Buffer): void => {
    chunks.push(chunk)
    timer.refresh()
  }
  try {
    await (body instanceof Readable ? flow(body, take) : iterate(body, take))
  } catch (cause) {
    if (signal?.aborted) throw abortReason(signal)
    if (cause instanceof ConnectionError) throw cause
    throw new ConnectionError('the answer broke off', { cause })
  } finally {
    clearTimeout(timer)
  }
  const [first] = chunks
  const whole = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
  return whole.toString('utf8')
}

async function iterate(body: AsyncIterable<Buffer>, take: (chunk: Buffer) => void): Promise<void> {
  for await (const chunk of body) take(chunk)
}

/** The same by events: most answers are one chunk, and a stream's iterator costs more than all else about those. */
function flow(body: Readable, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (body.destroyed && !body.readableEnded) reject(body.errored ?? new PrematureCloseError())
    body.on('data', take)
    body.once('end', resolve)
    body.on('error', reject)
    body.once('close', () => {
      if (!body.readableEnded) reject(new PrematureCloseError())
    })
  })
}

/** The stream is gone before its end came, and says no more than that. */
class PrematureCloseError extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE'

  constructor() {
    super('the connection was closed')
  }
}
