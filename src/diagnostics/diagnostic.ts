/**
 * A place in a text file that the user wrote. `path` is relative to the folder kops works in, with
 * forward slashes; `start` and `end` are UTF-16 offsets into the file's text, `end` exclusive.
 */
export interface SourceSpan {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** `error`: no artefact is written. `warning`: written, but likely not what was meant. */
export type Severity = 'error' | 'warning'

/** Why a diagnostic is one, or a second place that belongs to it. */
export interface Note {
  readonly message: string
  readonly span?: SourceSpan
}

/** One problem, told once. `code` is a key of the table of codes. */
export interface Diagnostic {
  readonly code: string
  readonly severity: Severity
  /** What is wrong: lower case, no final stop. */
  readonly message: string
  readonly span?: SourceSpan
  readonly notes: readonly Note[]
  /** What to type, copyable. */
  readonly helps: readonly string[]
}
