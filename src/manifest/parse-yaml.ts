import {
  isMap,
  isNode,
  isSeq,
  parseAllDocuments,
  type Document,
  type Pair,
  type ScalarTag,
  type Tags,
  type YAMLMap,
} from 'yaml'
import type { JsonValue } from '../apimachinery/json.ts'
import { inputLimits } from '../input/input-limits.ts'
import { findDeepNesting } from './nesting.ts'
import { readYamlValue } from './yaml-value.ts'

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
    // Compares each key with all before it.
    uniqueKeys: false,
    resolveKnownTags: false,
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
    rangeOf: (path) => rangeOfNode(nodeAt(document, path)),
    keyRangeOf: (path) => rangeOfKey(document, path),
  }
}

function readValue(
  document: Document.Parsed,
  problems: readonly YamlProblem[],
): Pick<ParsedYaml, 'value' | 'problems'> {
  if (problems.length > 0 && document.contents === null) return { value: null, problems }
  const read = readYamlValue(document)
  const all = [...problems, ...read.problems]
  return { value: read.value, problems: all.toSorted((a, b) => a.start - b.start) }
}

/** The pairs of maps by their keys: places are asked for one by one. */
const indexes = new WeakMap<YAMLMap, Map<string, Pair>>()

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  let index = indexes.get(map)
  if (index === undefined) {
    index = new Map()
    for (const pair of map.items) {
      const name = String(pair.key)
      if (!index.has(name)) index.set(name, pair)
    }
    indexes.set(map, index)
  }
  return index.get(key)
}

function nodeAt(document: Document.Parsed, path: readonly (string | number)[]): unknown {
  let node: unknown = document.contents
  for (const key of path) {
    if (isMap(node)) node = pairOf(node, String(key))?.value
    else node = isSeq(node) ? node.items[Number(key)] : undefined
  }
  return node
}

function rangeOfNode(node: unknown): YamlRange | undefined {
  if (!isNode(node) || !node.range) return undefined
  const [start, end] = node.range
  return { start, end }
}

function rangeOfKey(
  document: Document.Parsed,
  path: readonly (string | number)[],
): YamlRange | undefined {
  const last = path.at(-1)
  const parent = nodeAt(document, path.slice(0, -1))
  if (isSeq(parent)) return rangeOfNode(nodeAt(document, path))
  return isMap(parent) ? rangeOfNode(pairOf(parent, String(last))?.key) : undefined
}
