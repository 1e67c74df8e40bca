import type { JsonValue } from '../apimachinery/json.ts'
import {
  foldQuoted,
  readBlockScalar,
  withoutEnd,
  withoutStart,
  type TextLine,
} from './plain-scalars.ts'

/*
 * The part of YAML that tools write: block maps and lists, and scalars of all styles, without anchors, tags, directives,
 * or flow collections that hold anything. It is read line by line, several times as fast as all of YAML. Whatever lies
 * beyond, and every mistake, is left to the reader of all of YAML: here it only ends the reading.
 */

/** What a document is that lies beyond: `null` is a value like any other. */
export const beyond: unique symbol = Symbol('beyond plain YAML')

/** Resolves a scalar whose type its first character does not tell, such as `1Gi`, `0x1f`, `.5`; undefined for a mistake. */
export type ResolveScalar = (text: string) => JsonValue | undefined

/** Reads one document without its `---`. Gives `beyond` where it is not of the plain part. */
export function readPlainYaml(text: string, resolve: ResolveScalar): JsonValue | typeof beyond {
  try {
    return new PlainReader(text, resolve).read()
  } catch (error) {
    if (error instanceof BeyondError) return beyond
    throw error
  }
}

/** Ends the reading. It carries no stack: it is thrown for every document that lies beyond. */
class BeyondError {}

/** Keys that are no strings, or more than a string, to some reader. */
const wordKey = /^(?:y|n|yes|no|on|off|true|false|null)$/i

const plainKey = /^([A-Za-z_$][\w$./-]*):(?= |$)/

const quotedKey = /^(?:"([^"\\]*)"|'([^']*)'):(?= |$)/

