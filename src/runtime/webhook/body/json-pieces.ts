import { BodyError, BodyTooLargeError } from './body-errors.ts'
import { assertUtf8, parsePiece, parseText } from './json-body.ts'
import { Turn } from './turn.ts'

/*
 * A body of megabytes is not parsed at once: the event loop would stand still, and a few bytes of JSON can take twenty
 * times their size of memory. So its bytes are looked over first, in turns, for what it would take and for where the
 * objects in it begin and end. Each of these is then parsed by itself.
 */

/** A part of a body that is parsed by itself. */
export interface JsonPiece {
  readonly start: number
  readonly end: number
  /** About how many bytes of memory it takes when it is parsed. */
  readonly weight: number
}

/** Where the large fields of a review's request stand. */
export interface JsonPieces {
  /** Fields of `request` that are an object or a list, by name. */
  readonly fields: ReadonlyMap<string, JsonPiece>
  /** Items of the fields of `request` that are a list, by name. */
  readonly items: ReadonlyMap<string, readonly JsonPiece[]>
  /** Of the whole body. */
  readonly weight: number
  /** Of what is in no piece. */
  readonly restWeight: number
  /** A piece is nested more deeply than any object of Kubernetes, and is not to be parsed. */
  readonly isTooDeep: boolean
}

/** Go's reader stops at 10,000; no object of Kubernetes is a tenth as deep. */
const deepest = 1000
const mostItems = 100_000
/** How many bytes are looked at before others get a turn: about a millisecond's. */
const stretch = 512 * 1024

/** What values take in memory beside their text. */
const containerWeight = 64
const keyWeight = 48
const itemWeight = 8
/** An integer that a double may not hold is parsed twice: what it costs is time. */
const integerWeight = 1500
const longInteger = 16

/** A name of which every letter is escaped. */
const longestKey = 64

const [quote, backslash, comma, colon, point] = [0x22, 0x5c, 0x2c, 0x3a, 0x2e]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Looks for fields of `request` in a body. What is given is certain to be JSON once `readRest` and every piece were parsed.
 * Throws `BodyError` where the body is no JSON, and `BodyTooLargeError` where it has too many items.
 */
export async function findPieces(body: Buffer, names: readonly string[]): Promise<JsonPieces> {
  assertUtf8(body)
  const scanner = new Scanner(body, names)
  for (const turn = new Turn(); !scanner.isAtEnd;) {
    scanner.scan(stretch)
    if (turn.isLong) await turn.end()
  }
  return scanner.finish()
}

function isDigit(sign: number | undefined): boolean {
  return sign !== undefined && sign >= 0x30 && sign <= 0x39
}

/** The value of a piece. Throws `BodyError`. */
export function readPiece(body: Buffer, { start, end }: JsonPiece): unknown {
  return parsePiece(body, start, end)
}

class Scanner {
  readonly #body: Buffer
  readonly #names: ReadonlySet<string>
  #at = 0
  #depth = 0
  #weight = 0
  /** Where the last string of the outer levels stands. */
  #string = { start: 0, end: 0 }
  /** The keys of the levels 1 and 2. */
  #outerKey = ''
  #innerKey = ''
  /** Whether levels 1 and 2 are objects. */
  readonly #isObject = [false, false, false]
  #open: { name: string; start: number; weight: number; isList: boolean } | undefined
  #item = { start: 0, weight: 0 }
  #listed: JsonPiece[] = []
  #isTooDeep = false
  readonly #fields = new Map<string, JsonPiece>()
  readonly #items = new Map<string, readonly JsonPiece[]>()

  constructor(body: Buffer, names: readonly string[]) {
    this.#body = body
    this.#names = new Set(names)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#body.length
  }

