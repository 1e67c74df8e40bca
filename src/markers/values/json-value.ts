import type { JsonValue } from '../../apimachinery/json.ts'
import { toWellFormed } from '../../apimachinery/well-formed-text.ts'
import { parseExactNumber } from './exact-number.ts'
import type { TextReader } from './text-reader.ts'

const maximumDepth = 100

/**
 * Reads one JSON value and stops behind it. Other than `JSON.parse` it keeps every digit of an integer
 * and says where the text goes wrong.
 */
export function readJson(reader: TextReader, depth = 0): JsonValue | undefined {
  skipSpace(reader)
  if (depth > maximumDepth) return reader.failHere('at most 100 levels of nesting')
  switch (reader.next) {
    case '{':
      return readObject(reader, depth)
    case '[':
      return readArray(reader, depth)
    case '"':
      return readJsonString(reader)
    default:
      return readWord(reader)
  }
}

function skipSpace(reader: TextReader): void {
  reader.match(/[ \t\n]*/y)
}

function takeCharacter(reader: TextReader, character: string): boolean {
  skipSpace(reader)
  return reader.take(character)
}

function readObject(reader: TextReader, depth: number): JsonValue | undefined {
  const entries: [string, JsonValue][] = []
  reader.position += 1
  if (takeCharacter(reader, '}')) return {}
  do {
    skipSpace(reader)
    if (reader.next !== '"') return reader.failHere('a name in double quotes')
    const name = readJsonString(reader)
    if (name === undefined) return undefined
    if (!takeCharacter(reader, ':')) return reader.failHere('`:`')
    const value = readJson(reader, depth + 1)
    if (value === undefined) return undefined
    entries.push([name, value])
  } while (takeCharacter(reader, ','))
  return takeCharacter(reader, '}') ? Object.fromEntries(entries) : reader.failHere('`,` or `}`')
}

function readArray(reader: TextReader, depth: number): JsonValue | undefined {
  const items: JsonValue[] = []
  reader.position += 1
  if (takeCharacter(reader, ']')) return items
  do {
    const item = readJson(reader, depth + 1)
    if (item === undefined) return undefined
    items.push(item)
  } while (takeCharacter(reader, ','))
  return takeCharacter(reader, ']') ? items : reader.failHere('`,` or `]`')
}

function readJsonString(reader: TextReader): string | undefined {
  const start = reader.position
  const text = reader.match(/"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy)
  if (text !== undefined) return toWellFormed(String(JSON.parse(text)))
  const good = reader.match(/"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy) ?? ''
  const isEscape = reader.next === '\\'
  return reader.failHere(
    isEscape ? 'an escape that JSON has, `\\\\` for a backslash' : 'a closing `"`',
    isEscape ? start + good.length : start,
  )
}

const words: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null }

function readWord(reader: TextReader): JsonValue | undefined {
  const start = reader.position
  const word = reader.match(/[^\s,:[\]{}"]+/y) ?? ''
  if (Object.hasOwn(words, word)) return words[word]
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)
    ? parseExactNumber(word)
    : undefined
  return number ?? reader.failHere('a JSON value', start)
}
