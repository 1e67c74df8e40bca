import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import type { ResourceScope } from '../../apimachinery/group-version-kind.ts'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import { clientGenerators } from '../../generators/client/generate-client.ts'
import { codeGenerators } from '../../generators/code.ts'
import type { ConvertedKind } from '../../generators/crd-conversion.ts'
import type { Artefact } from '../../generators/generator.ts'
import { needsYear, renderHeader } from '../../generators/header.ts'
import { manifestGenerators } from '../../generators/manifests.ts'
import { optionalGenerators } from '../../generators/optional.ts'
import type { RbacOptions } from '../../generators/rbac.ts'
import {
  readSources,
  type KeptVersions,
  type Sources,
  type SourceSettings,
} from '../../generators/sources.ts'
import type { WebhookOptions } from '../../generators/webhook.ts'
import type { ServedWebhook } from '../../generators/webhook-served.ts'
import { builtInResources } from '../../kubernetes/facts.ts'
import { parseProject, projectFile } from '../../project/parse-project.ts'
import {
  projectConversions,
  projectWebhooks,
  type ProjectConversion,
} from '../../project/project-webhooks.ts'
import { qualifiedGroup, type Project } from '../../project/project.ts'
import type { PlannedFile, PlannedRemoval } from '../../scaffold/plan.ts'
import type { FileHost } from '../../typemodel/file-host.ts'
import type { Program } from '../../typemodel/model.ts'
import { ProgramReader, type ProgramOptions } from '../../typemodel/program-reader.ts'
import { externalFolder } from '../import/external-folder.ts'
import { externalTemplate, renderExternalTypes } from '../import/external-types.ts'
import { packageDirectory } from '../own-package.ts'
import { planCrdList } from './crd-list.ts'
import { findStale } from './find-stale.ts'
import type { GenerationFlags } from './flags.ts'
import { importStyle } from './import-style.ts'
import { mergeSettings, type Settings } from './merge-settings.ts'

/** `manifests` is what a cluster gets, `code` what the operator's own code imports, `client` a typed client. */
export type GenerationPart = 'manifests' | 'code' | 'client'

export interface GenerationRequest {
  readonly root: string
  readonly host: FileHost
  /** Where `.kops/files` is read, in place of `host`: what a run writes itself is none of its inputs. */
  readonly recordHost?: FileHost | undefined
  readonly flags: GenerationFlags
  readonly parts: readonly GenerationPart[]
  /** In place of PROJECT in the root. `null`: as if there were none. */
  readonly project?: Project | null | undefined
  /** For a process that stays: reads again only what has changed. */
  readonly reader?: ((options: ProgramOptions) => ProgramReader) | undefined
  /** For a process that stays: builds again only what can have changed. */
  readonly kept?: KeptVersions | undefined
}

/** What generating comes to, before anything is written. */
export interface GenerationPlan {
  readonly files: readonly PlannedFile[]
  /** What earlier runs wrote and nothing asks for any more. */
  readonly removals: readonly PlannedRemoval[]
  readonly program: Program
}

/**
 * The whole of `kops manifests` and `kops generate` in memory. Undefined where the settings cannot be
 * read; with other errors, which are in the sink, the plan must not be applied.
 */
export async function planGeneration(
  request: GenerationRequest,
  sink: DiagnosticSink,
): Promise<GenerationPlan | undefined> {
  const project = readProject(request, sink)
  if (project === undefined) return undefined
  const settings = mergeSettings(request.flags, project, sink)
  const header = readHeader(request, settings, sink)
  const program = readProgram(request, settings, sink)
  const sources = await readSources(
    program,
    { ...sourceSettings(settings, project), kept: request.kept },
    sink,
  )
  const imports = importedNames(request, settings)
  const generation = { sources, settings, project, header, imports, sink }
  const artefacts = request.parts.flatMap((part) => generate(part, generation))
  if (request.parts.includes('code')) {
    artefacts.push(...(await generateOptional(generation)))
    artefacts.push(...generateExternal(request, generation))
  }
  const removals = findStale(
    {
      root: request.root,
      paths: new Set(artefacts.map(({ path }) => path)),
      outputs: outputFolders(request, settings),
    },
    request.recordHost ?? request.host,
    sink,
  )
  const files = artefacts.map(toPlannedFile)
  if (project !== null && request.parts.includes('manifests')) {
    const folder = settings.crdOutput
    files.push(planCrdList({ root: request.root, folder, files, removals }, request.host))
  }
  return { files, removals, program }
}

