import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Program } from '../typemodel/model.ts'

/** One file that a generator produces. */
export interface Artefact {
  /** Relative to the folder kops works in, with forward slashes. */
  readonly path: string
  readonly content: string
}

/**
 * Makes one kind of artefact from the user's program: a pure function. Mistakes go to the sink, and
 * nothing is written when there is an error.
 */
export interface Generator<Options> {
  readonly name: string
  readonly doc: string
  readonly generate: (program: Program, options: Options, sink: DiagnosticSink) => Artefact[]
}
