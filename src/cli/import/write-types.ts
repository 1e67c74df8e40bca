import { mkdirSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { Artefact } from '../../generators/generator.ts'
import type { ImportedCrd } from '../../generators/import/imported-crd.ts'
import { renderTypes } from '../../generators/types/render-types.ts'
import { applyPlan, type ApplyOptions } from '../../scaffold/apply-plan.ts'
import type { Plan, PlannedFile } from '../../scaffold/plan.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import type { CommandContext, CommandOutcome } from '../command.ts'
import { findStale } from '../generation/find-stale.ts'
import type { RunMode } from '../generation/flags.ts'
import { importStyle } from '../generation/import-style.ts'
import { limitWarnings } from '../generation/run-generation.ts'
import { reportWritten, showPlan, type ShownPlan } from '../generation/show-plan.ts'
import { sourceHost } from '../generation/source-host.ts'
import type { OutputPlace, TypesRequest } from './types-request.ts'

export interface TypesRun {
  readonly request: TypesRequest
  readonly mode: RunMode
  readonly context: CommandContext
}

/** Writes the types of these definitions, prints them, or tells which of them are stale. */
export async function writeTypes(
  crds: readonly ImportedCrd[],
  run: TypesRun,
): Promise<CommandOutcome> {
  const { request, mode, context } = run
  const { root, folder } = request.output
  context.showProgress('writing types')
  const { markers, header } = request
  const style = { header, imports: importStyle({ root: toSlashes(context.root) }, sourceHost) }
  const definitions = crds.map(({ crd }) => crd)
  const artefacts = renderTypes(definitions, { markers, ...style })
  const files = artefacts.map((each) => toPlannedFile(each, request.output))
  // What is said of files in the output is said from where the command works.
  const sink = new DiagnosticSink()
  const plan = { files: [...files, ...stale(files, { artefacts, root, folder }, sink)] }
  const outcome = await apply(plan, { root, sink, recovery: context.recovery }, mode)
  for (const diagnostic of sink.diagnostics) context.sink.add(moved(diagnostic, root, context))
  if (outcome === undefined) return {}
  const shown = { plan, outcome, ...describe(run) }
  if (mode.check || mode.dryRun) return showPlan(shown)
  reportWritten(shown)
  return limitWarnings(context.sink, mode)
}

function toPlannedFile({ path, content, template }: Artefact, output: OutputPlace): PlannedFile {
  return {
    operation: 'write',
    path: posix.join(output.folder, path),
    content,
    ifExists: 'regenerate',
    template,
    editInstead: 'in the CRD that it is made from',
  }
}

/** What an earlier run wrote for the same groups, and the definitions have no more. */
function stale(
  files: readonly PlannedFile[],
  { artefacts, root, folder }: OutputPlace & { readonly artefacts: readonly Artefact[] },
  sink: DiagnosticSink,
): Plan['files'] {
  const paths = new Set(files.map(({ path }) => path))
  const groups = new Set(artefacts.map(({ path }) => path.split('/')[0] ?? ''))
  return [...groups].flatMap((group) => {
    const own = `${posix.join(folder, group)}/`
    const outputs = { types: own, external: own, descriptors: own, index: own }
    return findStale({ root: root.replaceAll('\\', '/'), paths, outputs }, sourceHost, sink)
  })
}

async function apply(
  plan: Plan,
  options: Omit<ApplyOptions, 'dryRun'>,
  mode: RunMode,
): Promise<ReturnType<typeof applyPlan>> {
  const { root } = options
  const dryRun = mode.check || mode.dryRun
  if (!dryRun) mkdirSync(root, { recursive: true })
  return withProjectLock(root, { ...options, dryRun }, () =>
    applyPlan(plan, { ...options, dryRun }),
  )
}

type Diagnostic = DiagnosticSink['diagnostics'][number]

function moved(diagnostic: Diagnostic, root: string, context: CommandContext): Diagnostic {
  const { span } = diagnostic
  if (span === undefined) return diagnostic
  const path = toSlashes(relative(context.root, join(root, span.path)))
  return { ...diagnostic, span: { ...span, path } }
}

function toSlashes(path: string): string {
  return path.split(sep).join('/')
}

function describe({ request, mode, context }: TypesRun): Omit<ShownPlan, 'plan' | 'outcome'> {
  const { root } = request.output
  return {
    root,
    command: 'kops generate types',
    mode,
    context,
    nothing: 'nothing to write: no CRD was chosen\n',
    showPath: (path) => toSlashes(relative(context.directory, join(root, path))),
  }
}
