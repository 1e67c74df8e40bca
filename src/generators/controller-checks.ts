import { posix } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { controllersFolder } from '../project/project.ts'
import type { SourceFileModel } from '../typemodel/model.ts'
import type { RegisteredController } from './registration.ts'
import type { Sources } from './sources.ts'

/**
 * PROJECT and the files below `src/controllers` have to agree: a controller that nothing sets up, and an entry
 * without its file, would both go unnoticed until the manager runs without them.
 */
export function checkControllers(
  controllers: readonly RegisteredController[],
  { files }: Sources,
  sink: DiagnosticSink,
): void {
  // The sources of the program itself were left out of this run.
  if (!files.some(({ path }) => path.startsWith('src/'))) return
  const setups = new Map(files.flatMap((file) => findSetup(file)))
  for (const { id, path } of controllers) {
    if (setups.has(path)) continue
    const isThere = files.some((file) => file.path === path)
    const helps = isThere
      ? [`export \`function setup(manager: Manager, dependencies: Dependencies): void\` from it`]
      : [`write the file, or remove the controller of \`${id}\` from PROJECT`]
    sink.report('project/missing-controller', { controller: id, path }, { helps })
  }
  const expected = new Set(controllers.map(({ path }) => path))
  for (const [path, span] of setups) {
    if (expected.has(path)) continue
    const name = posix.basename(path, '.ts')
    const helps = [
      `run \`kops create api --resource=false --controller-name ${name} …\` with the group, version and kind that it is for`,
      'call it another name than `setup` where `src/main.ts` sets it up by itself',
    ]
    sink.report('project/unlisted-controller', { path }, { span, helps })
  }
}

const exportedSetup = /^export (?:async )?(?:function |const |let )?(?:\{[^}]*\b)?(setup)\b/gm

/** The path of a controller's file and the place of its `setup`. */
function findSetup({
  path,
  text,
  comments,
}: SourceFileModel): [string, { path: string; start: number; end: number }][] {
  if (!path.startsWith(`${controllersFolder}/`)) return []
  for (const match of text.matchAll(exportedSetup)) {
    const start = match.index + match[0].length - 'setup'.length
    if (comments.some(({ span }) => span.start <= start && start < span.end)) continue
    return [[path, { path, start, end: start + 'setup'.length }]]
  }
  return []
}
