import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import { parseWrittenFiles, writtenFilesPath } from '../../project/written-files.ts'
import type { PlannedRemoval } from '../../scaffold/plan.ts'
import type { GenerationPlan } from './plan-generation.ts'

/** Files of earlier runs that nothing asks for any more, in the folders that this run writes to. */
export function findStale(
  { files, outputs }: Pick<GenerationPlan, 'files' | 'outputs'>,
  { root, sink }: { readonly root: string; readonly sink: DiagnosticSink },
): PlannedRemoval[] {
  const path = join(root, writtenFilesPath)
  if (!existsSync(path)) return []
  const wanted = new Set(files.map((file) => file.path))
  const written = parseWrittenFiles(readFileSync(path, 'utf8'), sink) ?? new Map()
  return [...written]
    .filter(([file, { template }]) => {
      const folder = Object.hasOwn(outputs, template) ? outputs[template] : undefined
      const isOurs = folder === '' || (folder !== undefined && posix.dirname(file) === folder)
      return isOurs && !wanted.has(file)
    })
    .map(([file]) => ({ operation: 'remove', path: file }))
}
