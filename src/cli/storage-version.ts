import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { ProjectResource } from '../project/project.ts'

/** Where a kind is declared. */
interface KindDeclaration {
  readonly path: string
  readonly text: string
  /** Where `export` begins. */
  readonly start: number
  readonly nameStart: number
  readonly nameEnd: number
}

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

function findDeclaration(
  { path, kind }: ProjectResource,
  root: string,
): KindDeclaration | undefined {
  const folder = join(root, path ?? '')
  if (path === undefined || !existsSync(folder)) return undefined
  const pattern = new RegExp(`^export (?:declare )?(?:interface|type) (${kind})\\b`, 'md')
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.ts') || /^(zz_generated\.|index\.ts$)/.test(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    const match = pattern.exec(text)
    const [nameStart = 0, nameEnd = 0] = match?.indices?.[1] ?? []
    if (match !== null)
      return { path: `${path}/${name}`, text, start: match.index, nameStart, nameEnd }
  }
  return undefined
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
