import { relative } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { describeFileError, isFileError } from '../input/file-error.ts'

/** Reports a file that could not be read or written. Returns false for anything else that was thrown. */
export function reportBrokenFile(error: unknown, root: string, sink: DiagnosticSink): boolean {
  if (!isFileError(error)) return false
  const file = error.path === undefined ? 'a file' : `\`${relative(root, error.path)}\``
  const note = `the operating system answered ${error.code ?? 'with an error'}`
  sink.report('project/broken-file', { file, reason: describeFileError(error) }, { notes: [note] })
  return true
}
