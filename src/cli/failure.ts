import { relative } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'

/** Tells of a file that could not be read or written. Not so for anything else that was thrown. */
export function reportBrokenFile(error: unknown, root: string, sink: DiagnosticSink): boolean {
  if (!isFileError(error)) return false
  const file = error.path === undefined ? 'a file' : `\`${relative(root, error.path)}\``
  const reason = reasons[error.code ?? ''] ?? error.message
  const note = `the operating system answered ${error.code ?? 'with an error'}`
  sink.report('project/broken-file', { file, reason }, { notes: [note] })
  return true
}

/** An error of the file system has a code and the call that failed; reading an open file names no path. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return false
  return typeof error.syscall === 'string' && fileCalls.test(error.syscall)
}

const fileCalls =
  /^(?:access|chmod|close|copyfile|fstat|fsync|ftruncate|futime|link|lstat|mkdir|mkdtemp|open|opendir|read|readlink|realpath|rename|rm|rmdir|scandir|stat|symlink|unlink|utime|write)$/

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'something of that name is there already',
  EFBIG: 'it is larger than any file that kops reads',
  EISDIR: 'it is a folder',
  EMFILE: 'too many open files',
  ENOENT: 'there is no such file',
  ENOSPC: 'the disk is full',
  ENOTREG: 'it is no regular file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
}
