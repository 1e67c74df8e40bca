import type { JsonValue } from '../apimachinery/json.ts'
import { compareKeys } from './key-order.ts'
import { renderDoubleQuoted, renderKey, renderPlainOrQuoted } from './scalar.ts'

/*
 * YAML of plain JSON, in the manner of Kubernetes' own tools: two blanks of indentation, sequences not
 * indented under their key, keys in their order, `|-` for text of several lines, long lines never
 * folded. The same value gives the same bytes, and every reader, of YAML 1.1 or 1.2, gives the value
 * back. Start reading at `renderYaml`.
 */

const blanks = '                                                                '

/** One document, without `---`, ending in a line feed. Keys of objects are sorted. */
export function renderYaml(value: JsonValue): string {
  if (isFilledArray(value)) return renderSequence(value, 0, '').slice(1) + '\n'
  if (isFilledObject(value)) return renderMapping(value, 0).slice(1) + '\n'
  return renderScalar(value, 1) + '\n'
}

/** Several documents, each after a line of `---`. */
export function renderYamlDocuments(values: readonly JsonValue[]): string {
  return values.map((value) => '---\n' + renderYaml(value)).join('')
}

function isFilledArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length > 0
}

function isFilledObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length > 0
}

/** The entries of a mapping, each after a line feed and `depth` levels of indentation. */
function renderMapping(value: { readonly [name: string]: JsonValue }, depth: number): string {
  const start = '\n' + indentation(depth)
  let text = ''
  for (const key of sortedKeys(value)) {
    const member = value[key]
    if (member === undefined) continue
    text += start + renderKey(key, start) + ':' + renderMember(member, depth)
  }
  return text
}

/** What follows the colon of a mapping's entry at `depth`. */
function renderMember(value: JsonValue, depth: number): string {
  if (typeof value === 'string') return ' ' + renderText(value, depth + 1)
  if (isFilledArray(value)) return renderSequence(value, depth, '')
  if (isFilledObject(value)) return renderMapping(value, depth + 1)
  return ' ' + renderScalar(value, depth + 1)
}

/** The items of a sequence whose dashes stand `depth` levels deep. */
function renderSequence(values: readonly JsonValue[], depth: number, text: string): string {
  const dash = '\n' + indentation(depth) + '- '
  for (const value of values) text += dash + renderItem(value, depth)
  return text
}

/** What follows the dash: nested collections start on the dash's own line. */
function renderItem(value: JsonValue, depth: number): string {
  const inner = indentation(depth + 1).length + 1
  if (isFilledArray(value)) return renderSequence(value, depth + 1, '').slice(inner)
  if (isFilledObject(value)) return renderMapping(value, depth + 1).slice(inner)
  return renderScalar(value, depth + 1)
}

/** A scalar or an empty collection; `depth` is where the lines of a block of text stand. */
function renderScalar(value: JsonValue, depth: number): string {
  switch (typeof value) {
    case 'string':
      return renderText(value, depth)
    case 'number':
      return renderNumber(value)
    case 'bigint':
      return value.toString()
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return value === null ? 'null' : Array.isArray(value) ? '[]' : '{}'
  }
}

/** Readers of YAML 1.1 take an exponent for a number only after a point. */
function renderNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no number ${value}`)
  return String(value).replace(/^(-?\d+)e/, '$1.0e')
}

/** Text of several lines whose lines a block can carry unchanged. */
const blockText =
  /^(?![\s\u0085\ufeff])(?:[^\r\u0085\u2028\u2029]*[^ \t\n\r\u0085\u2028\u2029])(?:\n)?$/

const trailingBlank = /[ \t]\n/

const needsEscape =
  // oxlint-disable-next-line no-control-regex -- the characters that YAML has no plain form for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

function renderText(text: string, depth: number): string {
  if (!text.includes('\n')) return renderPlainOrQuoted(text)
  if (!blockText.test(text) || trailingBlank.test(text) || needsEscape.test(text)) {
    return renderDoubleQuoted(text)
  }
  const start = '\n' + indentation(depth)
  const isClipped = text.endsWith('\n')
  const body = isClipped ? text.slice(0, -1) : text
  return (isClipped ? '|' : '|-') + start + body.replaceAll(/\n(?!\n)/g, start)
}

function sortedKeys(value: { readonly [name: string]: JsonValue }): string[] {
  const keys = Object.keys(value)
  return keys.length < 2 ? keys : keys.sort(compareKeys)
}

function indentation(depth: number): string {
  const length = depth * 2
  return length <= blanks.length ? blanks.slice(0, length) : ' '.repeat(length)
}
