import { posix } from 'node:path'
import type { JsonObject } from '../../apimachinery/json.ts'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { CodeStyle } from '../../generators/descriptors.ts'
import type { Artefact } from '../../generators/generator.ts'
import { isObject, textOf } from '../../generators/import/crd-place.ts'
import { readCrds } from '../../generators/import/read-crds.ts'
import { renderTypes } from '../../generators/types/render-types.ts'
import { renderYaml } from '../../manifest/render-yaml.ts'
import { qualifiedGroup, type Project, type ProjectResource } from '../../project/project.ts'
import type { PlannedFile } from '../../scaffold/plan.ts'
import { externalFolder } from './external-folder.ts'
import type { ExternalKind } from './external-kind.ts'

/*
 * The types of kinds that other projects bring stand in `external/<group>/<version>`. They are made from a copy of each
 * definition in `external/crds`, so that `kops generate` needs no network, and tests install what the types describe.
 */

/** What `.kops/files` calls the types, descriptors and indexes there. */
export const externalTemplate = 'external-types'

/** Where the copy of a resource's definition stands. */
export function externalCrdPath(resource: ProjectResource): string {
  return `${externalFolder}/crds/${qualifiedGroup(resource)}_${resource.plural}.yaml`
}

/** The copy of a definition. */
export function planExternalCrd(resource: ProjectResource, { crd }: ExternalKind): PlannedFile {
  const comment = `# A copy: \`kops create api --external\` with a newer definition replaces it.\n`
  return {
    operation: 'write',
    path: externalCrdPath(resource),
    content: `${comment}---\n${renderYaml(crd)}`,
    ifExists: 'update',
    template: 'external-crd',
  }
}

/** What types are made from. */
export interface ExternalSources {
  readonly project: Pick<Project, 'resources'>
  /** The text of a file of the project. */
  readonly readText: (path: string) => string | undefined
  readonly style: CodeStyle
}

/** The types, descriptors and indexes of all kinds of other projects. */
export function renderExternalTypes(sources: ExternalSources, sink: DiagnosticSink): Artefact[] {
  const groups = new Map<string, ProjectResource[]>()
  for (const each of sources.project.resources) {
    if (!each.external || each.path === undefined) continue
    const group = qualifiedGroup(each)
    groups.set(group, [...(groups.get(group) ?? []), each])
  }
  return [...groups.values()].flatMap((resources) => renderGroup(resources, sources, sink))
}

function renderGroup(
  resources: readonly ProjectResource[],
  { readText, style }: ExternalSources,
  sink: DiagnosticSink,
): Artefact[] {
  const paths = [...new Set(resources.map(externalCrdPath))]
  const crds = paths.flatMap((path) => {
    const text = readText(path)
    const own = resources.filter((each) => externalCrdPath(each) === path)
    if (text !== undefined) return readCopy({ path, text }, own, sink)
    reportMissing(path, own, sink)
    return []
  })
  const folder = posix.dirname(resources[0]?.path ?? '')
  return renderTypes(crds, { markers: false, ...style }).map((artefact) => ({
    content: artefact.content,
    template: externalTemplate,
    path: posix.join(folder, artefact.path.slice(artefact.path.indexOf('/') + 1)),
  }))
}

/** The definition, with the versions alone that the project uses. */
function readCopy(
  { path, text }: { readonly path: string; readonly text: string },
  resources: readonly ProjectResource[],
  sink: DiagnosticSink,
): JsonObject[] {
  const wanted = new Set(resources.map(({ version }) => version))
  return readCrds([{ path, text }], sink).flatMap(({ crd, name, span }) => {
    const { spec } = crd
    if (!isObject(spec) || !Array.isArray(spec['versions'])) return []
    const all = spec['versions'].filter(isObject)
    const versions = all.filter((each) => wanted.has(textOf(each['name'])))
    const names = new Set(versions.map((each) => textOf(each['name'])))
    for (const version of wanted) {
      if (names.has(version)) continue
      const notes = [`PROJECT lists \`${version}\` of it`]
      const helps = all.map((each) => `\`version: ${textOf(each['name'])}\` in PROJECT`)
      sink.report('crd/no-such-version', { name, version }, { span: span(), notes, helps })
    }
    return versions.length === 0 ? [] : [{ ...crd, spec: { ...spec, versions } }]
  })
}

function reportMissing(
  path: string,
  [resource]: readonly ProjectResource[],
  sink: DiagnosticSink,
): void {
  if (resource === undefined) return
  const { kind, version } = resource
  const names = `--group ${qualifiedGroup(resource)} --version ${version} --kind ${kind}`
  const helps = [`run \`kops create api --external SOURCE ${names}\` to copy it again`]
  sink.report('project/missing-file', { path }, { helps })
}
