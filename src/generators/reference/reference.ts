import { posix } from 'node:path'
import type { Generator } from '../generator.ts'
import { kindsByFolder, type FolderOfKinds } from '../kinds-by-folder.ts'
import type { OptionalOptions } from '../optional.ts'
import { readShapes } from '../shapes/read-shapes.ts'
import { renderPage } from './render-page.ts'

/** Writes a page for each group version: its kinds, and the types that they are made of. */
export const reference: Generator<OptionalOptions> = {
  name: 'reference',
  doc: 'a reference of the API in Markdown',
  generate: (sources, { referenceOutput }) => {
    const folders = kindsByFolder(sources)
    const pages = folders.flatMap((folder) => toPage(folder, folders))
    return pages.map(({ name, content }) => ({
      path: posix.join(referenceOutput, name),
      content,
      template: 'reference',
    }))
  },
}

function toPage(
  folder: FolderOfKinds,
  all: readonly FolderOfKinds[],
): { name: string; content: string }[] {
  const [first] = folder.kinds
  if (first === undefined) return []
  const { group, version } = first.declared.built
  const kinds = folder.kinds.map((defined) => ({
    ...defined,
    others: otherVersions(defined.declared.built, all),
  }))
  const content = renderPage({
    group,
    version: version.name,
    kinds,
    shapes: readShapes(folder.kinds),
  })
  return [{ name: pageName(group, version.name), content }]
}

/** The file of a group version. */
function pageName(group: string, version: string): string {
  return `${group}_${version}.md`
}

interface KindName {
  readonly group: string
  readonly kind: string
  readonly version: { readonly name: string }
}

/** The other versions of a kind, each with its page. */
function otherVersions(
  own: KindName,
  folders: readonly FolderOfKinds[],
): { name: string; page: string }[] {
  return folders
    .flatMap(({ kinds }) => kinds.map(({ declared }) => declared.built))
    .filter(
      ({ group, kind, version }) =>
        group === own.group && kind === own.kind && version.name !== own.version.name,
    )
    .map(({ group, version: { name } }) => ({ name, page: pageName(group, name) }))
}