/** What begins something else than a plain scalar. */
const indicator = /^[&*!%@`|>?[\]{},#"']|^(?:[-?:]|---|\.\.\.)(?: |$)/

/** What a plain scalar cannot hold, or what looks as if it had another meaning. */
const suspicious = /: |:$| #|\t/

const emptyFlow = /^(?:\[ *\]|\{ *\})$/

/** Words, and texts in quotes without anything that would have a meaning there. */
const wordList =
  /^\[ *(?:"[^"\\,]*"|'[^',]*'|[A-Za-z_][\w.-]*)(?: *, *(?:"[^"\\,]*"|'[^',]*'|[A-Za-z_][\w.-]*))* *\]$/

const shortInteger = /^(?:0|-?[1-9]\d{0,14})$/

const word = /^(?:y|n|yes|no|on|off|true|false|null)$/i

class PlainReader {
  readonly #lines: TextLine[]
  readonly #resolve: ResolveScalar
  #at = 0

  constructor(text: string, resolve: ResolveScalar) {
    this.#lines = text.split('\n').map(toLine)
    this.#resolve = resolve
  }

  read(): JsonValue {
    const first = this.#next()
    const value = first === undefined ? null : this.#readBlock(first.indent)
    if (this.#next() !== undefined) throw new BeyondError()
    return value
  }

  /** The next line that says something. */
  #next(): TextLine | undefined {
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at]
      if (line === undefined || line.text === '' || line.text.startsWith('#')) continue
      if (line.text.startsWith('\t')) throw new BeyondError()
      return line
    }
    return undefined
  }

  /** The map or list whose first line is the next one. */
  #readBlock(indent: number): JsonValue {
    const line = this.#next()
    if (line === undefined) throw new BeyondError()
    return isItem(line.text) ? this.#readList(indent) : this.#readMap(indent)
  }

  #readMap(indent: number): JsonValue {
    const entries = new Map<string, JsonValue>()
    for (
      let line = this.#next();
      line !== undefined && line.indent >= indent;
      line = this.#next()
    ) {
      if (line.indent > indent || isItem(line.text)) throw new BeyondError()
      const { key, rest } = readKey(line.text)
      if (entries.has(key)) throw new BeyondError()
      this.#at++
      entries.set(key, this.#readValue(rest, indent, true))
    }
    return Object.fromEntries(entries)
  }

  #readList(indent: number): JsonValue {
    const items: JsonValue[] = []
    for (
      let line = this.#next();
      line !== undefined && line.indent >= indent;
      line = this.#next()
    ) {
      if (line.indent > indent) throw new BeyondError()
      if (!isItem(line.text)) break
      items.push(this.#readItem(line, indent))
    }
    return items
  }

  #readItem(line: TextLine, indent: number): JsonValue {
    const rest = line.text.slice(1)
    const content = withoutStart(rest)
    if (isItem(content) || plainKey.test(content) || quotedKey.test(content)) {
      // A map or list that begins behind the dash begins in its column.
      const column = indent + line.text.length - content.length
      this.#lines[this.#at] = {
        indent: column,
        text: content,
        whole: `${' '.repeat(column)}${content}`,
      }
      return this.#readBlock(column)
    }
    this.#at++
    return this.#readValue(content, indent, false)
  }

  /** What stands behind a key or a dash, or below it. A list may stand right below its key. */
  #readValue(rest: string, indent: number, isOfKey: boolean): JsonValue {
    if (rest === '' || rest.startsWith('#')) return this.#readBelow(indent, isOfKey)
    const start = rest.charAt(0)
    if (start === '|' || start === '>') return this.#readBlockScalar(rest, indent)
    if (start === '"' || start === "'") return this.#readQuoted(rest, indent)
    if (start === '[' || start === '{') return this.#readFlow(rest)
    return this.#readPlain(rest, indent)
  }

  #readBelow(indent: number, isOfKey: boolean): JsonValue {
    const line = this.#next()
    if (line === undefined || line.indent < indent) return null
    const isList = isItem(line.text)
    if (line.indent === indent) return isOfKey && isList ? this.#readList(indent) : null
    if (isList || plainKey.test(line.text) || quotedKey.test(line.text)) {
      return this.#readBlock(line.indent)
    }
    if (/^[|>]/.test(line.text)) throw new BeyondError()
    this.#at++
    return this.#readValue(line.text, indent, false)
  }

  /** Nothing, or a list of words. */
  #readFlow(rest: string): JsonValue {
    if (emptyFlow.test(rest)) return rest.startsWith('{') ? {} : []
    if (!wordList.test(rest)) throw new BeyondError()
    const items = rest.slice(1, -1).split(',')
    return items.map((each) => {
      const item = withoutStart(withoutEnd(each))
      return /^["']/.test(item) ? item.slice(1, -1) : this.#resolvePlain(item)
    })
  }

  #readBlockScalar(header: string, indent: number): string {
    const found = readBlockScalar(header, { lines: this.#lines, at: this.#at, indent })
    if (found === undefined) throw new BeyondError()
    this.#at = found.at
    return found.text
  }

  #readQuoted(rest: string, indent: number): string {
    const found = foldQuoted(rest, { lines: this.#lines, at: this.#at, indent })
    if (found === undefined) throw new BeyondError()
    this.#at = found.at
    return found.text
  }

  /** A scalar without quotes goes on in all lines that are further in. */
  #readPlain(rest: string, indent: number): JsonValue {
    const [said = '', comment] = rest.split(/ +#/, 2)
    if (indicator.test(said) || suspicious.test(said)) throw new BeyondError()
    if (comment !== undefined) {
      const line = this.#next()
      if (line !== undefined && line.indent > indent) throw new BeyondError()
      return this.#resolvePlain(said)
    }
    let text = said
    let breaks = 0
    for (let at = this.#at; at < this.#lines.length; at++) {
      const line = this.#lines[at]
      if (line === undefined) break
      if (line.text === '') breaks++
      else {
        if (line.indent <= indent || line.text.startsWith('#')) break
        if (suspicious.test(line.text)) throw new BeyondError()
        text += (breaks === 0 ? ' ' : '\n'.repeat(breaks)) + line.text
        breaks = 0
        this.#at = at + 1
      }
    }
    return this.#resolvePlain(text)
  }

  #resolvePlain(text: string): JsonValue {
    if (text.includes(' ') || text.includes('\n')) return text
    if (shortInteger.test(text)) return Number(text)
    const isWord = /^[A-Za-z_/$]/.test(text)
    if (isWord && !word.test(text)) return text
    const value = this.#resolve(text)
    if (value === undefined) throw new BeyondError()
    return value
  }
}

function toLine(whole: string): TextLine {
  let indent = 0
  while (whole.charCodeAt(indent) === 32) indent++
  return { indent, text: withoutEnd(whole.slice(indent)), whole }
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ')
}

function readKey(text: string): { readonly key: string; readonly rest: string } {
  const plain = plainKey.exec(text)
  if (plain !== null) {
    const [whole, key = ''] = plain
    if (wordKey.test(key)) throw new BeyondError()
    return { key, rest: withoutStart(text.slice(whole.length)) }
  }
  const quoted = quotedKey.exec(text)
  if (quoted === null) throw new BeyondError()
  const [whole, double, single = ''] = quoted
  return { key: double ?? single, rest: withoutStart(text.slice(whole.length)) }
}
