import type { JsonValue } from '../apimachinery/json.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import type { ArgumentDefinition, Marker, MarkerDefinition, MarkerTarget } from './marker.ts'
import type { MarkerContext } from './marker-context.ts'
import { type MarkerLine, partOf } from './marker-line.ts'
import { reportProblem } from './report-problem.ts'
import type { ResolvedName } from './resolve-name.ts'
import { readArgumentValue } from './values/argument-value.ts'
import { TextReader } from './values/text-reader.ts'

/** A marker whose name is known and that is read now. */
interface Reading {
  readonly line: MarkerLine
  readonly name: ResolvedName
  readonly context: MarkerContext
  readonly reader: TextReader
  readonly values: [string, JsonValue][]
  readonly spans: [string, SourceSpan][]
}

/** Reads a marker's arguments. A mistake is reported, and the marker left out. */
export function parseMarker(
  line: MarkerLine,
  name: ResolvedName,
  { target, context }: { readonly target: MarkerTarget; readonly context: MarkerContext },
): Marker | undefined {
  const text = withoutRemark(line.text, name.definition)
  const reader = new TextReader(text, name.rest)
  const reading: Reading = { line, name, context, reader, values: [], spans: [] }
  if (!readArguments(reading)) return undefined
  const { definition, written } = name
  return {
    definition,
    written,
    target,
    values: Object.fromEntries(reading.values),
    valueSpans: Object.fromEntries(reading.spans),
    span: line.span,
  }
}

