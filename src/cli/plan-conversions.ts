import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import { parseYaml } from '../manifest/parse-yaml.ts'
import { projectConversions, type ProjectConversion } from '../project/project-webhooks.ts'
import { qualifiedGroup, type Project } from '../project/project.ts'
import { planConversionFiles } from '../scaffold/conversion-plan.ts'
import type { PlannedFile } from '../scaffold/plan.ts'
import { crdFolder } from '../scaffold/project-files.ts'
import { readSourceHeader } from './project-folder.ts'
import type { PlannedSource } from './starter-program.ts'

/** The project before and after a command. */
export interface ProjectChange {
  readonly recorded: Project
  readonly project: Project
}

/** The kinds that a command gives spokes, or whose conversions lack a file. */
export function changedConversions(
  { recorded, project }: ProjectChange,
  root: string,
): ProjectConversion[] {
  const before = recordedPaths(recorded)
  return projectConversions(project).filter(({ spokes }) =>
    spokes.some(({ path }) => !before.has(path) || !existsSync(join(root, path))),
  )
}

function recordedPaths(project: Project): ReadonlySet<string> {
  return new Set(
    projectConversions(project).flatMap(({ spokes }) => spokes.map(({ path }) => path)),
  )
}

/** What stands for a conversion while the types are read that it is drafted from. */
export function conversionStubs(conversions: readonly ProjectConversion[]): PlannedSource[] {
  const text = 'export function convertTo(): void {}\nexport function convertFrom(): void {}\n'
  return conversions.flatMap(({ spokes }) => spokes.map(({ path }) => ({ path, text })))
}

/** Drafts conversions from the CRDs that are about to be written. */
export function planConversions(
  conversions: readonly ProjectConversion[],
  generated: readonly PlannedFile[],
  { change, root }: { readonly change: ProjectChange; readonly root: string },
): PlannedFile[] {
  const { project, recorded } = change
  const header = readSourceHeader(root, project.settings.year)
  const before = recordedPaths(recorded)
  return conversions.flatMap(({ hub }) => {
    const path = `${crdFolder(project)}/${qualifiedGroup(hub)}_${hub.plural}.yaml`
    const definition = generated.find((each) => each.path === path)
    // Without it there are mistakes in the types, which have been reported.
    if (definition === undefined) return []
    const [document] = parseYaml(String(definition.content))
    const crd = document?.value as unknown as CustomResourceDefinition
    const isRecorded = (file: string): boolean => before.has(file)
    return planConversionFiles({ project, hub, header, crd, isRecorded })
  })
}
