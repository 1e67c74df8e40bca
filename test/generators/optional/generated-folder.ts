import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runKops, scratchFolder } from '../../cli/run-kops.ts'
import { awkwardKind, groupVersion } from './awkward-api.ts'

/** Every flag that asks for something. */
export const optionalFlags = [
  '--apply-configurations',
  '--validators',
  '--json-schemas',
  '--reference',
]

/** A folder of types outside of any project, and all that can be generated from them. */
export async function generatedFolder(
  files: Readonly<Record<string, string>> = {
    'api/v1/groupversion.ts': groupVersion,
    'api/v1/record.ts': awkwardKind,
  },
): Promise<string> {
  const folder = scratchFolder(files)
  const run = await runKops(['generate', '--paths', 'api', ...optionalFlags], { directory: folder })
  expect(run, run.stderr).toMatchObject({ exitCode: 0, stderr: '' })
  return folder
}

/** The texts of all files of a folder, by path. */
export function readTree(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}
