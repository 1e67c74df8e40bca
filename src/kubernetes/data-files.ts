import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Reads a data file of this folder. It stands beside the sources in a checkout, in `dist/kubernetes` in the
 * package, whichever file of `dist` this code was bundled into; what is made by the build is in `dist` alone.
 */
export function readDataFile(name: string): string {
  const root = packageRoot()
  const candidates = [join(root, 'src/kubernetes', name), join(root, 'dist/kubernetes', name)]
  const path = candidates.find((candidate) => existsSync(candidate))
  if (path === undefined) {
    throw new Error(`kops's data file kubernetes/${name} is missing: build the package first`)
  }
  return readFileSync(path, 'utf8')
}

let root: string | undefined

function packageRoot(): string {
  root ??= nearestPackage(dirname(fileURLToPath(import.meta.url)))
  return root
}

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('kops runs outside its package')
  return nearestPackage(parent)
}
