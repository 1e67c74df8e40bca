import { posix } from 'node:path'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import { parseWrittenFiles, writtenFilesPath } from '../../project/written-files.ts'
import type { PlannedRemoval } from '../../scaffold/plan.ts'
import type { FileHost } from '../../typemodel/file-host.ts'

/** What a run writes, and where it may remove what an earlier run wrote. */
export interface Wanted {
  readonly root: string
  /** Paths of all files that the run writes. */
  readonly paths: ReadonlySet<string>
  /** By the template of files, the folder that the run keeps clean; empty for any folder, with a final slash for all below. */
  readonly outputs: Readonly<Record<string, string>>
}

/** Files of earlier runs that nothing asks for any more, in the folders that this run writes to. */
export function findStale(
  { root, paths, outputs }: Wanted,
  host: FileHost,
  sink: DiagnosticSink,
): PlannedRemoval[] {
  const text = host.readText(posix.join(root, writtenFilesPath)) ?? ''
  const written = parseWrittenFiles(text, sink) ?? new Map()
  return [...written]
    .filter(([file, { template }]) => {
      const folder = Object.hasOwn(outputs, template) ? outputs[template] : undefined
      const isOurs = folder !== undefined && isKeptClean(file, folder)
      return isOurs && !paths.has(file)
    })
    .map(([file]) => ({ operation: 'remove', path: file }))
}

function isKeptClean(file: string, folder: string): boolean {
  if (folder.endsWith('/')) return file.startsWith(folder)
  return folder === '' || folderOf(file) === folder
}

/** The root itself is empty. */
function folderOf(file: string): string {
  const folder = posix.dirname(file)
  return folder === '.' ? '' : folder
}
