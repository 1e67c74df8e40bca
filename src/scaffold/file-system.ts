import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { readInputFile } from '../input/read-input-file.ts'

/** What stands at a path, without following links. */
export interface FileStatus {
  readonly type: 'file' | 'directory' | 'link' | 'other'
  /** Permission bits. */
  readonly mode: number
  readonly modifiedMs: number
  readonly size: number
  readonly userId: number
}

/** Looks at files. Absent files are not an error. */
export interface FileReader {
  readonly read: (path: string) => Buffer | undefined
  readonly status: (path: string) => FileStatus | undefined
  /** Sorted names; none where there is no such folder. */
  readonly list: (path: string) => string[]
  readonly realPath: (path: string) => string | undefined
}

export interface CreateOptions {
  /** Permission bits; the user's default where absent. */
  readonly mode?: number | undefined
  /** False for content that a power cut may take: file systems keep names in order, but not content. */
  readonly isLasting?: boolean | undefined
}

/** Each call is one change that a kill leaves done or not done, but for the content of a new file. */
export interface FileWriter {
  /** Writes a file that must not be there. */
  readonly create: (path: string, content: string | Uint8Array, options?: CreateOptions) => void
  /** False where the folder is there. */
  readonly makeFolder: (path: string) => boolean
  readonly rename: (from: string, to: string) => void
  /** Gives a file a second name. */
  readonly link: (from: string, to: string) => void
  readonly remove: (path: string) => void
  readonly removeFolder: (path: string) => void
}

export interface FileSystem extends FileReader, FileWriter {}

export const diskFileSystem: FileSystem = {
  read: (path) => orAbsent(() => readInputFile(path), undefined),
  status: (path) => orAbsent(() => readStatus(path), undefined),
  list: (path) => orAbsent(() => readdirSync(path).sort(), []),
  realPath: (path) => orAbsent(() => realpathSync(path), undefined),
  create: createFile,
  makeFolder: makeFolder,
  rename: renameSync,
  link: linkSync,
  remove: unlinkSync,
  removeFolder: rmdirSync,
}

/** The code of a system error, such as `EACCES`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function orAbsent<Result>(read: () => Result, absent: Result): Result {
  try {
    return read()
  } catch (error) {
    // ENOTDIR: a file stands where a folder of the path should.
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return absent
    throw error
  }
}

function readStatus(path: string): FileStatus {
  const status = lstatSync(path)
  const type = status.isFile()
    ? 'file'
    : status.isDirectory()
      ? 'directory'
      : status.isSymbolicLink()
        ? 'link'
        : 'other'
  return {
    type,
    mode: status.mode & 0o777,
    modifiedMs: status.mtimeMs,
    size: status.size,
    userId: status.uid,
  }
}

function createFile(
  path: string,
  content: string | Uint8Array,
  { mode, isLasting = true }: CreateOptions = {},
): void {
  const file = openSync(path, 'wx', mode)
  try {
    // The umask narrows what is given to open, and a file that is replaced keeps its permissions.
    if (mode !== undefined) fchmodSync(file, mode)
    writeFileSync(file, content)
    if (isLasting) fsyncSync(file)
  } catch (error) {
    // A full disk leaves the name and a part of the content.
    unlinkSync(path)
    throw error
  } finally {
    closeSync(file)
  }
}

function makeFolder(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}
