import { posix } from 'node:path'
import type { DirectoryEntries, FileHost } from '../../src/typemodel/file-host.ts'

/** A file system that is a record of texts by path; paths are below `/project`. */
export function memoryHost(files: Readonly<Record<string, string>>): FileHost {
  const texts = new Map(
    Object.entries(files).map(([path, text]) => [posix.join('/project', path), text]),
  )
  const isBelow = (folder: string, path: string): boolean =>
    path.startsWith(folder === '/' ? '/' : `${folder}/`)
  return {
    readText: (path) => texts.get(path),
    fileExists: (path) => texts.has(path),
    directoryExists: (folder) => [...texts.keys()].some((path) => isBelow(folder, path)),
    readDirectory(folder): DirectoryEntries | undefined {
      const below = [...texts.keys()].filter((path) => isBelow(folder, path))
      if (below.length === 0) return undefined
      const rests = below.map((path) => path.slice(folder === '/' ? 1 : folder.length + 1))
      const unique = (names: readonly string[]): string[] => [...new Set(names)].sort()
      return {
        files: unique(rests.filter((rest) => !rest.includes('/'))),
        directories: unique(
          rests.filter((rest) => rest.includes('/')).map((rest) => rest.split('/')[0] ?? ''),
        ),
      }
    },
    realpath: (path) => path,
  }
}
