import { renderJson } from './json-text.ts'

/** Between these Go writes fractions without an exponent. */
const [leastPlain, mostPlain] = [1e-4, 1e6]

/**
 * A value as the API server shows it in an error: strings quoted as in Go, numbers and booleans plain, the rest as
 * JSON. What JSON cannot carry is named, since an error must not fail.
 */
export function describeFieldValue(value: unknown): string {
  if (typeof value === 'string') return quoteForGo(value)
  if (typeof value === 'number') return describeNumber(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value === undefined) return 'null'
  try {
    return escapeMarkup(renderJson(value))
  } catch (error) {
    return error instanceof Error ? error.message : typeof value
  }
}

/** A whole number is one of Go's integers. */
function describeNumber(value: number): string {
  const size = Math.abs(value)
  const isPlain = Number.isInteger(value) || (size >= leastPlain && size < mostPlain)
  const text = isPlain ? String(value) : value.toExponential()
  return text.replace(/e([+-])(\d)$/, 'e$10$2')
}

/** As Go's JSON writer does it. */
function escapeMarkup(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

/** A string between quotes as Go's `%q` writes it. */
export function quoteForGo(text: string): string {
  return `"${text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, escapeForGo)}"`
}

function escapeForGo(character: string): string {
  const code = character.codePointAt(0) ?? 0
  // Half a character is none: Go reads it as the one that stands for such.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
  const hexadecimal = code.toString(16)
  if (code < 0x80) return shortEscapes[character] ?? `\\x${hexadecimal.padStart(2, '0')}`
  return code > 0xffff ? `\\U${hexadecimal.padStart(8, '0')}` : `\\u${hexadecimal.padStart(4, '0')}`
}
