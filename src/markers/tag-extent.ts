import { findTag } from './definitions.ts'
import { readJson } from './values/json-value.ts'
import { TextReader } from './values/text-reader.ts'

/*
 * How far the value of a JSDoc tag reaches. `@pattern` takes the rest of its line as it stands. JSON in
 * braces, brackets or double quotes reaches to where it closes, also on a later line. Any other value
 * ends before the next tag of its line.
 */

/** Offset behind the value of a tag whose name ends at `start`. */
export function findTagEnd(text: string, name: string, start: number): number {
  const lineEnd = endOfLine(text, start)
  if (name === 'pattern') return lineEnd
  if (name === 'deprecated') return findBlockEnd(text, start)
  if (takesJson(name)) {
    const jsonStart = findJsonStart(text, start)
    if (jsonStart !== undefined) return findJsonEnd(text, jsonStart)
  }
  const quoted = /[ \t]+(?:'[^'\n]*'|`[^`\n]*`|"(?:[^"\\\n]|\\.)*")(?=\s|$)/y
  quoted.lastIndex = start
  const match = quoted.exec(text)
  if (match !== null) return start + match[0].length
  const next = /\s@[A-Za-z]/g
  next.lastIndex = start
  const tag = next.exec(text)
  return tag === null ? lineEnd : Math.min(tag.index, lineEnd)
}

/**
 * Whether an `@example` is an example in the sense of TSDoc, for readers of the source: code on lines of
 * its own, or text that is no single value.
 */
export function isDocumentationExample(text: string, name: string, start: number): boolean {
  if (name !== 'example') return false
  const end = findTagEnd(text, name, start)
  const value = text.slice(start, end).trim()
  if (value === '' || value.startsWith('<') || value.startsWith('{@')) return true
  if (/^[{["]/.test(value)) return readJson(new TextReader(value)) === undefined
  return isFollowedByText(text, endOfLine(text, end) + 1)
}

function isFollowedByText(text: string, start: number): boolean {
  return /^[ \t]*[^\s@+]/.test(text.slice(start, endOfLine(text, start)))
}

function takesJson(name: string): boolean {
  const type = findTag(name)?.arguments[0]?.type
  return type !== undefined && type !== 'string'
}

/** JSON that opens behind the tag, or on the next line where the tag stands alone. */
function findJsonStart(text: string, start: number): number | undefined {
  const opening = /[ \t]*(?:\n[ \t]*)?(?=[{["])(?!\{@)/y
  opening.lastIndex = start
  const match = opening.exec(text)
  return match === null || match[0] === '' ? undefined : start + match[0].length
}

/** Behind the JSON value, or at the end of the line on which it goes wrong. */
function findJsonEnd(text: string, start: number): number {
  const reader = new TextReader(text, start)
  const isWhole = readJson(reader) !== undefined
  const lineEnd = endOfLine(text, reader.position)
  if (!isWhole) return lineEnd
  const rest = text.slice(reader.position, lineEnd)
  return rest.trim() === '' || /^\s+@[A-Za-z]/.test(rest) ? reader.position : lineEnd
}

/** A block of text reaches to the next line that opens with a tag or a marker. */
function findBlockEnd(text: string, start: number): number {
  const next = /\s@[A-Za-z]|\n[ \t]*\+[A-Za-z]/g
  next.lastIndex = start
  return next.exec(text)?.index ?? text.length
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}
