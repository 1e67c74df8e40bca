import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

export type Tree = Readonly<Record<string, string>>

/** Where the trees of a test file stand, gone at its end. */
const forest = realpathSync(mkdtempSync(join(tmpdir(), 'kops-scaffold-')))
afterAll(() => rmSync(forest, { recursive: true, force: true }))

/** A new folder with these files in it. */
export function makeTree(files: Tree = {}): string {
  const root = mkdtempSync(join(forest, 'tree-'))
  writeTree(root, files)
  return root
}

export function writeTree(root: string, files: Tree): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** Every file and every empty folder below a folder, by path. Folders end in `/`. */
export function readTree(root: string): Tree {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  const tree = entries.map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(root.length + 1)
    if (entry.isSymbolicLink()) return [name, `-> ${readlinkSync(path)}`]
    return entry.isDirectory() ? [`${name}/`, ''] : [name, readFileSync(path, 'utf8')]
  })
  return Object.fromEntries(tree.sort(([left], [right]) => (left < right ? -1 : 1)))
}
