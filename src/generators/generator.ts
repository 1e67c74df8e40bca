import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Sources } from './sources.ts'

/** One file that a generator produces. */
export interface Artefact {
  /** Relative to the folder kops works in, with forward slashes. */
  readonly path: string
  readonly content: string
  /** What made it, as recorded in `.kops/files`. */
  readonly template: string
}

/**
 * Makes one kind of artefact from what the user's program declares: a pure function. Mistakes go to the
 * sink, and nothing is written when there is an error.
 */
export interface Generator<Options> {
  readonly name: string
  readonly doc: string
  readonly generate: (sources: Sources, options: Options, sink: DiagnosticSink) => Artefact[]
}
