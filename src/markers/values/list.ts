import type { JsonValue } from '../../apimachinery/json.ts'
import { readQuotedString } from './quoted-string.ts'
import { TextReader } from './text-reader.ts'
import type { TextItem } from './word.ts'

/**
 * Reads a string in quotes, or a bare one up to a delimiter, blanks at its ends left out. `:` is a
 * delimiter in a name of a map only.
 */
export function readItem(reader: TextReader, isName = false): TextItem | undefined {
  reader.skipBlanks()
  const start = reader.position
  if (reader.next === '"' || reader.next === '`') {
    const text = readQuotedString(reader)
    if (text === undefined) return undefined
    const end = reader.position
    return isBeforeDelimiter(reader, isName)
      ? { text, start, end }
      : reader.failHere(isName ? '`:`' : '`,`, `;`, `}` or the end after the string')
  }
  const text = (reader.match(isName ? /[^,;}:]*/y : /[^,;}]*/y) ?? '').trimEnd()
  const end = start + text.length
  return text.startsWith("'")
    ? failSingleQuotes(reader, { text, start, end })
    : { text, start, end }
}

/** controller-gen takes the quotes for part of the value: nobody means that. */
function failSingleQuotes(reader: TextReader, { text, start, end }: TextItem): undefined {
  const inner = text.replace(/^'|'$/g, '')
  reader.fail({
    kind: 'malformed',
    start,
    end,
    expected: 'double quotes or backticks, since single quotes would be part of the value',
    helps: [
      `write ${inner.includes('`') ? JSON.stringify(inner) : `\`${JSON.stringify(inner)}\``}`,
    ],
  })
}

/** Whether the value ends here: after blanks stands a delimiter or nothing. */
export function isBeforeDelimiter(reader: TextReader, isName = false): boolean {
  reader.skipBlanks()
  return reader.isAtEnd || (isName ? ',;}:' : ',;}').includes(reader.next)
}

/**
 * Reads `{a, b}` or `a;b`. Braces followed by `;` are the first item of the second form. A delimiter
 * after the last item is let pass, as controller-gen does.
 */
export function readList(
  reader: TextReader,
  readOne: () => JsonValue | undefined,
): JsonValue[] | undefined {
  reader.skipBlanks()
  return reader.next === '{' && !isFirstOfSeparated(reader)
    ? readBraced(reader, readOne)
    : readSeparated(reader, readOne)
}

/** Whether `;` follows the brace that closes the one at the cursor. */
function isFirstOfSeparated(reader: TextReader): boolean {
  const ahead = new TextReader(reader.text, reader.position)
  let depth = 0
  do {
    const part = ahead.match(/"(?:[^"\\]|\\.)*"|`[^`]*`|[^"`{}]+|["`{}]/y)
    if (part === undefined) return false
    if (part === '{') depth += 1
    if (part === '}') depth -= 1
  } while (depth > 0)
  return ahead.take(';')
}

/** Reads `{a, b}`. */
export function readBraced(
  reader: TextReader,
  readOne: () => JsonValue | undefined,
): JsonValue[] | undefined {
  const start = reader.position
  const items: JsonValue[] = []
  reader.position += 1
  while (!reader.take('}')) {
    if (reader.isAtEnd) return failUnclosedBrace(reader, start)
    const item = readListItem(reader, readOne)
    if (item === undefined) return undefined
    items.push(item)
    if (!reader.take(',') && reader.next !== '}') {
      return reader.isAtEnd ? failUnclosedBrace(reader, start) : reader.failHere('`,` or `}`')
    }
  }
  return items
}

function failUnclosedBrace(reader: TextReader, start: number): undefined {
  const end = reader.text.trimEnd().length
  reader.fail({ kind: 'malformed', start, end, expected: 'a closing `}`' })
}

/** Reads `a;b;c` up to a comma, a brace or the end. */
export function readSeparated(
  reader: TextReader,
  readOne: () => JsonValue | undefined,
): JsonValue[] | undefined {
  const items: JsonValue[] = []
  reader.skipBlanks()
  while (!reader.isAtEnd && reader.next !== ',' && reader.next !== '}') {
    const item = readListItem(reader, readOne)
    if (item === undefined) return undefined
    items.push(item)
    if (!reader.take(';')) break
    reader.skipBlanks()
  }
  return items
}

function readListItem(
  reader: TextReader,
  readOne: () => JsonValue | undefined,
): JsonValue | undefined {
  reader.skipBlanks()
  const isEmpty = reader.next === ',' || reader.next === ';'
  if (!isEmpty) return readOne()
  return reader.fail({
    kind: 'malformed',
    start: reader.position,
    end: reader.position + 1,
    expected: 'a value before the delimiter',
    helps: ['write `""` for an empty string'],
  })
}
