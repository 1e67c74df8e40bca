import { posix } from 'node:path'
import { doNotEdit } from '../generated-code.ts'
import type { Generator } from '../generator.ts'
import { kindsByFolder, type FolderOfKinds } from '../kinds-by-folder.ts'
import type { OptionalOptions } from '../optional.ts'
import { readShapes } from '../shapes/read-shapes.ts'
import { renderApply } from './render-apply.ts'

/** The file of a version folder that holds its apply configurations. */
const applyFile = 'zz_generated.apply.ts'

/** Writes the types of what server-side apply takes of each kind. */
export const applyConfigurations: Generator<OptionalOptions> = {
  name: 'apply-configurations',
  doc: 'types for server-side apply',
  generate: (sources, { style }) =>
    kindsByFolder(sources).map((folder) => ({
      path: posix.join(folder.path, applyFile),
      content: [
        style.header ?? '',
        doNotEdit,
        `import type * as kops from 'kops'\n\n`,
        renderFolder(folder),
      ].join(''),
      template: 'apply-configuration',
    })),
}

function renderFolder({ kinds }: FolderOfKinds): string {
  const shapes = readShapes(kinds)
  const applied = shapes.kinds.map((struct, index) => {
    const built = kinds[index]?.declared.built
    return { struct, apiVersion: `${built?.group ?? ''}/${built?.version.name ?? ''}` }
  })
  return renderApply(applied, shapes)
}
