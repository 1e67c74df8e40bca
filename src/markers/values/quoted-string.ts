import type { TextReader } from './text-reader.ts'

const simpleEscapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
  '"': 34,
}

/** Reads a string of Go in `"…"`, whose escapes count, or in backticks, which hold what they show. */
export function readQuotedString(reader: TextReader): string | undefined {
  return reader.next === '`' ? readRaw(reader) : readEscaped(reader)
}

function readRaw(reader: TextReader): string | undefined {
  const start = reader.position
  const text = reader.match(/`[^`]*`/y)
  return text === undefined ? failUnclosed(reader, start) : text.slice(1, -1)
}

function failUnclosed(reader: TextReader, start: number): undefined {
  reader.fail({
    kind: 'malformed',
    start,
    end: reader.text.length,
    expected: `a closing \`${reader.text.charAt(start) === '`' ? '` `' : '"'}\``,
  })
}

function readEscaped(reader: TextReader): string | undefined {
  const start = reader.position
  const bytes: number[] = []
  const encoder = new TextEncoder()
  reader.position += 1
  while (reader.next !== '"') {
    const plain = reader.match(/[^"\\]+/y)
    if (plain !== undefined) bytes.push(...encoder.encode(plain))
    else if (reader.isAtEnd) return failUnclosed(reader, start)
    else if (!readEscape(reader, bytes)) return undefined
  }
  reader.position += 1
  return decode(bytes) ?? reader.failHere('text whose escapes are UTF-8', start)
}

function decode(bytes: readonly number[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch {
    // Bytes that `\x` and octal escapes wrote and that are no UTF-8: the caller reports them.
    return undefined
  }
}

/** `\x` and octal escapes write one byte, `\u` and `\U` a character. */
function readEscape(reader: TextReader, bytes: number[]): boolean {
  const start = reader.position
  const escape =
    reader.match(/\\(?:[abfnrtv\\"]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{3})/y) ??
    ''
  const code = codeOfEscape(escape)
  if (code === undefined) {
    reader.position = start
    reader.fail({
      kind: 'malformed',
      start,
      end: Math.min(start + 2, reader.text.length),
      expected: 'an escape that Go has',
      helps: ['write it between backticks, where a backslash stands for itself'],
    })
    return false
  }
  const isCharacter = /^\\[uU]/.test(escape)
  bytes.push(...(isCharacter ? new TextEncoder().encode(String.fromCodePoint(code)) : [code]))
  return true
}

function codeOfEscape(escape: string): number | undefined {
  const kind = escape.charAt(1)
  if (kind === '') return undefined
  const simple = simpleEscapes[kind]
  if (simple !== undefined) return simple
  const isOctal = kind >= '0' && kind <= '7'
  const code = isOctal ? Number.parseInt(escape.slice(1), 8) : Number.parseInt(escape.slice(2), 16)
  if (isOctal || kind === 'x') return code <= 255 ? code : undefined
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? code : undefined
}
