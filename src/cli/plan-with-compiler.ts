import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import type { Project } from '../project/project.ts'
import type { Plan, PlannedFile } from '../scaffold/plan.ts'
import { diskFileHost } from '../typemodel/file-host.ts'
import type { CommandContext } from './command.ts'
import { planGeneration, type GenerationPlan } from './generation/plan-generation.ts'
import { overlayHost } from './overlay-host.ts'
import type { PlannedSource } from './starter-program.ts'

/** What a command has decided on and not yet written. */
export interface PlannedChange {
  readonly project: Project
  /** Sources. What the disk holds already goes before them. */
  readonly files: readonly PlannedSource[]
}

/** Everything that `kops generate` and `kops manifests` would write once the change has been made. */
export async function planWithCompiler(
  change: PlannedChange,
  context: CommandContext,
): Promise<readonly PlannedFile[]> {
  const plan = await planAnew(change, context)
  return plan?.files ?? []
}

/** The same, and what they would remove. */
export async function planChangesWithCompiler(
  change: PlannedChange,
  context: CommandContext,
): Promise<Plan['files']> {
  const plan = await planAnew(change, context)
  return plan === undefined ? [] : [...plan.files, ...plan.removals]
}

async function planAnew(
  { project, files }: PlannedChange,
  { root, sink, addSources, showProgress }: CommandContext,
): Promise<GenerationPlan | undefined> {
  showProgress('reading types')
  const base = root.replaceAll('\\', '/')
  const added = files
    .map(({ path, text }): [string, string] => [posix.join(base, path), text])
    .filter(([path]) => !existsSync(path))
  const host = overlayHost(diskFileHost, new Map(added))
  addSources((path) => host.readText(posix.join(base, path)))
  const parts = ['manifests', 'code'] as const
  return planGeneration({ root: base, host, flags: {}, parts, project }, sink)
}
