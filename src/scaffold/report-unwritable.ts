import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { describeFileError } from '../input/file-error.ts'

/** Reports a file that the system did not let kops write. */
export function reportUnwritable(path: string, error: unknown, sink: DiagnosticSink): void {
  const details = { notes: ['nothing was changed'] }
  sink.report(
    'project/broken-file',
    { file: `\`${path}\``, reason: describeFileError(error) },
    details,
  )
}
