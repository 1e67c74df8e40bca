import { member } from '../apimachinery/json-members.ts'
import { showUrlsIn } from '../apimachinery/url-text.ts'
import { codes, type DiagnosticCode, type MessageHoles } from './codes.ts'
import type { Diagnostic, Note, SourceSpan } from './diagnostic.ts'

/** Where a problem is and what to say beside its message. */
export interface ReportDetails {
  readonly span?: SourceSpan | undefined
  readonly notes?: readonly (Note | string)[] | undefined
  readonly helps?: readonly string[] | undefined
}

/**
 * Collects what is wrong with the user's input. Stages take one, report to it and go on with the best
 * result they have, so that one run shows every problem. Only bugs and broken I/O are thrown.
 */
export class DiagnosticSink {
  readonly #diagnostics: Diagnostic[] = []

  /** Adds one problem. The message is the code's text with its holes filled from `parameters`. */
  report<Code extends DiagnosticCode>(
    code: Code,
    parameters: Readonly<Record<MessageHoles<Code>, string>>,
    details: ReportDetails = {},
  ): void {
    const definition = codes[code]
    this.add({
      code,
      severity: definition.severity,
      message: showUrlsIn(fillHoles(definition.message, parameters)),
      ...(details.span === undefined ? {} : { span: details.span }),
      notes: (details.notes ?? []).map((note) =>
        typeof note === 'string'
          ? { message: showUrlsIn(note) }
          : { ...note, message: showUrlsIn(note.message) },
      ),
      helps: (details.helps ?? []).map(showUrlsIn),
    })
  }

  /** Adds a diagnostic that another sink collected. */
  add(diagnostic: Diagnostic): void {
    this.#diagnostics.push(diagnostic)
  }

  get hasErrors(): boolean {
    return this.#diagnostics.some((diagnostic) => diagnostic.severity === 'error')
  }

  /** Everything reported, without repeats, sorted by path, place and code. */
  get diagnostics(): readonly Diagnostic[] {
    const byIdentity = new Map(this.#diagnostics.map((each) => [identity(each), each]))
    return [...byIdentity.values()].sort(compareDiagnostics)
  }
}

function fillHoles(text: string, parameters: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => member(parameters, name) ?? hole)
}

function identity({ code, message, span }: Diagnostic): string {
  return JSON.stringify([code, message, span?.path, span?.start, span?.end])
}

function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  return (
    comparePlaces(left.span ?? noPlace, right.span ?? noPlace) ||
    compareText(left.code, right.code) ||
    compareText(left.message, right.message)
  )
}

/** What has no place comes first. */
const noPlace: SourceSpan = { path: '', start: 0, end: 0 }

function comparePlaces(left: SourceSpan, right: SourceSpan): number {
  return compareText(left.path, right.path) || left.start - right.start || left.end - right.end
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
