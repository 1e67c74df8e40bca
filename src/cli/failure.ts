import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { readVersions } from './versions.ts'

/** Tells of a file that could not be read or written. Not so for anything else that was thrown. */
export function reportBrokenFile(error: unknown, sink: DiagnosticSink): boolean {
  if (!isFileError(error)) return false
  const path = error.path ?? ''
  const reason = reasons[error.code ?? ''] ?? error.message
  sink.report(
    'project/broken-file',
    { path, reason },
    {
      notes: [`the operating system answered ${error.code ?? 'with an error'}`],
    },
  )
  return true
}

/** What to print where kops itself is at fault. */
export function describeBug(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const { kops, node, platform } = readVersions()
  return `${stack}\n\nthis is a bug in kops ${kops} (Node ${node}, ${platform}); please report it with the lines above\n`
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'something of that name is there already',
  EISDIR: 'it is a folder',
  EMFILE: 'too many open files',
  ENOENT: 'there is no such file',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
}
