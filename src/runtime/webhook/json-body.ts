import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../apimachinery/json-text.ts'

/** A JSON object whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object, of whatever fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A body is no JSON, or none that can be read. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
}

/** Reads a body that anybody may have sent: 64-bit integers keep every digit. Throws `BodyError`. */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw new BodyError('the body is not UTF-8')
  try {
    return parseJson(body.toString('utf8'))
  } catch (error) {
    // A RangeError tells of a text that is nested more deeply than the stack goes.
    const reason = error instanceof Error ? error.message : String(error)
    throw new BodyError(`the body is no JSON: ${reason}`, { cause: error })
  }
}
