import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { buildCrds } from '../generators/crd.ts'
import {
  descriptorsFile,
  indexFile,
  renderDescriptors,
  renderIndex,
  type DescribedKind,
} from '../generators/descriptors.ts'
import { readInputText } from '../input/read-input-file.ts'
import { renderHeader } from '../generators/header.ts'
import { buildRoles } from '../generators/rbac.ts'
import { registeredIn, registrationFile, renderRegistration } from '../generators/registration.ts'
import { crdFileName, renderCrd } from '../generators/render-crd.ts'
import { renderManifests } from '../generators/render-manifests.ts'
import { qualifiedGroup, type Project, type ProjectResource } from '../project/project.ts'
import { addToRoleFile } from '../generators/role-additions.ts'
import { controllerRules } from '../scaffold/controller-plan.ts'
import { apiFolder } from '../scaffold/create-api-plan.ts'
import type { IfExists, PlannedFile } from '../scaffold/plan.ts'
import { crdFolder } from '../scaffold/project-files.ts'
import { createSchemaContext } from '../schema/build-schema.ts'
import { buildVersion } from '../schema/build-version.ts'
import { readKnownDescriptors } from './known-descriptors.ts'
import { readOptionalText } from './project-folder.ts'
import { readStarterProgram, type PlannedSource } from './starter-program.ts'

/*
 * What the generators would write for a project that commands have just planned, without the compiler:
 * `kops generate` and `kops manifests` find nothing to change afterwards.
 */

/** A new kind, and the files that `create api` plans for it. */
export interface NewKind {
  readonly project: Project
  readonly resource: ProjectResource
  readonly sources: readonly PlannedSource[]
}

/** The roles and the registration of a project without APIs. */
export function planNewProjectArtefacts(
  project: Project,
  root: string,
  sink: DiagnosticSink,
): PlannedFile[] {
  const rolePath = 'config/rbac/role.yaml'
  const { namespaced } = project
  const options = { roleName: 'manager-role', namespaced, always: true, scopeOf: () => undefined }
  const roles = planned(rolePath, renderManifests(buildRoles([], options, sink)), 'rbac', 'update')
  return [
    ...(existsSync(join(root, rolePath)) ? [] : [roles]),
    planRegistration(project, readGeneratedHeader(project, root, 'typescript')),
  ]
}

/** What a new kind brings; undefined where only the compiler can tell what its folder holds. */
export function planNewKindArtefacts(
  newKind: NewKind,
  root: string,
  sink: DiagnosticSink,
): PlannedFile[] | undefined {
  const { project, resource } = newKind
  const folder = apiFolder(project, resource)
  const crd = buildStarterCrd(newKind, sink)
  if (crd === undefined) return []
  const known = readFolderKinds(newKind, join(root, folder))
  if (known === undefined) return undefined
  const kinds = [...known, describe(newKind, crd)]
  const files = listExportingFiles(join(root, folder), kinds)
  const names = kinds.map(({ kind }) => kind)
  const header = readGeneratedHeader(project, root, 'typescript')
  return [
    planned(
      `${crdFolder(project)}/${crdFileName(crd)}`,
      renderCrd(crd, readGeneratedHeader(project, root, 'yaml')),
      'crd',
      'update',
    ),
    planned(`${folder}/${descriptorsFile}`, renderDescriptors(kinds, { header }), 'descriptors'),
    planned(`${folder}/${indexFile}`, renderIndex({ kinds: names, files }, { header }), 'index'),
    planRegistration(project, header),
  ]
}

/** What a new controller changes; undefined where only the compiler can tell what the role has to allow. */
export function planControllerArtefacts(
  project: Project,
  resource: ProjectResource,
  root: string,
): PlannedFile[] | undefined {
  const { rbacOutput = 'config/rbac', roleName = 'manager-role' } = project.settings.manifests
  const path = rbacOutput === '' ? 'role.yaml' : `${rbacOutput}/role.yaml`
  const { namespaced } = project
  const rules = controllerRules(resource).map(({ group, resource: name, verbs }) => ({
    groups: [group],
    resources: [name],
    resourceNames: [],
    urls: [],
    verbs,
  }))
  const header = readGeneratedHeader(project, root, 'yaml')
  const role = addToRoleFile(readOptionalText(join(root, path)) ?? '', rules, {
    roleName,
    namespaced,
    header,
  })
  if (role === undefined) return undefined
  return [
    planned(path, role, 'rbac', 'update'),
    planRegistration(project, readGeneratedHeader(project, root, 'typescript')),
  ]
}

