import type { JsonValue } from '../apimachinery/json.ts'
import { findTag } from './definitions.ts'
import type { ArgumentDefinition, Marker, MarkerTarget } from './marker.ts'
import type { MarkerContext } from './marker-context.ts'
import { reportValueProblem } from './report-problem.ts'
import type { TagUse } from './split-comment.ts'
import { nearestTags } from './tag-names.ts'
import { readJson } from './values/json-value.ts'
import { TextReader } from './values/text-reader.ts'

/** Reads a tag as the marker whose second name it is. A mistake is reported, and the tag left out. */
export function parseTag(
  tag: TagUse,
  { target, context }: { readonly target: MarkerTarget; readonly context: MarkerContext },
): Marker | undefined {
  const definition = findTag(tag.name)
  if (definition === undefined) {
    reportNearTag(tag, context)
    return undefined
  }
  const written = `@${tag.name}`
  const place = placeOf(tag)
  const span = tag.comment.spanOf(tag.start, place.end)
  const [argument] = definition.arguments
  if (argument === undefined) {
    const nameSpan = tag.comment.spanOf(tag.start, tag.valueStart)
    return { definition, written, target, values: {}, valueSpans: {}, span: nameSpan }
  }
  const value = readTagValue(tag, argument, context)
  if (value === undefined) return undefined
  return {
    definition,
    written,
    target,
    values: { [argument.name]: value },
    valueSpans: { [argument.name]: tag.comment.spanOf(place.start, place.end) },
    span,
  }
}

function reportNearTag(tag: TagUse, { sink }: MarkerContext): void {
  sink.report(
    'marker/unknown-tag',
    { tag: `@${tag.name}` },
    {
      span: tag.comment.spanOf(tag.start, tag.valueStart),
      helps: nearestTags(tag.name).map((name) => `did you mean \`@${name}\`?`),
    },
  )
}

/** The value's text without the blanks round it, and its offsets; behind the name where there is none. */
function placeOf(tag: TagUse): {
  readonly text: string
  readonly start: number
  readonly end: number
} {
  const raw = tag.comment.text.slice(tag.valueStart, tag.end)
  const text = raw.trim()
  const start = tag.valueStart + (text === '' ? 0 : raw.indexOf(text))
  return { text, start, end: start + text.length }
}

function readTagValue(
  tag: TagUse,
  argument: ArgumentDefinition,
  { sink }: MarkerContext,
): JsonValue | undefined {
  const { text, start } = placeOf(tag)
  const label = `@${tag.name}`
  if (text === '' && tag.name === 'uniqueItems') return true
  if (text === '') {
    const span = tag.comment.spanOf(tag.start, tag.valueStart)
    const helps = [`for example ${tagExample(tag.name)}`]
    sink.report('marker/missing-value', { marker: label }, { span, helps })
    return undefined
  }
  if (tag.name === 'pattern') return text
  const reader = new TextReader(text)
  const value = readValue(reader, argument, tag.name)
  const { problem } = reader
  if (problem === undefined) return value
  reportValueProblem(sink, problem, {
    label: `\`${label}\``,
    found: text.slice(problem.start, problem.end),
    span: tag.comment.spanOf(start + problem.start, start + problem.end),
    example: tagExample(tag.name),
  })
  return undefined
}

/** A tag with a value that it takes. */
export function tagExample(tag: string): string {
  if (tag.startsWith('exclusive')) return `@${tag} 5`
  const { example = '', arguments: [argument] = [] } = findTag(tag) ?? {}
  if (argument === undefined) return `@${tag}`
  const value = example.slice(example.indexOf('=') + 1)
  return `@${tag} ${tag === 'pattern' || tag === 'deprecated' ? unquote(value) : value}`
}

/** Reads a whole value for an argument. The tags of exclusive bounds take the bound, as in JSON Schema. */
function readValue(
  reader: TextReader,
  argument: ArgumentDefinition,
  tag: string,
): JsonValue | undefined {
  if (argument.type === 'string') return unquote(reader.text)
  const value = readJsonOrString(reader)
  if (value === undefined) return undefined
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  if (argument.type === 'any') return value
  if (argument.type === 'boolean' && !tag.startsWith('exclusive')) {
    return typeof value === 'boolean' ? value : failType(reader, '`true` or `false`')
  }
  if (argument.type === 'integer') return checkInteger(reader, value, argument)
  return isNumber ? value : failType(reader, 'a number')
}

function checkInteger(
  reader: TextReader,
  value: JsonValue,
  { minimum = 0 }: ArgumentDefinition,
): JsonValue | undefined {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) return failType(reader, 'an integer')
  if (typeof value === 'number' && value >= minimum && Number.isSafeInteger(value)) return value
  const isLow = typeof value === 'number' && value < minimum
  const expected = isLow ? `at least ${minimum}` : `at most ${Number.MAX_SAFE_INTEGER}`
  return reader.fail({ kind: 'out-of-range', start: 0, end: reader.text.length, expected })
}

function failType(reader: TextReader, expected: string): undefined {
  return reader.fail({ kind: 'wrong-type', start: 0, end: reader.text.length, expected })
}

/** JSON, else a string in single quotes or backticks, else a bare string. */
function readJsonOrString(reader: TextReader): JsonValue | undefined {
  const { text } = reader
  const ahead = new TextReader(text)
  const value = readJson(ahead)
  ahead.skipBlanks()
  if (value !== undefined && ahead.isAtEnd) return value
  if (text === 'undefined') {
    const helps = ['leave the tag out, or write `"undefined"` for the string']
    const expected = 'a value that JSON has'
    return reader.fail({ kind: 'malformed', start: 0, end: text.length, expected, helps })
  }
  if (!/^[{["]/.test(text)) return unquote(text)
  const problem = ahead.problem ?? {
    kind: 'malformed',
    start: ahead.position,
    end: text.length,
    expected: 'nothing after the JSON value',
    helps: ['write text on a line of its own, above the tag'],
  }
  return reader.fail(problem)
}

function unquote(text: string): string {
  if (text.startsWith('"')) {
    const reader = new TextReader(text)
    const value = readJson(reader)
    if (typeof value === 'string' && reader.isAtEnd) return value
  }
  return /^(?:'[^']*'|`[^`]*`)$/.test(text) ? text.slice(1, -1) : text
}
