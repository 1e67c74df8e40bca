import type { JsonValue } from '../../apimachinery/json.ts'
import type { ArgumentDefinition } from '../marker.ts'
import { guessValue } from './guessed-value.ts'
import { parseExactNumber } from './exact-number.ts'
import { readJson } from './json-value.ts'
import { readItem, readList } from './list.ts'
import type { TextReader } from './text-reader.ts'
import { acceptWord, quoteWords } from './word.ts'

/**
 * Reads the value of an argument and stops behind it, before a delimiter or at the end. `isLast` is
 * set where nothing can follow, so that a bare string may hold delimiters (`Pattern=^a{1,3}$`).
 */
export function readArgumentValue(
  reader: TextReader,
  argument: ArgumentDefinition,
  isLast: boolean,
): JsonValue | undefined {
  reader.skipBlanks()
  switch (argument.type) {
    case 'flag':
      return true
    case 'string':
      return readString(reader, argument, isLast)
    case 'integer':
    case 'number':
      return readNumber(reader, argument)
    case 'boolean':
      return readBoolean(reader)
    case 'any':
      return guessValue(reader, { allowsList: true })
    case 'json':
      return readWholeJson(reader)
    case 'raw':
      return takeRest(reader)
    case 'strings':
      return readList(reader, () => readWordItem(reader, argument))
    case 'anys':
      return readList(reader, () => guessValue(reader, { allowsList: false }))
    case 'words':
      return readWords(reader, argument)
  }
}

function takeRest(reader: TextReader): string {
  return (reader.match(/[^]*/y) ?? '').trimEnd()
}

function readString(
  reader: TextReader,
  argument: ArgumentDefinition,
  isLast: boolean,
): string | undefined {
  const isQuoted = reader.next === '"' || reader.next === '`'
  if (isQuoted || !isLast) return readWordItem(reader, argument)
  const start = reader.position
  const text = takeRest(reader)
  if (text.startsWith("'")) {
    reader.position = start
    return readItem(reader)?.text
  }
  return acceptWord(reader, argument, { text, start, end: start + text.length })
}

function readWordItem(reader: TextReader, argument: ArgumentDefinition): string | undefined {
  const item = readItem(reader)
  return item === undefined ? undefined : acceptWord(reader, argument, item)
}

function readNumber(reader: TextReader, argument: ArgumentDefinition): JsonValue | undefined {
  const isInteger = argument.type === 'integer'
  const start = reader.position
  const text = (reader.match(/[^,;}#]*/y) ?? '').trimEnd()
  const end = start + text.length
  const value =
    isInteger && !/^[+-]?\d+$/.test(text) ? undefined : parseExactNumber(text.replace(/^\+/, ''))
  if (value === undefined) {
    const expected = isInteger ? 'an integer in decimal' : 'a number in decimal'
    return reader.fail({ kind: 'wrong-type', start, end, expected })
  }
  const { minimum = -Infinity, maximum = isInteger ? Number.MAX_SAFE_INTEGER : Infinity } = argument
  if (value >= minimum && value <= maximum) return value
  const expected = value < minimum ? `at least ${minimum}` : `at most ${maximum}`
  return reader.fail({ kind: 'out-of-range', start, end, expected })
}

function readBoolean(reader: TextReader): boolean | undefined {
  const start = reader.position
  const text = (reader.match(/[^,;}]*/y) ?? '').trimEnd()
  if (text === 'true' || text === 'false') return text === 'true'
  const end = start + text.length
  return reader.fail({ kind: 'wrong-type', start, end, expected: '`true` or `false`' })
}

function readWholeJson(reader: TextReader): JsonValue | undefined {
  const start = reader.position
  const value = readJson(reader)
  if (value === undefined) return undefined
  reader.skipBlanks()
  return reader.isAtEnd
    ? value
    : reader.fail({
        kind: 'malformed',
        start,
        end: reader.text.trimEnd().length,
        expected: 'one JSON value',
        helps: [`+kubebuilder:default=${JSON.stringify(reader.text.slice(start).trim())}`],
      })
}

/** client-gen's lists: words separated by commas up to the end of the line. */
function readWords(reader: TextReader, argument: ArgumentDefinition): JsonValue | undefined {
  const words: string[] = []
  do {
    reader.skipBlanks()
    const start = reader.position
    const text = (reader.match(/[^,]*/y) ?? '').trimEnd()
    const word = acceptWord(reader, argument, { text, start, end: start + text.length })
    if (word === undefined) return undefined
    if (word === '') return reader.failHere(quoteWords(argument.values ?? []), start)
    words.push(word)
  } while (reader.take(','))
  return words
}
