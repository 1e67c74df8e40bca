import type { JsonValue } from '../apimachinery/json.ts'
import { findDeepNesting } from './nesting.ts'
import { parseYaml, type ParsedYaml } from './parse-yaml.ts'
import { beyond, readPlainYaml } from './plain-yaml.ts'

/** Directives, ends of documents, content behind `---`, line ends of other kinds: rare enough to be read by the reader of all of YAML. */
const unusual = /[\r\u2028\u2029]|^(?:%|\.\.\.(?:[ \t]|$)|---[ \t]+\S)/m

/** The same as `parseYaml`, and several times as fast for what tools write, such as large CRDs. */
export function parseManifests(text: string): ParsedYaml[] {
  if (findDeepNesting(text) !== undefined) return parseYaml(text)
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (unusual.test(plain)) return parseYaml(text)
  const [first = '', ...others] = plain.split(/^---[ \t]*$/m)
  // What stands in front of the first `---` is a document only where it says something.
  const isEmpty = first.split('\n').every((line) => /^[ \t]*(?:#.*)?$/.test(line))
  const documents: ParsedYaml[] = []
  let parsed: ParsedYaml[] | undefined
  // Places are looked for only where something is to be said about one.
  const parse = (): ParsedYaml[] => (parsed ??= parseYaml(text))
  const texts = isEmpty ? others : [first, ...others]
  for (const [index, each] of texts.entries()) {
    const value = readDocument(each, index === texts.length - 1 ? '' : '---\n')
    if (value === undefined) return parseYaml(text)
    documents.push(toParsed(value, documents.length, parse))
  }
  return documents
}

/** The value of one document, undefined where there is something to say about it. */
function readDocument(text: string, end: string): JsonValue | undefined {
  const value = readPlainYaml(text, resolveScalar)
  if (value !== beyond) return value
  const [document, ...others] = parseYaml(text + end)
  const isOne = others.length === (end === '' ? 0 : 1)
  return isOne && document?.problems.length === 0 ? document.value : undefined
}

/** Scalars whose type needs the whole of YAML's rules, which are few and come again. */
const resolved = new Map<string, JsonValue | undefined>()

function resolveScalar(text: string): JsonValue | undefined {
  if (resolved.has(text)) return resolved.get(text)
  const [document] = parseYaml(text)
  const value = document?.problems.length === 0 ? document.value : undefined
  if (resolved.size < 1000) resolved.set(text, value)
  return value
}

function toParsed(value: JsonValue, index: number, parse: () => ParsedYaml[]): ParsedYaml {
  return {
    value,
    problems: [],
    rangeOf: (path) => parse()[index]?.rangeOf(path),
    keyRangeOf: (path) => parse()[index]?.keyRangeOf(path),
  }
}
