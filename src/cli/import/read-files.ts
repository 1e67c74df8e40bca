import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { CrdText } from '../../generators/import/read-crds.ts'
import { describeFileError } from '../../input/file-error.ts'
import { readInputFile } from '../../input/read-input-file.ts'
import { UnreadableSourceError } from './unreadable-source-error.ts'

const manifest = /\.(?:ya?ml|json)$/i

/** Folders that hold other people's files, or no files of anyone's. */
const passedOver = /^(?:\.|node_modules$|vendor$)/

/** A file, or every manifest in a folder and below it. Paths in the result are relative to `root`. */
export function readFiles(
  path: string,
  { directory, root }: { readonly directory: string; readonly root: string },
): CrdText[] {
  const start = resolve(directory, path)
  const files = statSync(start, { throwIfNoEntry: false })?.isDirectory()
    ? listManifests(start, new Set())
    : [start]
  return files.map((file) => ({
    path: relative(root, file).split(sep).join('/'),
    text: readManifest(file),
  }))
}

/** In the order of their names, so that the result is the same on every machine. */
function listManifests(folder: string, seen: Set<string>): string[] {
  const real = realpathSync(folder)
  if (seen.has(real)) return []
  seen.add(real)
  const names = readdirSync(folder).toSorted()
  return names.flatMap((name) => {
    const path = join(folder, name)
    const status = statSync(path, { throwIfNoEntry: false })
    if (status?.isDirectory()) return passedOver.test(name) ? [] : listManifests(path, seen)
    return status?.isFile() && manifest.test(name) ? [path] : []
  })
}

/** Kubernetes' own tools read UTF-8, and UTF-16 where it says so. */
function readManifest(file: string): string {
  const bytes = readBytes(file)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le')
  if (bytes.subarray(0, 8000).includes(0)) throw new UnreadableSourceError('it is no text')
  return bytes.toString('utf8')
}

function readBytes(file: string): Buffer {
  try {
    return readInputFile(file)
  } catch (error) {
    throw new UnreadableSourceError(describeFileError(error))
  }
}
