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
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      timer.refresh()
    }
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
