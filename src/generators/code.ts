import { posix } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Project } from '../project/project.ts'
import type { PackageModel, SourceFileModel } from '../typemodel/model.ts'
import {
  descriptorsFile,
  indexFile,
  renderDescriptors,
  renderIndex,
  type CodeStyle,
  type DescribedKind,
  type IndexContent,
} from './descriptors.ts'
import { settleRepeatedExports } from './exported-names.ts'
import type { Artefact, Generator } from './generator.ts'
import {
  registeredIn,
  registrationFile,
  renderRegistration,
  type RegisteredResource,
} from './registration.ts'
import { checkSetups } from './setup-checks.ts'
import type { DeclaredKind, Sources } from './sources.ts'

export interface CodeOptions {
  /** `null` outside of a project. */
  readonly project: Project | null
  readonly style: CodeStyle
}

/** What `kops generate` writes. */
export const codeGenerators: readonly Generator<CodeOptions>[] = [
  {
    name: 'descriptors',
    doc: 'a descriptor for each kind, beside its type',
    generate: (sources, { style }) =>
      eachFolder(sources, (folder, kinds) => ({
        path: posix.join(folder.path, descriptorsFile),
        content: renderDescriptors(kinds, style),
        template: 'descriptors',
      })),
  },
  {
    name: 'index',
    doc: 'the index of each folder of types, with type and descriptor under one name',
    generate: (sources, { style }, sink) =>
      eachFolder(sources, (folder, kinds) => ({
        path: posix.join(folder.path, indexFile),
        content: renderIndex(indexContent(folder, kinds, sink), style),
        template: 'index',
      })),
  },
  {
    name: 'registration',
    doc: 'the wiring of every resource of the project',
    generate: generateRegistration,
  },
]

function eachFolder(
  { kinds, crds }: Sources,
  generate: (folder: PackageModel, kinds: readonly DescribedKind[]) => Artefact,
): Artefact[] {
  const folders = new Map<PackageModel, DescribedKind[]>()
  for (const declared of kinds) {
    if (declared.built.isSkipped) continue
    const known = folders.get(declared.package) ?? []
    folders.set(declared.package, [...known, describe(declared, crds)])
  }
  return [...folders].map(([folder, described]) => generate(folder, described))
}

/** Names and scope are those of the definition: a version may leave them to another. */
function describe({ built, model }: DeclaredKind, crds: Sources['crds']): DescribedKind {
  const { group, kind, version } = built
  const crd = crds.find(({ spec }) => spec.group === group && spec.names.kind === kind)
  const subresources = Object.keys(version.subresources ?? {}).sort()
  return {
    group,
    version: version.name,
    kind,
    plural: crd?.spec.names.plural ?? built.names.plural,
    scope: crd?.spec.scope ?? built.scope,
    subresources,
    file: posix.basename(model.type.declaration.span.path),
  }
}

/** The index passes on neither files that kops writes nor conversions. */
function indexContent(
  { files }: PackageModel,
  described: readonly DescribedKind[],
  sink: DiagnosticSink,
): IndexContent {
  const kinds = described.map(({ kind }) => kind)
  const exporting = files.filter(
    (file) => isPassedOn(posix.basename(file.path)) && exportsSomething(file),
  )
  return {
    kinds,
    files: exporting.map(({ path }) => posix.basename(path)),
    settled: settleRepeatedExports(exporting, new Set(kinds), sink),
  }
}

function isPassedOn(name: string): boolean {
  return name !== indexFile && !name.startsWith('zz_generated.') && !name.endsWith('.conversion.ts')
}

function exportsSomething({ text, comments }: SourceFileModel): boolean {
  const inComment = (index: number): boolean =>
    comments.some(({ span }) => span.start <= index && index < span.end)
  return [...text.matchAll(/^[ \t]*export\b(?!\s*\{\s*\})/gm)].some(
    ({ index }) => !inComment(index),
  )
}

function generateRegistration(
  sources: Sources,
  { project, style }: CodeOptions,
  sink: DiagnosticSink,
): Artefact[] {
  if (project === null) return []
  const registered = registeredIn(project)
  for (const resource of registered.resources) checkResource(resource, sources, sink)
  checkSetups(registered, sources, sink)
  const content = renderRegistration(registered, style)
  return [{ path: registrationFile, content, template: 'registration' }]
}

function checkResource(
  { group, version, kind, path }: RegisteredResource,
  { kinds }: Sources,
  sink: DiagnosticSink,
): void {
  const isThere = kinds.some(
    ({ built, package: folder }) => built.kind === kind && folder.path === path,
  )
  if (isThere) return
  sink.report(
    'project/missing-kind',
    { kind: `${group}/${version} ${kind}`, path },
    { helps: [`export \`interface ${kind} extends CustomResource\` from a file of \`${path}\``] },
  )
}