function readProject(
  { project, root, host }: GenerationRequest,
  sink: DiagnosticSink,
): Project | null | undefined {
  if (project !== undefined) return project
  const path = posix.join(root, projectFile)
  const text = host.readText(path)
  if (text !== undefined) return parseProject(text, sink)
  const isFolder = host.directoryExists(path)
  const isFile = host.fileExists(path)
  if (!isFolder && !isFile && !existsSync(path)) return null
  const reason = isFolder
    ? 'it is a folder'
    : isFile
      ? 'permission denied'
      : 'it is no regular file'
  sink.report('project/broken-file', { file: '`PROJECT`', reason }, { helps: ['run `kops init`'] })
  return undefined
}

/** The header in each of the languages that files are written in. */
interface Header {
  readonly yaml: string
  readonly typescript: string
}

function readHeader(
  { root, host }: GenerationRequest,
  { headerFile, year }: Settings,
  sink: DiagnosticSink,
): Header {
  const none = { yaml: '', typescript: '' }
  if (headerFile === undefined) return none
  const path = posix.resolve(root, headerFile)
  // A link in a clone could lead to any file of the user's.
  const isInside = `${host.realpath(path)}/`.startsWith(`${host.realpath(root)}/`)
  if (host.fileExists(path) && !isInside) {
    const notes = ['it is a symbolic link that leads out of the project']
    sink.report('project/outside-root', { setting: 'headerFile', value: headerFile }, { notes })
    return none
  }
  const text = host.readText(path)
  if (text === undefined) {
    sink.report(
      'args/header-not-found',
      { path: headerFile },
      { helps: [`create \`${headerFile}\``] },
    )
    return none
  }
  if (needsYear({ text, year })) {
    sink.report('args/header-needs-year', { path: headerFile }, { helps: ['`--year 2030`'] })
  }
  return {
    yaml: renderHeader({ text, year }, 'yaml'),
    typescript: renderHeader({ text, year }, 'typescript'),
  }
}

function readProgram(
  { root, host, reader }: GenerationRequest,
  { tsconfig, paths }: Settings,
  sink: DiagnosticSink,
): Program {
  const options = { root, tsconfig, paths, packageDirectory }
  return (reader?.(options) ?? new ProgramReader(options)).read(host, sink)
}

function importedNames(
  { root, host, parts }: GenerationRequest,
  { tsconfig }: Settings,
): 'source' | 'output' {
  const isCode = parts.some((part) => part !== 'manifests')
  return isCode ? importStyle({ root, tsconfig }, host) : 'source'
}

function sourceSettings(settings: Settings, project: Project | null): SourceSettings {
  return {
    schema: {
      numbers: project?.settings.numbers,
      insideProject: project !== null,
      embeddedMetadata: settings.embeddedMetadata === true,
      maxDescriptionLength: settings.maxDescriptionLength,
      foreignPrefixes: project?.settings.foreignMarkers ?? [],
    },
    folders: (project?.resources ?? []).flatMap((resource) =>
      resource.path === undefined || resource.api === undefined
        ? []
        : [{ path: resource.path, group: qualifiedGroup(resource), version: resource.version }],
    ),
    converted: project === null ? [] : projectConversions(project).map(toConvertedKind),
  }
}

function toConvertedKind({ hub, spokes }: ProjectConversion): ConvertedKind {
  const { kind, version } = hub
  const versions = spokes.map(({ resource }) => resource.version)
  return { group: qualifiedGroup(hub), kind, hub: version, spokes: versions }
}

interface Generation {
  readonly sources: Sources
  readonly settings: Settings
  readonly project: Project | null
  readonly header: Header
  readonly imports: 'source' | 'output'
  readonly sink: DiagnosticSink
}

function generate(part: GenerationPart, generation: Generation): Artefact[] {
  const { sources, settings, project, header, sink } = generation
  if (part === 'code') {
    const style = { header: header.typescript, imports: generation.imports }
    const options = { project, style }
    return codeGenerators.flatMap((each) => each.generate(sources, options, sink))
  }
  if (part === 'client') {
    const style = { header: header.typescript, imports: generation.imports }
    const options = { ...settings, style }
    return clientGenerators.flatMap((each) => each.generate(sources, options, sink))
  }
  const options = {
    ...settings,
    header: header.yaml,
    rbac: rbacOptions(generation),
    webhook: webhookOptions(generation),
  }
  return manifestGenerators.flatMap((each) => each.generate(sources, options, sink))
}

