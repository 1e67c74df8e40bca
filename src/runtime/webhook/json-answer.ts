import type { Status } from '../../apimachinery/status.ts'
import type { HttpResponse } from '../manager/servers/http-answer.ts'

/** From here on an answer is written in parts. */
const largeAnswer = 8 * 1024
const partBytes = 64 * 1024
/** How long a client may leave a part unread. */
const hearingMs = 30_000

/** Writes a JSON text as a whole answer. Resolves when all of it is on its way. */
export async function answerJson(
  response: HttpResponse,
  code: number,
  text: string,
): Promise<void> {
  const length = Buffer.byteLength(text)
  if (length >= largeAnswer) {
    await answerJsonParts(response, code, [Buffer.from(text)])
    return
  }
  writeHead(response, code, length)
  response.end(text)
}

/**
 * Writes a JSON text that is in parts. Its last byte waits until all others are sent: a client that has the whole answer
 * may send its next request at once, which Node loses where the connection still has something to write.
 */
export async function answerJsonParts(
  response: HttpResponse,
  code: number,
  parts: readonly Buffer[],
): Promise<void> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  writeHead(response, code, length)
  const writable: NodeJS.WritableStream = response
  let left = length - 1
  for (const chunk of inChunks(parts)) {
    const isLast = chunk.length > left
    const isWritten = writable.write(isLast ? chunk.subarray(0, left) : chunk)
    left -= Math.min(chunk.length, left)
    if (!isWritten) await drained(response)
    if (response.destroyed) return
    if (isLast) response.end(chunk.subarray(-1))
  }
}

function writeHead(response: HttpResponse, code: number, length: number): void {
  response.writeHead(code, { 'content-type': 'application/json', 'content-length': length })
}

/** Small parts are put together. */
function* inChunks(parts: readonly Buffer[]): Generator<Buffer> {
  let pending: Buffer[] = []
  let size = 0
  for (const part of parts) {
    pending.push(part)
    size += part.length
    if (size < partBytes) continue
    yield Buffer.concat(pending)
    pending = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pending)
}

/** Resolves when what was written is sent, or the client has gone; one that does not read is cut off. */
function drained(response: HttpResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), hearingMs)
    const end = (): void => {
      clearTimeout(timer)
      response.off('drain', end)
      response.off('close', end)
      resolve()
    }
    response.on('drain', end)
    response.on('close', end)
  })
}

/** Answers that the call failed: what becomes of the user's request, the webhook's failure policy says. */
export function answerFailure(
  response: HttpResponse,
  { code, reason, message }: { code: number; reason: string; message: string },
): void {
  const status: Status = {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    message,
    reason,
    code,
  }
  const text = JSON.stringify(status)
  writeHead(response, code, Buffer.byteLength(text))
  response.end(text)
}
