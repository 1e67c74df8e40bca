import { constants, closeSync, fstatSync, fsyncSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'

/*
 * Files that decide what kops runs. Each is read only where it is a plain file of this user's that no other
 * user can read or write, and appears whole or not at all.
 */

/** A file or folder that another user could have made or changed. */
export class UnsafeFile extends Error {}

/** More is nothing that kops wrote. */
const mostBytes = 64 * 1024

/** The content of a private file; undefined where there is none. Throws `UnsafeFile`. */
export function readPrivateFile(path: string): Buffer | undefined {
  const file = openPrivately(path)
  if (file === undefined) return undefined
  try {
    const status = fstatSync(file)
    if (!status.isFile()) throw new UnsafeFile(`\`${path}\` is no plain file`)
    expectOwn(path, status)
    if (process.platform !== 'win32' && (status.mode & 0o077) !== 0)
      throw new UnsafeFile(`\`${path}\` has mode ${octal(status.mode)}, not 600`)
    if (status.size > mostBytes) throw new UnsafeFile(`\`${path}\` is too large`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Without following a link, and without waiting for the other end of a pipe. */
function openPrivately(path: string): number | undefined {
  // On Windows the last two are undefined, which adds no bit.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP' || code === 'EMLINK')
      throw new UnsafeFile(`\`${path}\` is a symbolic link`, { cause: error })
    throw error
  }
}

/** Writes a private file, or replaces it. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  placeDraft(path, content, (draft) => renameSync(draft, path))
}

/** Writes a private file unless there is one: of several processes at once, one wins. */
export function createPrivateFile(path: string, content: string | Uint8Array): void {
  placeDraft(path, content, (draft) => {
    try {
      linkSync(draft, path)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (code === 'EEXIST') return
      // Some file systems give no file a second name.
      if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(code)) throw error
      renameSync(draft, path)
    }
  })
}

function placeDraft(
  path: string,
  content: string | Uint8Array,
  place: (draft: string) => void,
): void {
  makePrivateFolder(dirname(path))
  const draft = `${path}.${randomBytes(8).toString('hex')}.draft`
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    place(draft)
  } finally {
    rmSync(draft, { force: true })
  }
}

function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  expectPrivateFolder(path)
}

/** Throws `UnsafeFile` where another user could put files into the folder. Absent is fine. */
export function expectPrivateFolder(path: string): void {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status === undefined) return
  if (!status.isDirectory()) throw new UnsafeFile(`\`${path}\` is no folder`)
  expectOwn(path, status)
  if (process.platform !== 'win32' && (status.mode & 0o022) !== 0)
    throw new UnsafeFile(`\`${path}\` has mode ${octal(status.mode)}: others can write to it`)
}

function expectOwn(path: string, { uid }: { readonly uid: number }): void {
  const own = process.getuid?.()
  if (own !== undefined && uid !== own) throw new UnsafeFile(`\`${path}\` belongs to another user`)
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8)
}
