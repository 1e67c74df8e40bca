import { join } from 'node:path'
import type { Project, ProjectResource } from '../../project/project.ts'
import type { PlannedFile } from '../../scaffold/plan.ts'
import type { CommandContext } from '../command.ts'
import { importStyle } from '../generation/import-style.ts'
import { sourceHost } from '../generation/source-host.ts'
import { readGeneratedHeader } from '../generated-files.ts'
import { readOptionalText } from '../project-folder.ts'
import type { ExternalKind } from './external-kind.ts'
import { planExternalCrd, renderExternalTypes } from './external-types.ts'

/** A resource that a command adds, of another project or not. */
export interface ExternalTarget extends Pick<NewExternalKind, 'project' | 'resource'> {
  readonly external?: ExternalKind | undefined
}

/** A kind of another project that becomes one of this project's resources. */
interface NewExternalKind {
  /** With the resource in it. */
  readonly project: Project
  readonly resource: ProjectResource
  readonly kind: ExternalKind
  /** Comment lines above generated code. */
  readonly header: string
}

/** The same, where a kind of another project is asked for at all. */
export function planExternalKind(
  { project, resource, external }: ExternalTarget,
  context: CommandContext,
): PlannedFile[] {
  if (external === undefined) return []
  const header = readGeneratedHeader(project, context.root, 'typescript')
  return planExternalFiles({ project, resource, kind: external, header }, context)
}

/** The copy of its definition, and what `kops generate` would make of all copies. */
function planExternalFiles(
  { project, resource, kind, header }: NewExternalKind,
  { root, sink }: CommandContext,
): PlannedFile[] {
  const copy = planExternalCrd(resource, kind)
  const readText = (path: string): string | undefined =>
    path === copy.path ? String(copy.content) : readOptionalText(join(root, path))
  const style = { header, imports: importStyle({ root: root.replaceAll('\\', '/') }, sourceHost) }
  const artefacts = renderExternalTypes({ project, readText, style }, sink)
  const types = artefacts.map((artefact): PlannedFile => ({
    operation: 'write',
    ifExists: 'regenerate',
    editInstead: `in \`${copy.path}\``,
    ...artefact,
  }))
  return [copy, ...types]
}
