import { UnfitFileError } from './read-input-file.ts'

/** An error of the file system: it has a code and the call that failed. Reading an open file names no path. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return false
  return typeof error.syscall === 'string' && fileCalls.test(error.syscall)
}

const fileCalls =
  /^(?:access|chmod|close|copyfile|fchmod|fstat|fsync|ftruncate|futime|link|lstat|mkdir|mkdtemp|open|opendir|read|readlink|realpath|rename|rm|rmdir|scandir|stat|symlink|unlink|utime|write)$/

/** Why the system refused a file, in words: the one table of them. */
export function describeFileError(error: unknown): string {
  if (error instanceof UnfitFileError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? `the operating system answered ${code === '' ? 'with an error' : code}`
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'something of that name is there already',
  EFBIG: 'file too large for the file system or for the limit of the process',
  EIO: 'the device failed',
  EISDIR: 'it is a folder',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many open files in the system',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ESTALE: 'the file server no longer knows it',
}
