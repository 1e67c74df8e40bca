import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseYaml } from '../manifest/parse-yaml.ts'

/** A file does not hold what it should. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
}

/** The objects of one sort: as given, or from YAML files and folders of them, where others are left alone. */
export async function readManifests<T extends object>(
  sources: readonly (string | T)[],
  isWanted: (value: unknown) => value is T,
): Promise<T[]> {
  const perSource = await Promise.all(
    sources.map(async (source) => {
      if (typeof source !== 'string') return [source]
      const paths = (await stat(source)).isDirectory() ? await listYamlFiles(source) : [source]
      const perFile = await Promise.all(paths.map(readObjects))
      return perFile.flat().filter(isWanted)
    }),
  )
  return perSource.flat()
}

async function listYamlFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  return names
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(directory, name))
}

async function readObjects(path: string): Promise<unknown[]> {
  const documents = parseYaml(await readFile(path, 'utf8'))
  const problem = documents.flatMap((document) => document.problems)[0]
  if (problem !== undefined) throw new ManifestError(`${path}: ${problem.message}`)
  return documents.map((document): unknown => document.value)
}

/** Whether a value is an object of one of some kinds. */
export function isOfKind(value: unknown, ...kinds: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return typeof value.kind === 'string' && kinds.includes(value.kind)
}
