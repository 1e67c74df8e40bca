import type { HttpRequest } from '../manager/servers/http-answer.ts'

/** A request says more than anybody needs to. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'

  constructor(limit: number) {
    super(`request entity is too large; limit is ${limit} bytes`)
  }
}

/** A client went away while it sent its request: there is nobody to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError'

  constructor(options?: ErrorOptions) {
    super('the client has gone', options)
  }
}

/** A client that sends so many times the limit is cut off: it waits for no answer. */
const patience = 4

/**
 * The whole body of a request. Rejects with `BodyTooLargeError` when it is larger than `limit`: once it was sent, since
 * a client that still sends hears no answer; what is too much is not kept. Rejects with `ClientGoneError` when the
 * client goes away before.
 */
export function readBody(request: HttpRequest, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else chunks = []
      if (size > limit * patience) request.destroy()
    })
    request.once('end', () => {
      const [first = Buffer.alloc(0)] = chunks
      if (size > limit) reject(new BodyTooLargeError(limit))
      else resolve(chunks.length <= 1 ? first : Buffer.concat(chunks, size))
    })
    request.once('error', (cause) => reject(new ClientGoneError({ cause })))
    request.once('close', () => reject(new ClientGoneError()))
  })
}
