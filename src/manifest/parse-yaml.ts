import {
  isMap,
  isNode,
  isPair,
  isSeq,
  parseAllDocuments,
  type Document,
  type ScalarTag,
  type Tags,
} from 'yaml'
import type { JsonValue } from '../apimachinery/json.ts'
import { inputLimits } from '../input/input-limits.ts'
import { findDeepNesting } from './nesting.ts'

/** Something that keeps a text from being read, by UTF-16 offsets into the text. */
export interface YamlProblem {
  readonly message: string
  readonly start: number
  readonly end: number
}

/** One document of a YAML text. */
export interface ParsedYaml {
  /** `null` for an empty document. What could be read, where there are problems. */
  readonly value: JsonValue
  readonly problems: readonly YamlProblem[]
  /** Where the value at a path stands; the path may end in the key itself with `keyRangeOf`. */
  readonly rangeOf: (path: readonly (string | number)[]) => YamlRange | undefined
  readonly keyRangeOf: (path: readonly (string | number)[]) => YamlRange | undefined
}

export interface YamlRange {
  readonly start: number
  readonly end: number
}

/** Types that Kubernetes' readers do not know: they take these for strings. */
const unknownToKubernetes = new Set(['TIME', 'timestamp', 'binary', 'omap', 'pairs', 'set'])

/** `0o7` of YAML 1.2, which Kubernetes' readers know beside the `07` of 1.1. */
const octalInteger: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^[-+]?0o[0-7_]+$/,
  resolve: (text) => {
    const digits = BigInt(text.replace(/^[-+]/, '').replaceAll('_', ''))
    return text.startsWith('-') ? -digits : digits
  },
}

/**
 * Reads the documents of a text as Kubernetes' own tools do: YAML 1.1 without dates and base-60
 * numbers, any encoding of line ends, integers of any size. Never throws: what is wrong with a document
 * stands beside it.
 */
export function parseYaml(text: string): ParsedYaml[] {
  const deep = findDeepNesting(text)
  if (deep !== undefined) return [tooDeep(deep)]
  try {
    return readDocuments(text)
  } catch (error) {
    if (error instanceof RangeError) return [tooDeep(0)]
    throw error
  }
}

/** A document whose reading would take more stack or time than there is. */
function tooDeep(start: number): ParsedYaml {
  const message = `it nests more than ${inputLimits.depth} levels deep`
  const nowhere = (): undefined => undefined
  const problems = [{ message, start, end: start }]
  return { value: null, problems, rangeOf: nowhere, keyRangeOf: nowhere }
}

function readDocuments(text: string): ParsedYaml[] {
  const documents = parseAllDocuments(text, {
    version: '1.1',
    schema: 'yaml-1.1',
    merge: true,
    intAsBigInt: true,
    prettyErrors: false,
    logLevel: 'silent',
    customTags: (tags): Tags => [
      octalInteger,
      ...tags.filter((tag) => !isUnknownToKubernetes(tag)),
    ],
  })
  return Array.isArray(documents)
    ? documents.map((document) => toParsed(document, text.length))
    : []
}

function isUnknownToKubernetes(tag: Tags[number]): boolean {
  if (typeof tag === 'string') return unknownToKubernetes.has(tag)
  const isBase60 = 'format' in tag && tag.format === 'TIME'
  return isBase60 || unknownToKubernetes.has(tag.tag.replace('tag:yaml.org,2002:', ''))
}

/** What is missing at the end of a text is missed behind it: the place of a problem lies in the text all the same. */
function toParsed(document: Document.Parsed, length: number): ParsedYaml {
  const problems = document.errors.map(({ message, pos: [start, end] }) => ({
    message: message.split('\n')[0] ?? message,
    start: Math.min(start, length),
    end: Math.min(end, length),
  }))
  return {
    ...readValue(document, problems),
    rangeOf: (path) => rangeOfNode(document.getIn(path, true)),
    keyRangeOf: (path) => rangeOfKey(document, path),
  }
}

/** Aliases can ask for more than memory holds: the reader refuses, and so do we. */
function readValue(
  document: Document.Parsed,
  problems: readonly YamlProblem[],
): Pick<ParsedYaml, 'value' | 'problems'> {
  if (problems.length > 0 && document.contents === null) return { value: null, problems }
  try {
    return { value: toJson(document.toJS({ maxAliasCount: inputLimits.aliases })), problems }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const [start, end] = document.range
    return { value: null, problems: [...problems, { message, start, end }] }
  }
}

/** Integers that a double holds to the last digit become numbers again. */
function toJson(value: unknown): JsonValue {
  if (typeof value === 'bigint') {
    return String(Number(value)) === value.toString() ? Number(value) : value
  }
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]))
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError(`JSON has no number ${value}`)
  }
  return isScalar(value) ? value : null
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return ['string', 'number', 'boolean'].includes(typeof value) || value === null
}

function rangeOfNode(node: unknown): YamlRange | undefined {
  if (!isNode(node) || !node.range) return undefined
  const [start, end] = node.range
  return { start, end }
}

function rangeOfKey(document: Document, path: readonly (string | number)[]): YamlRange | undefined {
  const last = path.at(-1)
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
  if (isSeq(parent)) return rangeOfNode(document.getIn(path, true))
  if (!isMap(parent)) return undefined
  const pair = parent.items.find((item) => isPair(item) && String(item.key) === String(last))
  return rangeOfNode(pair?.key)
}
