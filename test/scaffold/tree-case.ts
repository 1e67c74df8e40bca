import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { snapshotFolder } from '../cli/project-folder.ts'
import { runKops, scratchFolder } from '../cli/run-kops.ts'

/** Folders of `test/cases/scaffold`: commands, and what the last of them changes. */
export const caseFolders: string = fileURLToPath(new URL('../cases/scaffold/', import.meta.url))

export const treeCases: readonly string[] = readdirSync(caseFolders).toSorted()

type Tree = Readonly<Record<string, string>>

/** A tree after the commands of a case, and before the last of them. */
export interface TreeRun {
  readonly folder: string
  readonly before: Tree
  readonly after: Tree
}

/** Runs the commands of a case in an empty folder; all must succeed. */
export async function runTreeCase(name: string): Promise<TreeRun> {
  const folder = scratchFolder()
  const lines = readFileSync(join(caseFolders, name, 'commands.txt'), 'utf8')
    .trim()
    .split('\n')
  let before: Tree = {}
  for (const line of lines) {
    before = snapshotFolder(folder)
    const run = await runKops(splitWords(line).slice(1), { directory: folder })
    expect(run, line).toMatchObject({ exitCode: 0, stderr: '' })
  }
  return { folder, before, after: snapshotFolder(folder) }
}

/** The record of hashes would change with every template: other tests hold it. */
const recordPath = '.kops/files'

/** The files that differ between two trees, and the paths of those that are gone. */
export function difference({ before, after }: TreeRun): { changed: Tree; removed: string[] } {
  const changed = Object.entries(after).filter(
    ([path, text]) => before[path] !== text && path !== recordPath,
  )
  const removed = Object.keys(before).filter((path) => !(path in after))
  return { changed: Object.fromEntries(changed), removed }
}

function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)
}
