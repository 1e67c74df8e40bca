import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { renderHeader } from '../generators/header.ts'
import { readInputText } from '../input/read-input-file.ts'
import { projectFile, readProject, type ProjectOnDisk } from '../project/parse-project.ts'
import type { Project } from '../project/project.ts'
import { boilerplatePath } from '../scaffold/init-plan.ts'
import { crdFolder, type ListedFolders } from '../scaffold/project-files.ts'
import type { Plan } from '../scaffold/plan.ts'
import { readConfigurations, webhookFolder } from '../scaffold/webhook-files.ts'
import type { CommandContext } from './command.ts'

/** The project that a command works in; undefined where there is none or PROJECT has mistakes. */
export function readOwnProject({
  root,
  sink,
  addSources,
}: CommandContext): ProjectOnDisk | undefined {
  if (!existsSync(join(root, projectFile))) {
    const helps = ['run `kops init` in the folder of the project first, or name it with `-C`']
    sink.report('project/not-found', {}, { helps })
    return undefined
  }
  addSources((path) => readOptionalText(join(root, path)))
  return readProject(root, sink)
}

/** What the generated lists of `config/` name beside what PROJECT holds. What is planned goes before what the disk holds. */
export function listFolders(
  root: string,
  project: Project,
  planned: Plan['files'] = [],
): ListedFolders {
  return {
    crds: listYaml(join(root, crdFolder(project))),
    samples: listYaml(join(root, 'config/samples')),
    configurations: readConfigurations(readPlanned(`${webhookFolder(project)}/manifests.yaml`)),
  }

  function readPlanned(path: string): string {
    const file = planned.find((each) => each.path === path)
    if (file === undefined) return readOptionalText(join(root, path)) ?? ''
    return file.operation === 'write' ? String(file.content) : ''
  }
}

function listYaml(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : []
}

/** The header of new TypeScript files, from the boilerplate that the project holds now. */
export function readSourceHeader(root: string, year: number | undefined): string {
  const text = readOptionalText(join(root, boilerplatePath)) ?? ''
  return text.trim() === '' ? '' : renderHeader({ text, year }, 'typescript')
}

export function readOptionalText(path: string): string | undefined {
  return existsSync(path) ? readInputText(path) : undefined
}
