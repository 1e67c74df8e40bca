import { join, posix } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { qualifiedGroup, type Project, type ProjectResource } from '../project/project.ts'
import { apiFolder } from '../scaffold/create-api-plan.ts'
import { sampleFile, sampleName } from '../scaffold/project-files.ts'
import { findDeclaration } from './find-declaration.ts'
import { readOptionalText } from './project-folder.ts'

/** A version of a kind, and the one that it starts as. */
export interface VersionCopy {
  readonly from: ProjectResource
  readonly to: ProjectResource
  readonly project: Project
}

/** What a new version has in common with another one. */
export interface CopiedVersion {
  readonly type: string
  /** Undefined where the other one has no sample. */
  readonly sample?: string | undefined
}

/** The type and the sample of a version as those of another. Reports why they cannot be; undefined then. */
export function copyVersion(
  copy: VersionCopy,
  root: string,
  sink: DiagnosticSink,
): CopiedVersion | undefined {
  const { from, to, project } = copy
  const declaration = findDeclaration(from, root)
  if (declaration === undefined) {
    reportInvalidFrom(from, [`\`${from.path ?? ''}\` does not declare it`], { sink })
    return undefined
  }
  const { path, text } = declaration
  const other = project.resources.find(
    (each) => each.path === from.path && each.kind !== from.kind && declares(text, each.kind),
  )
  if (other !== undefined) {
    const notes = [`\`${path}\` declares \`${other.kind}\` too, which would be copied with it`]
    reportInvalidFrom(from, notes, { sink })
    return undefined
  }
  const folders = [posix.dirname(path), apiFolder(project, to)] as const
  const sample = readOptionalText(join(root, 'config/samples', sampleFile(project, from)))
  const apiVersions = [from, to].map((each) => `${qualifiedGroup(each)}/${each.version}`)
  return {
    type: movePaths(withoutVersionMarkers(text), ...folders),
    sample:
      sample &&
      renameSample(sample, copy).replace(
        /^(apiVersion:\s*)(\S+)\s*$/m,
        (line, start: string, value: string) =>
          value === apiVersions[0] ? `${start}${apiVersions[1]}` : line,
      ),
  }
}

const nameLine = /^(metadata:[ \t]*\r?\n(?:[ \t]+.*\r?\n)*?[ \t]+name:[ \t]*)(["']?)([^\s"']+)\2/gm

/** The samples of all versions are applied together: each object has a name of its own. The first has the usual one. */
function renameSample(text: string, { to, project }: VersionCopy): string {
  let isFirst = true
  return text.replaceAll(nameLine, (...[, start, quote, name]: string[]) => {
    const renamed = isFirst ? sampleName(project, to) : `${name}-${to.version}`
    isFirst = false
    return `${start}${quote}${renamed}${quote}`
  })
}

/** Tells why a version cannot be what another starts as. */
export function reportInvalidFrom(
  { kind, version }: Pick<ProjectResource, 'kind' | 'version'>,
  notes: readonly string[],
  { sink, helps = ['leave `--from` out'] }: { sink: DiagnosticSink; helps?: readonly string[] },
): void {
  sink.report('args/invalid-from', { kind, version }, { notes, helps })
}

function declares(text: string, kind: string): boolean {
  return new RegExp(`^export (?:declare )?(?:interface|type) ${kind}\\b`, 'm').test(text)
}

/** What holds of one version alone: which is stored, which is on its way out. */
const versionMarker =
  /^[ \t]*(?:\/\/|\*)[ \t]*\+kubebuilder:(?:storageversion|unservedversion|deprecatedversion)\b.*\r?\n/gm

function withoutVersionMarkers(text: string): string {
  return text.replaceAll(versionMarker, '')
}

/** The text as a file of another folder: what it names by a relative path stays where it is. */
function movePaths(text: string, from: string, to: string): string {
  return text.replaceAll(
    /(?<=\b(?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"\n]+)\1/g,
    (_, quote: string, path: string) => {
      const moved = posix.relative(to, posix.join(from, path))
      return `${quote}${moved.startsWith('.') ? moved : `./${moved}`}${quote}`
    },
  )
}
