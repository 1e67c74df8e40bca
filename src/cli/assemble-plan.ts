import type { ProjectOnDisk } from '../project/parse-project.ts'
import type { Project } from '../project/project.ts'
import type { Plan, PlannedFile } from '../scaffold/plan.ts'
import { planProjectFiles } from '../scaffold/project-files.ts'
import { planProjectRecord } from '../scaffold/project-record.ts'
import { listFolders } from './project-folder.ts'

/** What a command adds to a project. */
export interface Addition {
  readonly project: Project
  /** Files that people own from now on. */
  readonly own: readonly PlannedFile[]
  /** What the generators make of the project with them. */
  readonly generated: readonly PlannedFile[]
}

/** The whole plan of an addition: its files, what kops keeps from PROJECT, and PROJECT itself. */
export function assemblePlan(
  { project, own, generated }: Addition,
  recorded: ProjectOnDisk,
  root: string,
): Plan {
  const paths = new Set(generated.map(({ path }) => path))
  const kept = planProjectFiles(project, listFolders(root, project, generated))
  const others = kept.filter(({ path }) => !paths.has(path))
  return { files: [...own, ...others, ...generated, planProjectRecord(project, recorded)] }
}
