import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { showLine } from '../../apimachinery/terminal-text.ts'
import type { PlanOutcome } from '../../scaffold/apply-plan.ts'
import { readInputText } from '../../input/read-input-file.ts'
import type { Plan } from '../../scaffold/plan.ts'
import type { CommandContext, CommandOutcome } from '../command.ts'
import type { RunMode } from './flags.ts'
import { countFiles, limitWarnings } from './run-generation.ts'

/** What a generating command has planned, and how it speaks of it. */
export interface ShownPlan {
  readonly plan: Plan
  readonly outcome: PlanOutcome
  /** The folder that the plan's paths are relative to. */
  readonly root: string
  /** `kops manifests`: what brings stale files up to date. */
  readonly command: string
  readonly mode: RunMode
  readonly context: CommandContext
  /** Said where no file is wanted, with a line feed. */
  readonly nothing: string
  /** What a file is called for the reader. */
  readonly showPath?: (path: string) => string
}

/** Tells what was written. */
export function reportWritten({ plan, outcome, context, nothing, ...shown }: ShownPlan): void {
  const { showPath = asItIs } = shown
  const { created, changed, removed, unchanged } = outcome
  const written = new Set([...created, ...changed])
  const sizes = plan.files.flatMap((file) =>
    file.operation === 'write' && written.has(file.path)
      ? [`wrote ${showLine(showPath(file.path))} (${formatSize(file.content)})\n`]
      : [],
  )
  for (const line of sizes.sort()) context.writeOut(line)
  for (const path of removed) context.writeOut(`removed ${showLine(showPath(path))}\n`)
  if (countWanted(plan) === 0) context.writeOut(nothing)
  else if (unchanged.length > 0) context.writeOut(`${countFiles(unchanged.length)} up to date\n`)
}

function asItIs(path: string): string {
  return path
}

function countWanted({ files }: Plan): number {
  return files.filter(({ operation }) => operation === 'write').length
}

function formatSize(content: string | Uint8Array): string {
  const bytes = Buffer.byteLength(content)
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`
}

/** What `--check` and `--dry-run` print in place of writing. */
export async function showPlan(shown: ShownPlan): Promise<CommandOutcome> {
  const { plan, outcome, root, context, mode, command, showPath = asItIs } = shown
  if (mode.dryRun) return print(shown)
  const stale = [...outcome.created, ...outcome.changed, ...outcome.removed].sort()
  if (stale.length === 0) {
    context.writeOut(`${countFiles(countWanted(plan))} up to date\n`)
    return limitWarnings(context.sink, mode)
  }
  const { renderDifference } = await import('./render-difference.ts')
  for (const path of stale) {
    const [current, planned] = [currentText(root, path), plannedText(plan, path)]
    context.writeOut(renderDifference(showLine(showPath(path)), current, planned))
  }
  const are = stale.length === 1 ? 'is' : 'are'
  return { exitCode: 1, summary: `${countFiles(stale.length)} ${are} stale; run \`${command}\`` }
}

function currentText(root: string, path: string): string | undefined {
  const file = join(root, path)
  return existsSync(file) ? readInputText(file) : undefined
}

function plannedText({ files }: Plan, path: string): string | undefined {
  const file = files.find((each) => each.path === path)
  return file?.operation === 'write' ? String(file.content) : undefined
}

/** Manifests come out as one stream that `kubectl apply -f -` takes. */
function print({ plan, outcome, context, mode, nothing, ...shown }: ShownPlan): CommandOutcome {
  const { showPath = asItIs } = shown
  for (const file of plan.files) {
    if (file.operation === 'remove') continue
    const path = showLine(showPath(file.path))
    if (file.template === 'list') context.writeError(`would list the CRDs in ${path}\n`)
    else {
      const comment = file.path.endsWith('.ts') ? '//' : '#'
      context.writeContent(`${comment} ${path}\n${String(file.content)}`)
    }
  }
  for (const path of outcome.removed)
    context.writeError(`would remove ${showLine(showPath(path))}\n`)
  if (plan.files.length === 0) context.writeError(nothing)
  return limitWarnings(context.sink, mode)
}
