import type { JsonValue } from '../../apimachinery/json.ts'
import { parseJson } from '../../apimachinery/json-text.ts'
import { DiagnosticSink } from '../../diagnostics/sink.ts'
import { findDeepNesting } from '../../manifest/nesting.ts'
import { parseManifests } from '../../manifest/parse-manifests.ts'
import { parseYaml, type ParsedYaml, type YamlRange } from '../../manifest/parse-yaml.ts'
import { checkCrd } from './check-crd.ts'
import { isObject, keysOf, textOf, within, type CrdPlace, type Path } from './crd-place.ts'
import { findTemplate, templateHelp } from './find-template.ts'
import type { ImportedCrd } from './imported-crd.ts'
import { isCrd, settleCrd } from './settle-crd.ts'
import { withoutRepeated } from './without-repeated.ts'

/** A text that may hold definitions, among other objects. */
export interface CrdText {
  /** As diagnostics show it: a path relative to the folder kops works in, a URL, `<stdin>`. */
  readonly path: string
  readonly text: string
}

/**
 * The definitions of all texts, by name: YAML or JSON, several documents, lists of objects. Other kinds are passed
 * over. Every mistake is in the sink, and what has one is left out.
 */
export function readCrds(texts: readonly CrdText[], sink: DiagnosticSink): ImportedCrd[] {
  const found = texts.flatMap((text) => readText(text, sink))
  return withoutRepeated(found, sink).toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

function readText(source: CrdText, sink: DiagnosticSink): ImportedCrd[] {
  // Most files of a repository are about something else, and need not be YAML.
  if (!source.text.includes('CustomResourceDefinition')) return []
  const documents = parseDocuments(source)
  const template = findTemplate(source.text, documents)
  if (template !== undefined) {
    const span = { path: source.path, ...template }
    const notes = ['`{{ … }}` is filled in by Helm or another tool before a cluster sees it']
    sink.report('crd/template', {}, { span, notes, helps: [templateHelp(source.path)] })
    return []
  }
  return documents.flatMap((document) => {
    for (const { message, start, end } of document.problems) {
      const details = { span: { path: source.path, start, end }, helps: [checkSyntax] }
      sink.report('crd/invalid-yaml', { problem: lowerFirst(message) }, details)
    }
    if (document.problems.length > 0) return []
    const objects = listObjects(document.value, undefined)
    return objects.flatMap((each) => readObject(each, { source, document, sink }) ?? [])
  })
}

const checkSyntax = 'correct the text where the arrow points; a tab does not indent YAML'

/** JSON is read as such, which is faster; where something is wrong with it, as the YAML that it is too. */
function parseDocuments({ text }: CrdText): readonly ParsedYaml[] {
  if (findDeepNesting(text) !== undefined) return parseYaml(text)
  if (!/^\uFEFF?\s*\{/.test(text)) return parseManifests(text)
  try {
    const value = parseJson(text.replace(/^\uFEFF/, '')) as JsonValue
    return [new LazyDocument(text, value)]
  } catch {
    // Several documents, comments, or no JSON at all: the reader of YAML says which.
    return parseYaml(text)
  }
}

/** A document whose places are looked for only when something is wrong. */
class LazyDocument implements ParsedYaml {
  readonly problems = []
  readonly value: JsonValue
  readonly #text: string

  constructor(text: string, value: JsonValue) {
    this.#text = text
    this.value = value
  }

  rangeOf(path: readonly (string | number)[]): ReturnType<ParsedYaml['rangeOf']> {
    return parseYaml(this.#text)[0]?.rangeOf(path)
  }

  keyRangeOf(path: readonly (string | number)[]): ReturnType<ParsedYaml['keyRangeOf']> {
    return parseYaml(this.#text)[0]?.keyRangeOf(path)
  }
}

/** The objects of a document: itself, or the items of a list of any kind. */
function listObjects(
  value: JsonValue,
  path: Path | undefined,
): { readonly value: JsonValue; readonly path: Path | undefined }[] {
  if (!isObject(value) || isCrd(value)) return [{ value, path }]
  const { kind, items } = value
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) {
    return [{ value, path }]
  }
  return items.flatMap((item, index) => {
    // The items of a typed list need not say again what they are.
    const own =
      kind === 'CustomResourceDefinitionList' && isObject(item)
        ? { apiVersion: value['apiVersion'] ?? '', kind: 'CustomResourceDefinition', ...item }
        : item
    return listObjects(own, within(within(path, 'items'), index))
  })
}

interface ReadContext {
  readonly source: CrdText
  readonly document: ParsedYaml
  readonly sink: DiagnosticSink
}

function readObject(
  { value, path }: { readonly value: JsonValue; readonly path: Path | undefined },
  { source, document, sink }: ReadContext,
): ImportedCrd | undefined {
  if (!isObject(value) || !isCrd(value)) return undefined
  // Judged apart, so that one wrong definition does not hide the others.
  const own = new DiagnosticSink()
  const place: CrdPlace = {
    source: source.path,
    spanOf: spanFinder(source, document),
    sink: own,
  }
  const crd = settleCrd(value, path, place)
  if (crd !== undefined) checkCrd({ crd, base: path, place })
  for (const diagnostic of own.diagnostics) sink.add(diagnostic)
  if (crd === undefined || own.hasErrors) return undefined
  const { metadata } = crd
  const name = isObject(metadata) ? textOf(metadata['name']) : ''
  return { crd, name, span: () => place.spanOf(within(within(path, 'metadata'), 'name')) }
}

/** What is missing is shown at what it is missing in. */
function spanFinder({ path, text }: CrdText, document: ParsedYaml): CrdPlace['spanOf'] {
  return (at, part = 'value') => {
    const keys = keysOf(at)
    const own = part === 'value' ? document.rangeOf(keys) : undefined
    const isShort = own !== undefined && !text.slice(own.start, own.end).trimEnd().includes('\n')
    if (isShort) return { path, ...own }
    for (let length = keys.length; length > 0; length--) {
      const range = document.keyRangeOf(keys.slice(0, length))
      if (range !== undefined) return { path, ...firstLine(range, text) }
    }
    return { path, start: 0, end: 0 }
  }
}

/** An item of a list has no name to show in its place. */
function firstLine({ start, end }: YamlRange, text: string): YamlRange {
  const [line = ''] = text.slice(start, end).split(/\r?\n/, 1)
  return { start, end: start + line.length }
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}
