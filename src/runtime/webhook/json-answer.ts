import type { Status } from '../../apimachinery/status.ts'
import type { HttpResponse } from '../manager/servers/http-answer.ts'

/** Writes a JSON text as a whole answer. */
export function answerJson(response: HttpResponse, code: number, text: string): void {
  const length = Buffer.byteLength(text)
  response.writeHead(code, { 'content-type': 'application/json', 'content-length': length })
  response.end(text)
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
