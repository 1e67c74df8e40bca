import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { ProjectResource } from '../project/project.ts'
import { findDeclaration, type KindDeclaration } from './find-declaration.ts'

/**
 * Whether one of a kind's versions says that it is the stored one. It reads the text of the types: a
 * further version is added only where the rest of the CRD is in order. Reported where there is none.
 */
export function hasStorageVersion(
  versions: readonly ProjectResource[],
  root: string,
  sink: DiagnosticSink,
): boolean {
  const [kind = ''] = versions.map((each) => each.kind)
  const declarations = versions.flatMap((each) => findDeclaration(each, root) ?? [])
  if (declarations.some(isStorageVersion)) return true
  const [first] = declarations
  const notes = ['a CRD with several versions stores its objects in exactly one of them']
  if (first === undefined) {
    const helps = [`declare \`${kind}\` in ${versions[0]?.path ?? 'its folder'}`]
    sink.report('project/no-storage-version', { kind }, { notes, helps })
    return false
  }
  const { path, text, start, nameStart, nameEnd } = first
  const line = text.slice(0, start).split('\n').length
  const helps = [`add \`// +kubebuilder:storageversion\` above line ${line} of ${path}`]
  const span = { path, start: nameStart, end: nameEnd }
  sink.report('project/no-storage-version', { kind }, { span, notes, helps })
  return false
}

/** The version that says that it is the stored one. */
export function findStorageVersion(
  versions: readonly ProjectResource[],
  root: string,
): ProjectResource | undefined {
  return versions.find((each) => {
    const declaration = findDeclaration(each, root)
    return declaration !== undefined && isStorageVersion(declaration)
  })
}

const marker = /^\s*(?:\/\/|\/?\*+)?\s*\+kubebuilder:storageversion\s*(?:\*\/)?\s*$/

/** Looks through the comments above, which a blank line does not detach. */
function isStorageVersion({ text, start }: KindDeclaration): boolean {
  const lines = text.slice(0, start).split(/\r?\n/)
  lines.pop()
  const code = lines.findLastIndex(
    (line) => !/^\s*($|\/\/|\/\*|\*)/.test(line) || /\*\/\s*\S/.test(line),
  )
  return lines.slice(code + 1).some((line) => marker.test(line))
}
