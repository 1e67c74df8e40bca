import { showText } from '../apimachinery/terminal-text.ts'
import type { Diagnostic, Note, Severity, SourceSpan } from './diagnostic.ts'
import type { RenderOptions } from './render-options.ts'
import { locate, type SourceLocation } from './source-location.ts'

/** The shape of `--format json`. Fields are added, never renamed; a change of meaning raises `version`. */
export interface DiagnosticReport {
  readonly version: 1
  readonly diagnostics: readonly ReportedDiagnostic[]
  readonly errors: number
  readonly warnings: number
  /** The last line of the text form. */
  readonly summary: string
}

export interface ReportedDiagnostic {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** Lines and columns count from 1, columns in UTF-16 units; absent for a mistake on the command line. */
  readonly location?: SourceLocation
  readonly notes: readonly { readonly message: string; readonly location?: SourceLocation }[]
  readonly helps: readonly string[]
}

/** Diagnostics for programs: one JSON document. */
export function renderJson(diagnostics: readonly Diagnostic[], options: RenderOptions): string {
  const count = (severity: Severity): number =>
    diagnostics.filter((each) => each.severity === severity).length
  const report: DiagnosticReport = {
    version: 1,
    diagnostics: diagnostics.map((each) => reportDiagnostic(each, options)),
    errors: count('error'),
    warnings: count('warning'),
    summary: options.summary,
  }
  return showText(`${JSON.stringify(report, null, 2)}\n`)
}

function reportDiagnostic(diagnostic: Diagnostic, options: RenderOptions): ReportedDiagnostic {
  const { code, severity, message, span, notes, helps } = diagnostic
  return {
    code,
    severity,
    message,
    ...located(span, options),
    notes: notes.map((note: Note) => ({ message: note.message, ...located(note.span, options) })),
    helps,
  }
}

function located(
  span: SourceSpan | undefined,
  { readText, showPath }: RenderOptions,
): { readonly location?: SourceLocation } {
  if (span === undefined) return {}
  const location = locate(span, readText)
  return { location: { ...location, path: showPath(location.path) } }
}
