import type { Status } from '../../apimachinery/status.ts'
import type { HttpResponse } from '../manager/servers/http-answer.ts'

/** Writes a JSON text as a whole answer. */
export function answerJson(response: HttpResponse, code: number, text: string): void {
  const length = Buffer.byteLength(text)
  response.writeHead(code, { 'content-type': 'application/json', 'content-length': length })
  response.end(text)
}

/** Writes a JSON text that is in parts. */
export function answerJsonParts(response: HttpResponse, parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
  const writable: NodeJS.WritableStream = response
  for (const part of parts) writable.write(part)
  response.end()
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
  answerJson(response, code, JSON.stringify(status))
}
