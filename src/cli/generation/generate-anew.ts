import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { applyPlan, type PlanOutcome } from '../../scaffold/apply-plan.ts'
import type { Plan, PlannedFile } from '../../scaffold/plan.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import { RecordingHost } from '../../typemodel/recording-host.ts'
import type { CommandOutcome } from '../command.ts'
import { planGeneration, type GenerationPlan } from './plan-generation.ts'
import { keepResult, readLines } from './result-cache.ts'
import { countFiles, limitWarnings, type GenerationRun } from './run-generation.ts'
import { settleInputs } from './settle-inputs.ts'
import { sourceHost } from './source-host.ts'

/** Reads the sources, and writes, prints or compares what follows from them. */
export async function generateAnew(run: GenerationRun): Promise<CommandOutcome> {
  const { mode, context } = run
  context.showProgress('reading types')
  if (mode.check || mode.dryRun) {
    const planned = await plan(run)
    return planned === undefined ? {} : show(planned, run)
  }
  const outcome = await withProjectLock(run.root, { sink: context.sink }, async () => {
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
}

async function plan({ part, flags, context, root }: GenerationRun): Promise<Planned | undefined> {
  const { sink } = context
  const host = new RecordingHost(sourceHost, root)
  const request = { root, host, recordHost: sourceHost, flags, parts: partsOf[part] }
  const generation = await planGeneration(request, sink)
  if (generation === undefined) return undefined
  context.addSources(generation.program.readText)
  if (sink.hasErrors) return undefined
  const { files, removals } = generation
  return { plan: { files: [...files, ...removals] }, generation, host }
}

function write({ plan, generation, host }: Planned, run: GenerationRun): CommandOutcome {
  const { root } = run
  const { sink } = run.context
  const outcome = applyPlan(plan, { root, sink })
  if (outcome === undefined) return {}
  keep({ files: generation.files, host, written: outcome }, run)
  report(outcome, { generation, plan }, run)
  return limitWarnings(sink, run.mode)
}

interface Kept {
  readonly files: readonly PlannedFile[]
  readonly host: RecordingHost
  readonly written: Pick<PlanOutcome, 'created' | 'removed' | 'changed'>
}

/** What was read and written, for the next run to see that nothing has changed. */
function keep({ files, host, written }: Kept, { context, root, cacheKey }: GenerationRun): void {
  const { sink } = context
  const inputs = settleInputs(host.record(), written, root)
  if (inputs === undefined) return
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

function report(
  { created, changed, removed, unchanged }: PlanOutcome,
  { generation, plan }: Pick<Planned, 'generation' | 'plan'>,
  { context }: GenerationRun,
): void {
  const written = new Set([...created, ...changed])
  const sizes = plan.files.flatMap((file) =>
    file.operation === 'write' && written.has(file.path)
      ? [`wrote ${file.path} (${formatSize(file.content)})\n`]
      : [],
  )
  for (const line of sizes.sort()) context.writeOut(line)
  for (const path of removed) context.writeOut(`removed ${path}\n`)
  if (generation.files.length === 0) context.writeOut(nothingFound)
  else if (unchanged.length > 0) context.writeOut(`${countFiles(unchanged.length)} up to date\n`)
}

const nothingFound =
  'nothing to write: no exported type extends `CustomResource` of kops, and no RBAC or webhook marker was found\n'

function formatSize(content: string | Uint8Array): string {
  const bytes = Buffer.byteLength(content)
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`
}

async function show(planned: Planned, run: GenerationRun): Promise<CommandOutcome> {
  const { context, mode, command, root } = run
  const { sink } = context
  const outcome = applyPlan(planned.plan, { root, sink, dryRun: true })
  if (outcome === undefined) return {}
  if (mode.dryRun) return print(planned.plan, outcome, run)
  const stale = [...outcome.created, ...outcome.changed, ...outcome.removed].sort()
  if (stale.length === 0) {
    context.writeOut(`${countFiles(planned.generation.files.length)} up to date\n`)
    return limitWarnings(sink, mode)
  }
  const { renderDifference } = await import('./render-difference.ts')
  for (const path of stale) {
    context.writeOut(
      renderDifference(path, currentText(root, path), plannedText(planned.plan, path)),
    )
  }
  const are = stale.length === 1 ? 'is' : 'are'
  return { exitCode: 1, summary: `${countFiles(stale.length)} ${are} stale; run \`${command}\`` }
}

function currentText(root: string, path: string): string | undefined {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function plannedText({ files }: Plan, path: string): string | undefined {
  const file = files.find((each) => each.path === path)
  return file?.operation === 'write' ? String(file.content) : undefined
}

/** Manifests come out as one stream that `kubectl apply -f -` takes. */
function print(
  { files }: Plan,
  { removed }: PlanOutcome,
  { context, mode }: GenerationRun,
): CommandOutcome {
  for (const file of files) {
    if (file.operation === 'remove') continue
    if (file.template === 'list') context.writeError(`would list the CRDs in ${file.path}\n`)
    else {
      const comment = file.path.endsWith('.ts') ? '//' : '#'
      context.writeOut(`${comment} ${file.path}\n${String(file.content)}`)
    }
  }
  for (const path of removed) context.writeError(`would remove ${path}\n`)
  if (files.length === 0) context.writeError(nothingFound)
  return limitWarnings(context.sink, mode)
}
