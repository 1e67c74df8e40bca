import { isAlias, isMap, isPair, isScalar, isSeq, type Document, type Node } from 'yaml'
import { copyJson } from '../apimachinery/copy-json.ts'
import { renderJson } from '../apimachinery/json-text.ts'
import type { JsonValue } from '../apimachinery/json.ts'
import { inputLimits } from '../input/input-limits.ts'

/** A double beyond it is written with an exponent. */
const largestDouble = 10n ** 21n

/** Something wrong with a value, by UTF-16 offsets into the text. */
export interface ValueProblem {
  readonly message: string
  readonly start: number
  readonly end: number
}

/** What a document holds: `null` where the value cannot be told. */
export interface YamlValue {
  readonly value: JsonValue
  readonly problems: readonly ValueProblem[]
}

/**
 * Returns the value of a document, its aliases and merges resolved. The package's own `toJS` and its check of keys take
 * time that grows with the square of the keys and of the aliases.
 */
export function readYamlValue(document: Document.Parsed): YamlValue {
  const reader = new ValueReader()
  try {
    return { value: reader.read(document.contents), problems: reader.problems }
  } catch (error) {
    if (!(error instanceof ValueError)) throw error
    const [start, end] = error.node?.range ?? document.range
    const problems = [...reader.problems, { message: error.message, start, end }]
    return { value: null, problems }
  }
}

class ValueError extends Error {
  readonly node: Node | undefined

  constructor(message: string, node?: Node) {
    super(message)
    this.node = node
  }
}

/** What an anchor stands for: no value yet while it is read. */
interface Anchored {
  readonly value?: JsonValue
  /** Of how many values it consists, and how many aliases. */
  readonly size: number
  readonly aliases: number
}

class ValueReader {
  readonly problems: ValueProblem[] = []
  readonly #anchors = new Map<string, Anchored>()
  #read = 0
  #aliases = 0
  #aliased = 0

  read(node: unknown): JsonValue {
    if (isAlias(node)) return this.#resolve(node.source, node)
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined
    if (anchor === undefined) return this.#readNode(node)
    const [read, aliases] = [this.#read, this.#aliases]
    this.#anchors.set(anchor, { size: 0, aliases: 0 })
    const value = this.#readNode(node)
    this.#anchors.set(anchor, { value, size: this.#read - read, aliases: this.#aliases - aliases })
    return value
  }

  #readNode(node: unknown): JsonValue {
    this.#read++
    if (isScalar(node)) return toScalar(node.value, node)
    if (isSeq(node)) return node.items.map((item) => this.read(item))
    return isMap(node) ? this.#readMap(node.items) : null
  }

  #readMap(items: readonly unknown[]): JsonValue {
    const entries = new Map<string, JsonValue>()
    const keys = new Set<unknown>()
    for (const pair of items) {
      if (!isPair(pair)) continue
      const { key, value } = pair
      this.#checkKey(key, keys)
      if (isScalar(key) && typeof key.value === 'symbol') merge(entries, this.read(value), value)
      else entries.set(toKey(this.read(key)), this.read(value))
    }
    return Object.fromEntries(entries)
  }

  /** Keys are the same where their types are, too: `1` and `"1"` are two. */
  #checkKey(key: unknown, keys: Set<unknown>): void {
    if (!isScalar(key)) return
    if (keys.has(key.value)) {
      const start = key.range?.[0] ?? 0
      this.problems.push({ message: 'Map keys must be unique', start, end: start + 1 })
    }
    keys.add(key.value)
  }

  /** Gives every alias a copy of its own. Aliases within what an alias stands for count again. */
  #resolve(name: string, node: Node): JsonValue {
    const anchored = this.#anchors.get(name)
    if (anchored === undefined) {
      throw new ValueError(
        `Unresolved alias (the anchor must be set before the alias): ${name}`,
        node,
      )
    }
    if (anchored.value === undefined) {
      throw new ValueError(`the value of the anchor ${name} contains itself`, node)
    }
    this.#aliases += 1 + anchored.aliases
    if (this.#aliases > inputLimits.aliases) {
      throw new ValueError(`it has more than ${inputLimits.aliases} aliases`, node)
    }
    this.#read += anchored.size
    this.#aliased += anchored.size
    if (this.#aliased > inputLimits.aliased) {
      throw new ValueError(`its aliases stand for more than ${inputLimits.aliased} values`, node)
    }
    return copyJson(anchored.value)
  }
}

/** Keys of the map itself win, and those of earlier merges. */
function merge(entries: Map<string, JsonValue>, source: JsonValue, node: unknown): void {
  const sources: readonly JsonValue[] = isList(source) ? source : [source]
  for (const each of sources) {
    if (typeof each !== 'object' || each === null || isList(each)) {
      const place = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node : undefined
      throw new ValueError('Merge sources must be maps or map aliases', place)
    }
    for (const [key, value] of Object.entries(each)) {
      if (!entries.has(key)) entries.set(key, value)
    }
  }
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** An empty key is an empty text. */
function toKey(key: JsonValue): string {
  if (key === null) return ''
  return typeof key === 'object' ? renderJson(key) : String(key)
}

/** Integers that a double holds to the last digit become numbers again. */
function toScalar(value: unknown, node: Node): JsonValue {
  if (typeof value === 'bigint') return toInteger(value)
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ValueError(`JSON has no number ${value}`, node)
  }
  const isPlain = typeof value === 'string' || typeof value === 'number'
  return isPlain || typeof value === 'boolean' ? value : null
}

function toInteger(value: bigint): JsonValue {
  // Decimal digits of what is far larger take long to make.
  if (value > largestDouble || value < -largestDouble) return value
  return String(Number(value)) === value.toString() ? Number(value) : value
}
