import { posix } from 'node:path'
import { applyPlan, type PlanOutcome } from '../../scaffold/apply-plan.ts'
import type { Plan, PlannedFile } from '../../scaffold/plan.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import { DiagnosticSink } from '../../diagnostics/sink.ts'
import { RecordingHost } from '../../typemodel/recording-host.ts'
import type { CommandOutcome } from '../command.ts'
import type { KeptKinds } from './kept-kinds.ts'
import { forgetKinds, loadKinds, storeKinds } from './kind-store.ts'
import { planGeneration, type GenerationPlan } from './plan-generation.ts'
import { keepResult, readLines } from './result-cache.ts'
import { limitWarnings, type GenerationRun } from './run-generation.ts'
import { settleInputs } from './settle-inputs.ts'
import { reportWritten, showPlan, type ShownPlan } from './show-plan.ts'
import { sourceHost } from './source-host.ts'

/** Reads the sources, and writes, prints or compares what follows from them. */
export async function generateAnew(run: GenerationRun): Promise<CommandOutcome> {
  const { mode, context } = run
  context.showProgress('reading types')
  if (mode.check || mode.dryRun) {
    const planned = await plan(run)
    return planned === undefined ? {} : show(planned, run)
  }
  const outcome = await withProjectLock(run.root, context, async () => {
    const planned = await plan(run)
    return planned === undefined ? {} : write(planned, run)
  })
  return outcome ?? {}
}

/** A client imports the descriptors, so that both are written together. */
const partsOf = { manifests: ['manifests'], code: ['code'], client: ['code', 'client'] } as const

interface Planned {
  readonly plan: Plan
  readonly generation: GenerationPlan
  readonly host: RecordingHost
  readonly kept: KeptKinds
}

async function plan(run: GenerationRun): Promise<Planned | undefined> {
  const { context, root } = run
  const { sink } = context
  const first = new RecordingHost(sourceHost, root)
  const kept = loadKinds(run.cacheKey, first)
  // Where nothing is kept, what an earlier run asked is of no interest any more.
  const host = kept.isEmpty ? new RecordingHost(sourceHost, root) : first
  const generation = await planWith(kept, host, run)
  if (generation === undefined) return undefined
  context.addSources(generation.program.readText)
  if (sink.hasErrors) return undefined
  const { files, removals } = generation
  return { plan: { files: [...files, ...removals] }, generation, host, kept }
}

/** A kind that is kept says nothing again: where there is anything to say, all are built anew. */
async function planWith(
  kept: KeptKinds,
  host: RecordingHost,
  { part, flags, context, root }: GenerationRun,
): Promise<GenerationPlan | undefined> {
  const request = { root, host, recordHost: sourceHost, flags, parts: partsOf[part], kept }
  const isPartial = !kept.isEmpty
  let sink = new DiagnosticSink()
  let generation = await planGeneration(request, sink)
  if (isPartial && sink.diagnostics.length > 0) {
    kept.clear()
    sink = new DiagnosticSink()
    generation = await planGeneration(request, sink)
  }
  for (const diagnostic of sink.diagnostics) context.sink.add(diagnostic)
  return generation
}

function write(planned: Planned, run: GenerationRun): CommandOutcome {
  const { plan, generation, host, kept } = planned
  const { root } = run
  const { sink, recovery } = run.context
  const outcome = applyPlan(plan, { root, sink, recovery })
  if (outcome === undefined) return {}
  keep({ files: generation.files, host, kept, written: outcome }, run)
  reportWritten(shown(planned, outcome, run))
  return limitWarnings(sink, run.mode)
}

interface Kept {
  readonly files: readonly PlannedFile[]
  readonly host: RecordingHost
  readonly kept: KeptKinds
  readonly written: Pick<PlanOutcome, 'created' | 'removed' | 'changed'>
}

/** What was read and written, for the next run to see that nothing has changed. */
function keep(
  { files, host, kept, written }: Kept,
  { context, root, cacheKey }: GenerationRun,
): void {
  const { sink } = context
  const inputs = settleInputs(host.record(), written, root)
  if (inputs === undefined) return
  if (sink.diagnostics.length === 0) storeKinds(cacheKey, kept, { inputs, host })
  else forgetKinds(cacheKey)
  const outputs = new RecordingHost(sourceHost, root)
  for (const path of [...files.map((file) => file.path), ...written.removed]) {
    outputs.readText(posix.join(root, path))
  }
  keepResult(cacheKey, {
    inputs,
    outputs: outputs.record(),
    lines: readLines(root, cacheKey.templates),
    diagnostics: sink.diagnostics,
    files: files.map(({ path }) => path),
  })
}

const nothingFound =
  'nothing to write: no exported type extends `CustomResource` of kops, and no RBAC or webhook marker was found\n'

function shown({ plan }: Planned, outcome: PlanOutcome, run: GenerationRun): ShownPlan {
  const { root, command, mode, context } = run
  return { plan, outcome, root, command, mode, context, nothing: nothingFound }
}

async function show(planned: Planned, run: GenerationRun): Promise<CommandOutcome> {
  const { context, root } = run
  const { sink, recovery } = context
  const outcome = applyPlan(planned.plan, { root, sink, recovery, dryRun: true })
  return outcome === undefined ? {} : showPlan(shown(planned, outcome, run))
}
