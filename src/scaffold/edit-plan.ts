import type { Project } from '../project/project.ts'
import { boilerplatePath, renderLegalFiles } from './init-plan.ts'
import type { Plan, PlannedFile, PlannedRemoval } from './plan.ts'
import { planProjectFiles, type ListedFolders } from './project-files.ts'

export interface EditInputs {
  readonly before: Project
  readonly after: Project
  /** Whether the licence or the owner was given. */
  readonly isLegal: boolean
  /** The text of `--license FILE`. */
  readonly licenseHeader?: string | undefined
  readonly folders: ListedFolders
  readonly readText: (path: string) => string | undefined
}

/** The files that follow from the settings, PROJECT and what the generators write apart. */
export function planEdit(inputs: EditInputs): Plan {
  const legal = inputs.isLegal ? planLegalFiles(inputs) : []
  return { files: [...legal, ...planProjectFiles(inputs.after, inputs.folders)] }
}

/** The licence and the header of new files. Files that are there keep the header that they have. */
function planLegalFiles({
  after,
  licenseHeader,
  readText,
}: EditInputs): (PlannedFile | PlannedRemoval)[] {
  // The header of a licence that kops has no words for stays as it was read.
  const isOwn = after.settings.license !== 'none'
  const text = licenseHeader ?? (isOwn ? readText(boilerplatePath) : '')
  const files = renderLegalFiles(after, text).map((file): PlannedFile => ({
    operation: 'write',
    ...file,
    ifExists: 'regenerate',
  }))
  const kept = new Set(files.map(({ path }) => path))
  const gone = [boilerplatePath, 'LICENSE'].filter((path) => !kept.has(path))
  return [...files, ...gone.map((path): PlannedRemoval => ({ operation: 'remove', path }))]
}