/** Whether everything that the generators make of a kind is there. */
export function hasArtefacts(project: Project, resource: ProjectResource, root: string): boolean {
  const folder = apiFolder(project, resource)
  const crd = `${crdFolder(project)}/${qualifiedGroup(resource)}_${resource.plural}.yaml`
  const paths = [crd, `${folder}/${descriptorsFile}`, `${folder}/${indexFile}`, registrationFile]
  return paths.every((path) => existsSync(join(root, path)))
}

/** The header that PROJECT wants above generated files. */
export function readGeneratedHeader(
  { settings }: Project,
  root: string,
  language: 'yaml' | 'typescript',
): string {
  const { headerFile, year = settings.year } = settings.manifests
  if (headerFile === undefined) return ''
  const path = join(root, headerFile)
  // `kops manifests` reports a file outside the project; nothing of it is read here.
  if (!existsSync(path) || !realpathSync(path).startsWith(join(realpathSync(root), '/'))) return ''
  const text = readOptionalText(path) ?? ''
  return text === '' ? '' : renderHeader({ text, year }, language)
}

/** The wiring that PROJECT asks for. */
function planRegistration(project: Project, header = ''): PlannedFile {
  const content = renderRegistration(registeredIn(project), { header })
  return planned(registrationFile, content, 'registration')
}

function planned(
  path: string,
  content: string,
  ...[template, ifExists = 'regenerate']: [template: string, ifExists?: IfExists]
): PlannedFile {
  const editInstead = path.endsWith('.ts') ? 'in the types and in PROJECT' : undefined
  return { operation: 'write', path, content, ifExists, template, editInstead }
}

/** The CRD of the type that the templates hold. */
function buildStarterCrd(
  { project, resource, sources }: NewKind,
  sink: DiagnosticSink,
): CustomResourceDefinition | undefined {
  const { numbers, foreignMarkers, manifests } = project.settings
  const settings = {
    numbers,
    insideProject: true,
    embeddedMetadata: manifests.embeddedMetadata,
    maxDescriptionLength: manifests.maxDescriptionLength,
    foreignPrefixes: foreignMarkers,
  }
  const program = readStarterProgram(sources)
  const context = createSchemaContext(sink, settings, program.readText)
  const group = qualifiedGroup(resource)
  const facts = { group, version: resource.version }
  const kinds = program.packages.flatMap((each) => each.kinds)
  const declared = kinds.map((kind) => buildVersion(kind, facts, context))
  return buildCrds(declared, sink)[0]
}

function describe(
  { resource, sources }: NewKind,
  { spec }: CustomResourceDefinition,
): DescribedKind {
  const file = sources.at(-1)?.path.replace(/^.*\//, '') ?? ''
  const { version, kind } = resource
  const subresources = Object.keys(spec.versions[0]?.subresources ?? {})
  return {
    group: spec.group,
    version,
    kind,
    plural: spec.names.plural,
    scope: spec.scope,
    subresources,
    file,
  }
}

/** The other kinds of the folder; undefined where its descriptors are not those that PROJECT lists. */
function readFolderKinds(
  { project, resource }: NewKind,
  folder: string,
): DescribedKind[] | undefined {
  const text = readOptionalText(join(folder, descriptorsFile)) ?? ''
  const known = readKnownDescriptors(text).filter(({ kind }) => kind !== resource.kind)
  const path = apiFolder(project, resource)
  const recorded = project.resources.filter((each) => each.api && each.path === path)
  const expected = recorded.map(({ kind }) => kind).filter((kind) => kind !== resource.kind)
  const found = known.map(({ kind }) => kind)
  return expected.toSorted().join() === found.toSorted().join() ? known : undefined
}

const isSource = /^(?!zz_generated\.|index\.ts$)[\w.-]+(?<!\.test|\.d|\.conversion)\.ts$/

/** The files of a folder that export something, those included that are about to be written. */
function listExportingFiles(folder: string, kinds: readonly DescribedKind[]): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const exporting = names.filter((name) => {
    if (!isSource.test(name)) return false
    return /^export (?!\{\s*\})/m.test(readInputText(join(folder, name)))
  })
  return [...new Set([...exporting, ...kinds.map(({ file }) => file)])]
}
