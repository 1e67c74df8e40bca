import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { ArgumentDefinition } from './marker.ts'
import { partOf } from './marker-line.ts'
import type { TextReader, ValueProblem } from './values/text-reader.ts'

interface ProblemSource {
  readonly line: { readonly span: SourceSpan }
  readonly name: { readonly written: string; readonly definition: { readonly example: string } }
  readonly context: { readonly sink: DiagnosticSink }
  readonly reader: TextReader
}

/** Reports why the reader stopped, at the text that it could not read. */
export function reportProblem(source: ProblemSource, argument?: ArgumentDefinition): void {
  const { reader, line, name, context } = source
  const { problem } = reader
  if (problem === undefined) throw new Error('a value failed without a problem')
  reportValueProblem(context.sink, problem, {
    label: labelOf(name.written, argument),
    found: reader.text.slice(problem.start, problem.end),
    span: partOf(line.span, problem.start, problem.end),
    example: name.definition.example,
  })
}

function labelOf(written: string, argument: ArgumentDefinition | undefined): string {
  return argument === undefined || argument.name === ''
    ? `\`${written}\``
    : `\`${argument.name}\` of \`${written}\``
}

/** Where a value is that cannot be read, and what a right one looks like. */
export interface ValuePlace {
  readonly label: string
  readonly found: string
  readonly span: SourceSpan
  readonly example: string
}

/** Reports a problem of a value under the code of its kind. */
export function reportValueProblem(
  sink: DiagnosticSink,
  { kind, expected, helps = [] }: ValueProblem,
  { label, found, span, example }: ValuePlace,
): void {
  const details = { span, helps: helps.length > 0 ? helps : [`for example ${example}`] }
  switch (kind) {
    case 'malformed':
      return sink.report('marker/malformed-value', { label, expected }, details)
    case 'wrong-type':
      return sink.report('marker/wrong-type', { label, expected, found }, details)
    case 'out-of-range':
      return sink.report('marker/out-of-range', { label, expected, found }, details)
    case 'unknown-word': {
      const notes = [`it is ${expected}`]
      return sink.report('marker/unknown-word', { label, found }, { span, notes, helps })
    }
  }
}
