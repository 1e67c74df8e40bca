import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { DiagnosticSink } from '../../diagnostics/sink.ts'
import { applyPlan, type PlanOutcome } from '../../scaffold/apply-plan.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import { noRecovery, type Recovery } from '../../scaffold/recovery.ts'
import { ProgramReader, type ProgramOptions } from '../../typemodel/program-reader.ts'
import { RecordingHost } from '../../typemodel/recording-host.ts'
import type { GenerationFlags } from './flags.ts'
import { KeptKinds } from './kept-kinds.ts'
import { planGeneration, type GenerationPart, type GenerationPlan } from './plan-generation.ts'
import { sourceHost } from './source-host.ts'

export interface SessionOptions {
  readonly root: string
  readonly flags: GenerationFlags
  readonly parts: readonly GenerationPart[]
  /** Without one, a killed process leaves a journal that is not completed. */
  readonly recovery?: Recovery | undefined
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
 * turn gives what a new process would give, and parses and builds only what has changed since the last.
 */
export class GenerationSession {
  readonly #options: SessionOptions
  readonly #kept: KeptKinds
  #host: RecordingHost | undefined
  #reader: { readonly key: string; readonly reader: ProgramReader } | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    this.#kept = new KeptKinds(options.root)
  }

  /** Reads what has changed, and writes what follows from it. */
  async refresh(): Promise<SessionTurn> {
    const sink = new DiagnosticSink()
    const { root, recovery = noRecovery } = this.#options
    let plan: GenerationPlan | undefined
    const outcome = await withProjectLock(root, { sink, recovery }, async () => {
      plan = await this.#plan(sink)
      return plan === undefined || sink.hasErrors ? undefined : this.#apply(plan, sink)
    })
    const readText = plan?.program.readText ?? ((): undefined => undefined)
    return { diagnostics: sink.diagnostics, outcome, readText }
  }

  /** A kind that is kept says nothing again: where there is anything to say, all are built anew. */
  async #plan(sink: DiagnosticSink): Promise<GenerationPlan | undefined> {
    const host = new RecordingHost(sourceHost, this.#options.root)
    this.#kept.update(host, this.#host)
    this.#host = host
    const isPartial = !this.#kept.isEmpty
    const first = await this.#planWith(host)
    if (first.diagnostics.length === 0) return first.plan
    this.#kept.clear()
    const { plan, diagnostics } = isPartial ? await this.#planWith(host) : first
    this.#kept.clear()
    for (const diagnostic of diagnostics) sink.add(diagnostic)
    return plan
  }

  async #planWith(host: RecordingHost): Promise<{
    readonly plan: GenerationPlan | undefined
    readonly diagnostics: readonly Diagnostic[]
  }> {
    const sink = new DiagnosticSink()
    const reader = (options: ProgramOptions): ProgramReader => this.#readerFor(options)
    const request = { ...this.#options, host, recordHost: sourceHost, reader, kept: this.#kept }
    const plan = await planGeneration(request, sink)
    return { plan, diagnostics: sink.diagnostics }
  }

  #apply(plan: GenerationPlan, sink: DiagnosticSink): PlanOutcome | undefined {
    const { root, recovery = noRecovery } = this.#options
    return applyPlan({ files: [...plan.files, ...plan.removals] }, { root, sink, recovery })
  }

  /** PROJECT may name other paths or another tsconfig meanwhile. */
  #readerFor(options: ProgramOptions): ProgramReader {
    const key = JSON.stringify(options)
    if (this.#reader?.key !== key) this.#reader = { key, reader: new ProgramReader(options) }
    return this.#reader.reader
  }
}
