import { projectFile, type ProjectOnDisk } from '../project/parse-project.ts'
import type { Project } from '../project/project.ts'
import { renderProject } from '../project/render-project.ts'
import type { PlannedFile } from './plan.ts'

/** PROJECT as it becomes. What it holds beside kops's own values stays. */
export function planProjectRecord(project: Project, recorded?: ProjectOnDisk): PlannedFile {
  const content = renderProject(project, recorded?.text)
  const file = { path: projectFile, content, template: projectFile }
  return { operation: 'write', ...file, ifExists: 'update' }
}
