import type { DiagnosticSink } from '../diagnostics/sink.ts'

/** How strictly comments are read, and where mistakes go. */
export interface MarkerContext {
  readonly sink: DiagnosticSink
  /**
   * Set where a kind reaches: every mistake is reported. Elsewhere only names that begin like those of
   * the table are judged.
   */
  readonly strict: boolean
  /** How names of other tools' markers begin, from PROJECT: such markers are skipped. */
  readonly foreignPrefixes: readonly string[]
  /** The text of a file, to see whether a `//` comment touches what it describes. */
  readonly readText: (path: string) => string | undefined
}
