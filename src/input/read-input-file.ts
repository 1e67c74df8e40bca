import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs'
import { inputLimits } from './input-limits.ts'

/** A path that names no file of a fit size. It has the fields of an error of the file system. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError'
  readonly syscall = 'read'
  readonly code: 'EFBIG' | 'ENOTREG'
  readonly path: string

  constructor(code: 'EFBIG' | 'ENOTREG', path: string) {
    super(unfit[code])
    this.code = code
    this.path = path
  }
}

/** Why a file is not read. */
const unfit = {
  EFBIG: `it has more than ${inputLimits.bytes / 2 ** 20} MiB`,
  ENOTREG: 'it is no regular file',
} as const

/**
 * Reads a file that a user or a stranger named: a regular file of a bounded size. A device, which may have no end, and a
 * pipe, which may have no writer, are refused before they are opened, links to them too. A folder fails as `readFileSync` does.
 */
export function readInputFile(path: string): Buffer {
  const status = statSync(path)
  if (!status.isFile() && !status.isDirectory()) throw new UnfitFileError('ENOTREG', path)
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).size > inputLimits.bytes) throw new UnfitFileError('EFBIG', path)
    return status.isDirectory() ? readFileSync(path) : readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Reads such a file as UTF-8. */
export function readInputText(path: string): string {
  return readInputFile(path).toString('utf8')
}
