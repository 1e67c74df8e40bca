import { readdirSync, realpathSync, statSync } from 'node:fs'
import { readInputFile } from '../input/read-input-file.ts'

/** The names in a folder, each list sorted; symbolic links count as what they point to. */
export interface DirectoryEntries {
  readonly files: readonly string[]
  readonly directories: readonly string[]
}

/**
 * The file system as the reader of types sees it. Paths are absolute, with forward slashes. Nothing
 * here throws: what cannot be read is absent.
 */
export interface FileHost {
  /** The text without a byte order mark; `undefined` where there is no readable file. */
  readonly readText: (path: string) => string | undefined
  readonly fileExists: (path: string) => boolean
  readonly directoryExists: (path: string) => boolean
  /** `undefined` where there is no such folder. */
  readonly readDirectory: (path: string) => DirectoryEntries | undefined
  /** The path with symbolic links followed; the path itself where there is nothing. */
  readonly realpath: (path: string) => string
}

/** The files of this machine. */
export const diskFileHost: FileHost = {
  readText(path) {
    try {
      return decodeText(readInputFile(path))
    } catch {
      // Absent, a folder or unreadable: to the reader all the same, and reported where the file was named.
      return undefined
    }
  },
  fileExists: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  directoryExists: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  readDirectory,
  realpath(path) {
    try {
      return realpathSync(path)
    } catch {
      // A path that is not there has no other name.
      return path
    }
  },
}

function readDirectory(path: string): DirectoryEntries | undefined {
  const files: string[] = []
  const directories: string[] = []
  try {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const target = entry.isSymbolicLink()
        ? statSync(`${path}/${entry.name}`, { throwIfNoEntry: false })
        : entry
      if (target?.isFile()) files.push(entry.name)
      else if (target?.isDirectory()) directories.push(entry.name)
    }
  } catch {
    // Absent or not a folder.
    return undefined
  }
  return { files: files.sort(), directories: directories.sort() }
}

/** UTF-8, or UTF-16 where a byte order mark says so; the mark itself is dropped. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const even = bytes.subarray(2, bytes.length - (bytes.length % 2))
    return Buffer.from(even).swap16().toString('utf16le')
  }
  const text = bytes.toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
