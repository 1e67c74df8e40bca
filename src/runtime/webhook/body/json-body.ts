import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../../apimachinery/json-text.ts'
import { BodyError } from './body-errors.ts'

/** A JSON object whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object, of whatever fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A body up to this size is parsed at once: it takes a few milliseconds, and to look it over first takes a good part of
 * that again.
 */
export const mostAtOnce = 256 * 1024

/** Memory that a value takes at most for each byte of its text: lists without items in a list. */
const heaviestByte = 24

/** The memory that a body which is parsed at once takes at most. */
export function weightAtOnce(body: Buffer): number {
  return body.length * heaviestByte
}

/** Reads a body that anybody may have sent: 64-bit integers keep every digit. Throws `BodyError`. */
export function parseJsonBody(body: Buffer): unknown {
  assertUtf8(body)
  return parsePiece(body, 0, body.length)
}

/** Throws `BodyError` where the bytes are no text. */
export function assertUtf8(body: Buffer): void {
  if (!isUtf8(body)) throw new BodyError('the body is not UTF-8')
}

/** Reads the JSON that stands between two places of a body that is UTF-8. Throws `BodyError`. */
export function parsePiece(body: Buffer, start: number, end: number): unknown {
  return parseText(body.toString('utf8', start, end))
}

/** Reads a text of a body. Throws `BodyError`. */
export function parseText(text: string): unknown {
  try {
    const value = parseJson(text)
    if (mayOverflow.test(text) && hasInfinity(value)) {
      throw new SyntaxError('a number is out of range')
    }
    return value
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BodyError(`the body is no JSON: ${reason}`, { cause: error })
  }
}

/** What a double cannot hold has an exponent of three digits or very many of its own. */
const mayOverflow = /\d[eE]\+?\d{3}|\d{150}/

/** The API server reads no number that is too large for a double, and JSON has no word for it. */
function hasInfinity(root: unknown): boolean {
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (value === Infinity || value === -Infinity) return true
    if (typeof value !== 'object' || value === null) continue
    for (const each of Object.values(value)) open.push(each)
  }
  return false
}
