import { posix } from 'node:path'
import type { DirectoryEntries, FileHost } from '../typemodel/file-host.ts'

/** A file system on which some files have been written already, in memory only. Paths are absolute. */
export function overlayHost(base: FileHost, files: ReadonlyMap<string, string>): FileHost {
  const directories = directoriesOf(files.keys())
  return {
    readText: (path) => files.get(path) ?? base.readText(path),
    fileExists: (path) => files.has(path) || base.fileExists(path),
    directoryExists: (path) => directories.has(path) || base.directoryExists(path),
    readDirectory: (path) => mergeEntries(base.readDirectory(path), directories.get(path)),
    realpath: (path) => (files.has(path) || directories.has(path) ? path : base.realpath(path)),
  }
}

/** The folders that the files stand in, and what those hold of them. */
function directoriesOf(paths: Iterable<string>): Map<string, DirectoryEntries> {
  const entries = new Map<string, { files: string[]; directories: string[] }>()
  const enter = (path: string): { files: string[]; directories: string[] } => {
    const known = entries.get(path)
    if (known !== undefined) return known
    const created = { files: [], directories: [] }
    entries.set(path, created)
    const parent = posix.dirname(path)
    if (parent !== path) enter(parent).directories.push(posix.basename(path))
    return created
  }
  for (const path of paths) enter(posix.dirname(path)).files.push(posix.basename(path))
  return entries
}

function mergeEntries(
  base: DirectoryEntries | undefined,
  added: DirectoryEntries | undefined,
): DirectoryEntries | undefined {
  if (base === undefined || added === undefined) return base ?? added
  return {
    files: [...new Set([...base.files, ...added.files])].toSorted(),
    directories: [...new Set([...base.directories, ...added.directories])].toSorted(),
  }
}
