import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { errorCode } from './file-system.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'a folder stands there',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOENT: 'there is no such folder',
}

/** Tells of a file that the system did not let kops write. */
export function reportUnwritable(path: string, error: unknown, sink: DiagnosticSink): void {
  const code = errorCode(error) ?? ''
  const reason = reasons[code] ?? code
  const details = { notes: ['nothing was changed'] }
  sink.report('project/broken-file', { file: `\`${path}\``, reason }, details)
}
