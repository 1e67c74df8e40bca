import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { ArgumentDefinition } from './marker.ts'
import { partOf } from './marker-line.ts'
import type { TextReader, ValueProblem } from './values/text-reader.ts'

interface ProblemSource {
  readonly line: { readonly span: SourceSpan }
  readonly name: { readonly written: string }
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
  })
}

function labelOf(written: string, argument: ArgumentDefinition | undefined): string {
  return argument === undefined || argument.name === ''
    ? `\`${written}\``
    : `\`${argument.name}\` of \`${written}\``
}

/** Reports a problem of a value under the code of its kind. */
export function reportValueProblem(
  sink: DiagnosticSink,
  { kind, expected, helps = [] }: ValueProblem,
  {
    label,
    found,
    span,
  }: { readonly label: string; readonly found: string; readonly span: SourceSpan },
): void {
  switch (kind) {
    case 'malformed':
      return sink.report('marker/malformed-value', { label, expected }, { span, helps })
    case 'wrong-type':
      return sink.report('marker/wrong-type', { label, expected, found }, { span, helps })
    case 'out-of-range':
      return sink.report('marker/out-of-range', { label, expected, found }, { span, helps })
    case 'unknown-word': {
      const notes = [`it is ${expected}`]
      return sink.report('marker/unknown-word', { label, found }, { span, notes, helps })
    }
  }
}
