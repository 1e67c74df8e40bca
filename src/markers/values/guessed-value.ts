import type { JsonValue } from '../../apimachinery/json.ts'
import { parseExactNumber } from './exact-number.ts'
import { readJson } from './json-value.ts'
import { isBeforeDelimiter, readBraced, readItem, readSeparated } from './list.ts'
import { TextReader } from './text-reader.ts'

const maximumDepth = 100

/**
 * Reads a value whose type nothing but its form tells, as controller-gen guesses: quoted, a map or a
 * list in braces, `true`, a number, else a bare string; `;` after the first value makes a list.
 * Beyond controller-gen a JSON array is one, `null` is null and lists may mix types.
 */
export function guessValue(
  reader: TextReader,
  { allowsList, depth = 0 }: { readonly allowsList: boolean; readonly depth?: number },
): JsonValue | undefined {
  if (depth > maximumDepth) return reader.failHere('at most 100 levels of nesting')
  const start = reader.position
  const first = readOne(reader, depth)
  if (first === undefined || !allowsList) return first
  reader.skipBlanks()
  if (reader.next !== ';') return first
  reader.position = start
  return readSeparated(reader, () => readOne(reader, depth))
}

function readOne(reader: TextReader, depth: number): JsonValue | undefined {
  reader.skipBlanks()
  if (reader.next === '{') return readMapOrList(reader, depth)
  if (reader.next === '[') {
    const array = readJsonArray(reader)
    if (array !== undefined) return array
  }
  const isQuoted = reader.next === '"' || reader.next === '`'
  const item = readItem(reader)
  if (item === undefined || isQuoted) return item?.text
  return readBareWord(reader, item)
}

/** `undefined`, with the cursor where it was, where the text is no JSON array followed by a delimiter. */
function readJsonArray(reader: TextReader): JsonValue | undefined {
  const ahead = new TextReader(reader.text, reader.position)
  const array = readJson(ahead)
  if (array === undefined || !isBeforeDelimiter(ahead)) return undefined
  reader.position = ahead.position
  return array
}

const words: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null }

function readBareWord(
  reader: TextReader,
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
): JsonValue | undefined {
  if (text === '') {
    return reader.fail({ kind: 'malformed', start, end: start + 1, expected: 'a value' })
  }
  if (Object.hasOwn(words, text)) return words[text]
  if (/^-?(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*_[\d_]*)$/.test(text)) {
    const helps = [`write it in decimal, or \`"${text}"\` for a string`]
    return reader.fail({ kind: 'malformed', start, end, expected: 'a number in decimal', helps })
  }
  // With a leading zero it is an identifier, such as a zip code, and keeps it.
  return /^-?(?:0\d|[+])/.test(text) ? text : (numberOf(text) ?? text)
}

function numberOf(text: string): number | bigint | undefined {
  return /^-?\s*[\d.]/.test(text) ? parseExactNumber(text.replace(/\s+/, '')) : undefined
}

function readMapOrList(reader: TextReader, depth: number): JsonValue | undefined {
  return isMap(reader)
    ? readMap(reader, depth)
    : readBraced(reader, () => guessValue(reader, { allowsList: false, depth: depth + 1 }))
}

/** `{}` is a map, and so is what begins with a string and a colon. */
function isMap(reader: TextReader): boolean {
  const ahead = new TextReader(reader.text, reader.position + 1)
  if (ahead.take('}')) return true
  return ahead.next !== '{' && readItem(ahead, true) !== undefined && ahead.take(':')
}

function readMap(reader: TextReader, depth: number): JsonValue | undefined {
  const start = reader.position
  const entries: [string, JsonValue][] = []
  reader.position += 1
  while (!reader.take('}')) {
    const name = readItem(reader, true)
    if (name === undefined) return undefined
    if (!reader.take(':')) return reader.failHere('`:`', reader.isAtEnd ? start : undefined)
    const value = guessValue(reader, { allowsList: false, depth: depth + 1 })
    if (value === undefined) return undefined
    entries.push([name.text, value])
    if (!reader.take(',') && reader.next !== '}') {
      return reader.failHere('`,` or `}`', reader.isAtEnd ? start : undefined)
    }
  }
  return Object.fromEntries(entries)
}
