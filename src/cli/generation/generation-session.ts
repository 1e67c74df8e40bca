import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { DiagnosticSink } from '../../diagnostics/sink.ts'
import { applyPlan, type PlanOutcome } from '../../scaffold/apply-plan.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import { ProgramReader, type ProgramOptions } from '../../typemodel/program-reader.ts'
import type { GenerationFlags } from './flags.ts'
import { planGeneration, type GenerationPart, type GenerationPlan } from './plan-generation.ts'
import { sourceHost } from './source-host.ts'

export interface SessionOptions {
  readonly root: string
  readonly flags: GenerationFlags
  readonly parts: readonly GenerationPart[]
}

/** What one turn came to. */
export interface SessionTurn {
  readonly diagnostics: readonly Diagnostic[]
  /** Absent where an error kept everything as it was. */
  readonly outcome: PlanOutcome | undefined
  /** The text of a file that a diagnostic points into. */
  readonly readText: (path: string) => string | undefined
}

/**
 * Keeps generated files up to date in a process that stays, such as one that watches the sources. Each
 * turn gives what a new process would give, and parses only what has changed since the last.
 */
export class GenerationSession {
  readonly #options: SessionOptions
  #reader: { readonly key: string; readonly reader: ProgramReader } | undefined

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** Reads what has changed, and writes what follows from it. */
  async refresh(): Promise<SessionTurn> {
    const sink = new DiagnosticSink()
    const { root } = this.#options
    let plan: GenerationPlan | undefined
    const outcome = await withProjectLock(root, { sink }, async () => {
      plan = await this.#plan(sink)
      return plan === undefined || sink.hasErrors ? undefined : this.#apply(plan, sink)
    })
    const readText = plan?.program.readText ?? ((): undefined => undefined)
    return { diagnostics: sink.diagnostics, outcome, readText }
  }

  #plan(sink: DiagnosticSink): Promise<GenerationPlan | undefined> {
    const reader = (options: ProgramOptions): ProgramReader => this.#readerFor(options)
    return planGeneration({ ...this.#options, host: sourceHost, reader }, sink)
  }

  #apply(plan: GenerationPlan, sink: DiagnosticSink): PlanOutcome | undefined {
    const { root } = this.#options
    return applyPlan({ files: [...plan.files, ...plan.removals] }, { root, sink })
  }

  /** PROJECT may name other paths or another tsconfig meanwhile. */
  #readerFor(options: ProgramOptions): ProgramReader {
    const key = JSON.stringify(options)
    if (this.#reader?.key !== key) this.#reader = { key, reader: new ProgramReader(options) }
    return this.#reader.reader
  }
}