/** What settings ask for. */
async function generateOptional(generation: Generation): Promise<Artefact[]> {
  const { sources, settings, header, sink } = generation
  const style = { header: header.typescript, imports: generation.imports }
  const wanted = optionalGenerators.filter(({ setting }) => settings[setting] === true)
  const generators = await Promise.all(wanted.map(({ load }) => load()))
  return generators.flatMap((each) => each.generate(sources, { ...settings, style }, sink))
}

/** The types of kinds that other projects bring. */
function generateExternal(
  { root, host }: GenerationRequest,
  { project, header, imports, sink }: Generation,
): Artefact[] {
  if (project === null) return []
  const readText = (path: string): string | undefined => host.readText(posix.join(root, path))
  const style = { header: header.typescript, imports }
  return renderExternalTypes({ project, readText, style }, sink)
}

function webhookOptions(generation: Generation): WebhookOptions {
  const { project } = generation
  const certificates = project?.settings.certificates
  return {
    projectName: project?.projectName,
    namespaced: project?.namespaced,
    scopeOf: rbacOptions(generation).scopeOf,
    // There the operator fills in the bundle of configurations that it knows by name.
    keepsNames: certificates === 'self' || certificates === 'csr',
    served: servedWebhooks(generation),
  }
}

/** Those whose files were read: others may have their markers where this run does not look. */
function servedWebhooks({ project, sources }: Generation): ServedWebhook[] {
  const files = new Set(sources.files.map(({ path }) => path))
  return projectWebhooks(project ?? { resources: [] })
    .filter(({ path }) => files.has(path))
    .map(({ sort, urlPath, path }) => ({ mutating: sort === 'defaulter', urlPath, file: path }))
}

function rbacOptions({ sources, settings, project }: Generation): RbacOptions {
  return {
    roleName: settings.roleName,
    namespaced: project?.namespaced === true,
    always: project !== null,
    scopeOf: (group, resource) =>
      ownScope(sources, group, resource) ?? builtInScope(group, resource),
  }
}

function ownScope({ crds }: Sources, group: string, resource: string): ResourceScope | undefined {
  return crds.find(({ spec }) => spec.group === group && spec.names.plural === resource)?.spec.scope
}

function builtInScope(group: string, resource: string): ResourceScope | undefined {
  for (const [apiVersion, resources] of Object.entries(builtInResources())) {
    if (apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0)) !== group) continue
    const found = resources.find(({ plural }) => plural === resource)
    if (found !== undefined) return found.namespaced ? 'Namespaced' : 'Cluster'
  }
  return undefined
}

/** Manifests are written again whatever someone made of them; what else someone edited is not lost. */
function toPlannedFile({ path, content, template }: Artefact): PlannedFile {
  const isCode = !path.endsWith('.yaml')
  return {
    operation: 'write',
    path,
    content,
    ifExists: isCode ? 'regenerate' : 'update',
    template,
    editInstead: isCode ? 'in the types and in PROJECT' : undefined,
  }
}

function outputFolders(
  { parts, flags }: GenerationRequest,
  settings: Settings,
): Record<string, string> {
  // Who names paths generates a part: what the rest made stays.
  if (flags.paths !== undefined) return {}
  const { crdOutput, rbacOutput, webhookOutput } = settings
  return {
    ...(parts.includes('manifests') && {
      crd: crdOutput,
      rbac: rbacOutput,
      webhook: webhookOutput,
    }),
    ...(parts.includes('code') && codeFolders()),
    ...(parts.includes('client') && clientFolders(settings)),
  }
}

/** Code stands beside the types, and what is asked for where it once was asked for. */
function codeFolders(): Record<string, string> {
  const optional = optionalGenerators.map(({ template }) => template)
  const templates = ['descriptors', 'index', 'registration', ...optional]
  const folders = Object.fromEntries(templates.map((template) => [template, '']))
  return { ...folders, [externalTemplate]: `${externalFolder}/` }
}

/** The folders of a client are its own, with all that is below them. */
function clientFolders({ output }: Settings): Record<string, string> {
  const templates = clientGenerators.map(({ name }) => name)
  return Object.fromEntries(templates.map((name) => [name, `${posix.join(output, name)}/`]))
}
