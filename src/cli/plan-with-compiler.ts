import type { Project } from '../project/project.ts'
import type { PlannedFile } from '../scaffold/plan.ts'
import type { CommandContext } from './command.ts'
import type { PlannedSource } from './starter-program.ts'
export function planWithCompiler(
  _: { readonly project: Project; readonly files: readonly PlannedSource[] },
  _context: CommandContext,
): Promise<readonly PlannedFile[]> {
  throw new Error('waiting for planGeneration')
}