  /** Goes on for about so many bytes. */
  scan(bytes: number): void {
    const body = this.#body
    const stop = Math.min(this.#at + bytes, body.length)
    for (let at = this.#at; ; at++) {
      if (at >= stop) {
        this.#at = at
        return
      }
      const sign = body[at]
      if (sign === quote) at = this.#passString(at)
      else if (sign === openBrace || sign === openBracket) this.#enter(at, sign === openBrace)
      else if (sign === closeBrace || sign === closeBracket) this.#leave(at)
      else if (sign === comma) this.#separate(at)
      else if (sign === colon) this.#name()
      else if (isDigit(sign)) at = this.#passDigits(at)
    }
  }

  finish(): JsonPieces {
    if (this.#depth > 0) throw new BodyError('the body is no JSON: it ends too early')
    const weight = this.#weight + this.#body.length
    const inPieces = [...this.#fields.values()].reduce((sum, piece) => sum + piece.weight, 0)
    const restWeight = weight - inPieces
    const isTooDeep = this.#isTooDeep
    return { fields: this.#fields, items: this.#items, weight, restWeight, isTooDeep }
  }

  /** Gives the place of the closing quote. */
  #passString(start: number): number {
    const body = this.#body
    let at = start + 1
    for (let sign = body[at]; sign !== quote; sign = body[at]) {
      if (sign === undefined) throw new BodyError('the body is no JSON: a string does not end')
      at += sign === backslash ? 2 : 1
    }
    if (this.#depth <= 2) this.#string = { start: start + 1, end: at }
    return at
  }

  /** Gives the place of the last digit. */
  #passDigits(start: number): number {
    const body = this.#body
    let end = start + 1
    while (isDigit(body[end])) end++
    if (end - start >= longInteger && body[start - 1] !== point) this.#weight += integerWeight
    return end - 1
  }

  #enter(at: number, isObject: boolean): void {
    if (this.#depth === 2 && this.#open === undefined && this.#isPieceNext()) {
      this.#open = {
        name: this.#innerKey,
        start: at,
        weight: this.#weight,
        isList: !isObject,
      }
      this.#listed = []
      this.#item = { start: at + 1, weight: this.#weight }
    }
    this.#depth++
    this.#weight += containerWeight
    if (this.#depth > deepest) {
      if (this.#open === undefined) throw new BodyError('the body is nested too deeply')
      this.#isTooDeep = true
    }
    if (this.#depth <= 2) this.#isObject[this.#depth] = isObject
  }

  #isPieceNext(): boolean {
    const isInRequest = this.#isObject[1] === true && this.#isObject[2] === true
    return isInRequest && this.#outerKey === 'request' && this.#names.has(this.#innerKey)
  }

  #leave(at: number): void {
    this.#depth--
    const open = this.#open
    if (this.#depth !== 2 || open === undefined) return
    const { name, start, weight, isList } = open
    this.#fields.set(name, { start, end: at + 1, weight: this.#weight - weight + at - start })
    if (isList) {
      if (this.#body[at] !== closeBracket)
        throw new BodyError('the body is no JSON: a list does not end')
      if (this.#listed.length > 0 || !this.#isBlank(start + 1, at)) this.#endItem(at)
      this.#items.set(name, this.#listed)
    }
    this.#open = undefined
  }

  #separate(at: number): void {
    this.#weight += itemWeight
    if (this.#depth === 3 && this.#open?.isList === true) this.#endItem(at)
  }

  #endItem(end: number): void {
    const { start, weight } = this.#item
    this.#listed.push({ start, end, weight: this.#weight - weight + end - start })
    this.#item = { start: end + 1, weight: this.#weight }
    if (this.#listed.length > mostItems) throw new BodyTooLargeError(mostItems, 'objects')
  }

  #isBlank(start: number, end: number): boolean {
    return this.#body.toString('latin1', start, Math.min(end, start + 64)).trim() === ''
  }

  #name(): void {
    this.#weight += keyWeight
    if (this.#depth > 2 || this.#depth === 0) return
    const key = this.#readKey()
    if (this.#depth === 2) {
      this.#innerKey = key
      if (this.#isPieceNext()) this.#drop(key)
      return
    }
    this.#outerKey = key
    if (key === 'request') for (const name of this.#names) this.#drop(name)
  }

  /** Of fields with one name the last one counts; what is dropped here stays in the rest of the body. */
  #drop(name: string): void {
    this.#fields.delete(name)
    this.#items.delete(name)
  }

  /** The last string of the outer levels, empty where it is longer than any name that is looked for. */
  #readKey(): string {
    const { start, end } = this.#string
    if (end - start > longestKey) return ''
    const key = this.#body.toString('utf8', start, end)
    return key.includes('\\') ? String(parseText(`"${key}"`)) : key
  }
}

/** The body less its pieces: `null` stands in their place. Throws `BodyError`. */
export function readRest(body: Buffer, { fields }: JsonPieces): unknown {
  const texts: string[] = []
  let from = 0
  for (const { start, end } of fields.values()) {
    texts.push(body.toString('utf8', from, start), 'null')
    from = end
  }
  texts.push(body.toString('utf8', from))
  return parseText(texts.join(''))
}