/** `#` begins a remark in the markers that Kubernetes' own validation shares. */
function withoutRemark(text: string, definition: MarkerDefinition): string {
  const hasRemarks = definition.name.startsWith('k8s:') && definition.class === 'effect'
  return hasRemarks ? text.replace(/#.*$/, '').trimEnd() : text
}

function readArguments(reading: Reading): boolean {
  const { definition, isNamed } = reading.name
  if (definition.class === 'go') return readAnything(reading)
  const [first, ...others] = definition.arguments
  if (first === undefined) return readFlag(reading)
  if (first.name !== '') return isNamed ? readNamed(reading) : readNothing(reading)
  if (others.length > 0) return readFirst(reading, first) && readFollowing(reading)
  return readOnly(reading, first)
}

/** Markers of other tools: what follows the name is kept as it stands. */
function readAnything({ reader, values }: Reading): boolean {
  reader.skipBlanks()
  reader.take('=')
  const rest = reader.text.slice(reader.position).trim()
  if (rest !== '') values.push(['', rest])
  return true
}

function readFlag(reading: Reading): boolean {
  const { reader, line, name, context } = reading
  reader.skipBlanks()
  if (reader.isAtEnd) return true
  context.sink.report(
    'marker/unexpected-value',
    { marker: name.written },
    {
      span: partOf(line.span, reader.position, line.text.length),
      helps: [`write \`${name.written}\` alone on its line`],
    },
  )
  return false
}

/** A marker with named arguments, none of which follows the name with `:`. */
function readNothing(reading: Reading): boolean {
  const { reader, line, name, context } = reading
  reader.skipBlanks()
  if (reader.isAtEnd) return hasAllArguments(reading)
  const rest = reader.text.slice(reader.position).replace(/^[=:]+\s*/, '')
  context.sink.report(
    'marker/malformed-value',
    { label: `\`${name.written}\``, expected: '`:` and the name of an argument' },
    {
      span: partOf(line.span, reader.position, line.text.length),
      helps: [
        rest.includes('=') ? `${name.written}:${rest}` : `for example ${name.definition.example}`,
      ],
    },
  )
  return false
}

/** `+name=value`, `+name:=value`. */
function readOnly(reading: Reading, argument: ArgumentDefinition): boolean {
  const { reader, line, name } = reading
  if (!takeEquals(reader)) {
    if (reader.isAtEnd && argument.optional) return true
    return reportMissingValue(reading, reader.text.slice(reader.position).trim())
  }
  reader.skipBlanks()
  if (reader.isAtEnd && !argument.optional) return reportMissingValue(reading, '')
  if (!readOne(reading, argument, true)) return false
  reader.skipBlanks()
  if (reader.isAtEnd) return true
  const value = line.text.slice(line.text.indexOf('=') + 1).trim()
  reader.fail({
    kind: 'malformed',
    start: reader.position,
    end: reader.text.length,
    expected: 'the end of the line after the value',
    helps: [`${name.written}=${JSON.stringify(value)}`],
  })
  reportProblem(reading, argument)
  return false
}

function takeEquals(reader: TextReader): boolean {
  reader.skipBlanks()
  return reader.match(/:?\s*=/y) !== undefined
}

function reportMissingValue({ line, name, context }: Reading, rest: string): boolean {
  context.sink.report(
    'marker/missing-value',
    { marker: name.written },
    {
      span: rest === '' ? line.span : partOf(line.span, line.text.indexOf(rest), line.text.length),
      helps: [rest === '' ? `for example ${name.definition.example}` : `${name.written}=${rest}`],
    },
  )
  return false
}

/** `+name=value,a=…`: the first value has no name. */
function readFirst(reading: Reading, argument: ArgumentDefinition): boolean {
  if (!takeEquals(reading.reader)) return reportMissingValue(reading, '')
  return readOne(reading, argument, false)
}

function readFollowing(reading: Reading): boolean {
  reading.reader.skipBlanks()
  return reading.reader.take(',') ? readNamed(reading) : hasAllArguments(reading)
}

/** `a=…,b=…` up to the end of the line. Goes on after a name that is wrong, to find more. */
function readNamed(reading: Reading): boolean {
  const { reader } = reading
  let isRight = true
  do {
    const read = readNamedArgument(reading)
    if (read === 'stop') return false
    isRight &&= read
    reader.skipBlanks()
    if (reader.isAtEnd) return isRight && hasAllArguments(reading)
  } while (reader.take(','))
  reader.failHere('`,` and a further argument, or the end')
  reportProblem(reading)
  return false
}

function readNamedArgument(reading: Reading): boolean | 'stop' {
  const { reader, name, context, line } = reading
  reader.skipBlanks()
  const start = reader.position
  const written = reader.match(/[^\s,=;{}"`]+/y) ?? ''
  const span = partOf(line.span, start, reader.position)
  if (written === '' || !takeAssignment(reader)) return reportNoAssignment(reading, written, start)
  const argument = name.definition.arguments.find((each) => each.name === written)
  if (argument === undefined) {
    reportUnknownArgument(reading, written, span)
    return skipValue(reader) ? false : 'stop'
  }
  const first = reading.spans.find(([each]) => each === written)
  if (first === undefined) return readOne(reading, argument, false) || goOnBehindValue(reader)
  const notes = [{ message: 'first given here', span: first[1] }]
  context.sink.report('marker/repeated-argument', { argument: written }, { span, notes })
  return skipValue(reader) ? false : 'stop'
}

/** A value of the wrong type or word has been read to its end, a malformed one has not. */
function goOnBehindValue(reader: TextReader): false | 'stop' {
  if (reader.problem?.kind === 'malformed') return 'stop'
  reader.problem = undefined
  return false
}

function takeAssignment(reader: TextReader): boolean {
  reader.skipBlanks()
  return reader.take('=')
}

function reportNoAssignment(reading: Reading, written: string, start: number): 'stop' {
  const { reader } = reading
  reader.failHere(written === '' ? 'the name of an argument' : `\`=\` after \`${written}\``, start)
  reportProblem(reading)
  return 'stop'
}

export function reportUnknownArgument(
  { name, context }: Pick<Reading, 'name' | 'context'>,
  argument: string,
  span: SourceSpan,
): void {
  const names = name.definition.arguments.map((each) => each.name).filter((each) => each !== '')
  const near = nearestNames(argument, names)
  context.sink.report(
    'marker/unknown-argument',
    { marker: name.written, argument },
    {
      span,
      notes: [`its arguments are ${names.map((each) => `\`${each}\``).join(', ')}`],
      helps: near.map((each) => `did you mean \`${each}\`?`),
    },
  )
}

/** Past the value of an argument that is wrong. */
function skipValue(reader: TextReader): boolean {
  return reader.match(/\s*(?:"(?:[^"\\]|\\.)*"|`[^`]*`|\{[^}]*\}|[^,{"`]*)/y) !== undefined
}

function readOne(reading: Reading, argument: ArgumentDefinition, isLast: boolean): boolean {
  const { reader, values, spans, line } = reading
  reader.skipBlanks()
  const start = reader.position
  const value = readArgumentValue(reader, argument, isLast)
  if (value === undefined) {
    reportProblem(reading, argument)
    return false
  }
  const length = reader.text.slice(start, reader.position).trimEnd().length
  values.push([argument.name, value])
  spans.push([argument.name, partOf(line.span, start, start + length)])
  return true
}

function hasAllArguments({ name, spans, line, context }: Reading): boolean {
  const missing = name.definition.arguments
    .filter((argument) => !argument.optional && spans.every(([each]) => each !== argument.name))
    .map((argument) => `\`${argument.name}\``)
  if (missing.length === 0) return true
  context.sink.report(
    'marker/missing-argument',
    { marker: name.written, arguments: missing.join(', ') },
    { span: line.span, helps: [`for example ${name.definition.example}`] },
  )
  return false
}
