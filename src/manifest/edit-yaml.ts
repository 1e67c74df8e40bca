import { isDeepStrictEqual } from 'node:util'
import {
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { JsonValue } from '../apimachinery/json.ts'
import { parseYaml } from './parse-yaml.ts'
import { renderYaml } from './render-yaml.ts'

/*
 * Changes of single values in a YAML text that a person wrote: what is not changed keeps its bytes, its
 * comments and its line ends. Start reading at `editYaml`.
 *
 * Each way to make a change is tried on the text and kept where the result reads as the wanted value; the
 * last way writes the document anew, which keeps comments and order, but not every blank.
 */

/** Keys and indices from the root of a document to a value in it. */
export type YamlPath = readonly (string | number)[]

/** One wanted change: the value at a path, or no value there. An index at a list's end appends. */
export interface YamlEdit {
  readonly path: YamlPath
  readonly value: JsonValue | undefined
}

/** Applies the edits, one after the other, to the one document of a text without mistakes. */
export function editYaml(text: string, edits: readonly YamlEdit[]): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  return mark + edits.reduce(applyEdit, text.slice(mark.length))
}

interface Situation {
  readonly text: string
  readonly document: Document
  readonly eol: string
  readonly edit: YamlEdit
}

type Way = (situation: Situation) => string | undefined

function applyEdit(text: string, edit: YamlEdit): string {
  const document = parseDocument(text, { version: '1.1', logLevel: 'silent' })
  const current = readValue(text)
  const wanted = withValue(current, edit)
  if (isDeepStrictEqual(current, wanted)) return text
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const situation = { text, document, eol, edit }
  const ways: readonly Way[] =
    edit.value === undefined ? [cutEntry] : [replaceScalar, fillEmpty, insertSorted, insertLast]
  for (const way of ways) {
    const edited = way(situation)
    if (edited !== undefined && isDeepStrictEqual(readValue(edited), wanted)) return edited
  }
  return writeAnew(situation)
}

function readValue(text: string): JsonValue {
  const [document] = parseYaml(text)
  return document === undefined || document.problems.length > 0 ? null : document.value
}

/** The value of the whole document once the edit is made. */
function withValue(root: JsonValue, { path, value }: YamlEdit): JsonValue {
  const [step, ...rest] = path
  if (step === undefined) return value ?? null
  if (Array.isArray(root)) {
    const items: readonly JsonValue[] = root
    const index = Number(step)
    const item = rest.length === 0 ? value : withValue(items[index] ?? null, { path: rest, value })
    return [
      ...items.slice(0, index),
      ...(item === undefined ? [] : [item]),
      ...items.slice(index + 1),
    ]
  }
  if (typeof step === 'number') return withValue([], { path, value })
  const entries = new Map(Object.entries(root ?? {}))
  const entry =
    rest.length === 0 ? value : withValue(entries.get(step) ?? null, { path: rest, value })
  if (entry === undefined) entries.delete(step)
  else entries.set(step, entry)
  return Object.fromEntries(entries)
}

/** A scalar in the place of a scalar. */
function replaceScalar({ text, document, edit }: Situation): string | undefined {
  const node = document.getIn(edit.path, true)
  if (!isScalar(node) || !node.range) return undefined
  const rendered = renderYaml(edit.value ?? null).trimEnd()
  if (rendered.includes('\n')) return undefined
  const [start, end] = node.range
  const blank = start === end && !/\s/.test(text.charAt(start - 1)) ? ' ' : ''
  return text.slice(0, start) + blank + rendered + text.slice(end)
}

/** Text that goes in at the end of a line, with the way to the value that it brings. */
interface Insertion {
  readonly collection: YAMLMap | YAMLSeq
  readonly path: YamlPath
  readonly value: JsonValue
}

/** The nearest collection on the way to the value, and what has to be put into it. */
function findInsertion({ document, edit: { path, value } }: Situation): Insertion | undefined {
  for (let length = path.length - 1; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isMap(node) || isSeq(node)) {
      const rest = path.slice(length)
      return { collection: node, path: rest, value: nest(rest.slice(1), value ?? null) }
    }
  }
  return undefined
}

/** A value under the keys of a path; an index makes a list of one. */
function nest(path: YamlPath, value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  )
}

/** The first entry of an empty collection: `{}`, `[]`, or nothing behind the key. */
function fillEmpty({ text, document, eol, edit }: Situation): string | undefined {
  for (let length = edit.path.length - 1; length > 0; length--) {
    const node = document.getIn(edit.path.slice(0, length), true)
    const parent =
      length === 1 ? document.contents : document.getIn(edit.path.slice(0, length - 1), true)
    const isEmpty = isScalar(node)
      ? node.value === null
      : isCollection(node) && node.items.length === 0
    if (!isEmpty || !isMap(parent) || (!isScalar(node) && !isCollection(node))) continue
    const [start, end] = node.range ?? [0, 0]
    const key = parent.items.find(
      ({ key }) => isScalar(key) && key.value === edit.path[length - 1],
    )?.key
    if (!isScalar(key) || !key.range) return undefined
    const value = nest(edit.path.slice(length), edit.value ?? null)
    const indent = columnOf(text, key.range[0]) + (Array.isArray(value) ? 0 : 2)
    const block = indentLines(renderYaml(value), indent, eol)
    return text.slice(0, start).trimEnd() + eol + block + text.slice(end)
  }
  return undefined
}

