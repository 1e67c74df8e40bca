import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readInputText } from '../input/read-input-file.ts'
import type { ProjectResource } from '../project/project.ts'

/** Where a kind is declared. */
export interface KindDeclaration {
  readonly path: string
  readonly text: string
  /** Where `export` begins. */
  readonly start: number
  readonly nameStart: number
  readonly nameEnd: number
}

/** Finds it by the text of the files in the folder of the kind's version. */
export function findDeclaration(
  { path, kind }: ProjectResource,
  root: string,
): KindDeclaration | undefined {
  const folder = join(root, path ?? '')
  if (path === undefined || !existsSync(folder)) return undefined
  const pattern = new RegExp(`^export (?:declare )?(?:interface|type) (${kind})\\b`, 'md')
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.ts') || /^(zz_generated\.|index\.ts$)/.test(name)) continue
    const text = readInputText(join(folder, name))
    const match = pattern.exec(text)
    const [nameStart = 0, nameEnd = 0] = match?.indices?.[1] ?? []
    if (match !== null)
      return { path: `${path}/${name}`, text, start: match.index, nameStart, nameEnd }
  }
  return undefined
}