/** A new entry before the first greater key, where the keys are sorted so far. */
function insertSorted(situation: Situation): string | undefined {
  const insertion = findInsertion(situation)
  if (insertion === undefined || !isMap(insertion.collection)) return undefined
  const keys = insertion.collection.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''))
  const isSorted = keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key)
  const place = keys.findIndex((key) => key > String(insertion.path[0]))
  return isSorted && place >= 0 ? insertAt(situation, insertion, place) : undefined
}

function insertLast(situation: Situation): string | undefined {
  const insertion = findInsertion(situation)
  return insertion && insertAt(situation, insertion, insertion.collection.items.length)
}

/** Puts an entry after the one before `place`, or before the first one. */
function insertAt(situation: Situation, insertion: Insertion, place: number): string | undefined {
  const { text, eol } = situation
  const { collection, path, value } = insertion
  const start = collection.range?.[0]
  if (collection.flow || start === undefined) return undefined
  const entry = isMap(collection) ? { [String(path[0])]: value } : [value]
  const block = indentLines(renderYaml(entry), columnOf(text, start), eol)
  if (place === 0) return spliceLine(text, lineStart(text, start), block + eol)
  const end = endOfEntry(collection, place - 1)
  if (end === undefined) return undefined
  const line = text.charAt(end - 1) === '\n' ? end : lineEnd(text, end)
  return line === text.length && !text.endsWith('\n')
    ? `${text}${eol}${block}${eol}`
    : spliceLine(text, line, block + eol)
}

function spliceLine(text: string, offset: number, lines: string): string {
  return text.slice(0, offset) + lines + text.slice(offset)
}

/** Where the value of an entry ends, without the comments that follow it. */
function endOfEntry(collection: YAMLMap | YAMLSeq, index: number): number | undefined {
  if (isSeq(collection)) return rangeOf(collection.items[index])?.[1]
  const pair = collection.items[index]
  return lastEnd(pair?.value) ?? rangeOf(pair?.key)?.[1]
}

/** Where the last scalar in a value ends: collections count the blank lines and comments after them. */
function lastEnd(node: unknown): number | undefined {
  if (!isCollection(node) || node.flow || node.items.length === 0) return rangeOf(node)?.[1]
  if (isSeq(node)) return lastEnd(node.items.at(-1))
  const pair = node.items.at(-1)
  return lastEnd(pair?.value) ?? rangeOf(pair?.key)?.[1]
}

/** Takes an entry that has its lines to itself out of a mapping or a list. */
function cutEntry({ text, document, edit: { path } }: Situation): string | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (!isCollection(parent) || parent.flow || parent.items.length < 2) return undefined
  const last = path.at(-1)
  const index = isSeq(parent)
    ? Number(last)
    : parent.items.findIndex(({ key }) => isScalar(key) && key.value === last)
  const end = isSeq(parent) ? lastEnd(parent.items[index]) : endOfEntry(parent, index)
  const first = isSeq(parent)
    ? rangeOf(parent.items[index])?.[0]
    : rangeOf(parent.items[index]?.key)?.[0]
  if (first === undefined || end === undefined) return undefined
  const start = lineStart(text, first)
  if (!/^[ -]*$/.test(text.slice(start, first))) return undefined
  const stop = text.charAt(end - 1) === '\n' ? end : lineEnd(text, end)
  return text.slice(0, start) + text.slice(stop)
}

/** The whole document in the library's own layout. */
function writeAnew({ document, eol, edit: { path, value } }: Situation): string {
  if (value === undefined) document.deleteIn(path)
  else document.setIn(path, document.createNode(value))
  const text = document.toString({ lineWidth: 0, indentSeq: false })
  return eol === '\n' ? text : text.replaceAll(/\r?\n/g, eol)
}

function isCollection(node: unknown): node is YAMLMap | YAMLSeq {
  return isMap(node) || isSeq(node)
}

function rangeOf(node: unknown): readonly [number, number, number] | undefined {
  if (isScalar(node) || isCollection(node)) return node.range ?? undefined
  return undefined
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset)
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** The start of the line after the one that holds `offset`. */
function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset)
  return feed < 0 ? text.length : feed + 1
}

function indentLines(text: string, indent: number, eol: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? line : ' '.repeat(indent) + line))
    .join(eol)
}
