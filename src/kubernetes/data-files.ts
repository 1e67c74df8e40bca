import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Reads a data file that the build made of the facts and Kubernetes' prose: `core/v1`, `resources`. They stand in
 * the package's `dist/kubernetes/data`, whichever file of `dist` this code was bundled into. `undefined` where
 * there is no file of that name.
 */
export function readDataFile(name: string): string | undefined {
  const folder = dataFolder()
  const path = join(folder, `${name}.json`)
  if (existsSync(path)) return readFileSync(path, 'utf8')
  if (existsSync(folder)) return undefined
  throw new Error("kops's data of Kubernetes' types is missing: build the package first")
}

let folder: string | undefined

function dataFolder(): string {
  folder ??= join(packageRoot(dirname(fileURLToPath(import.meta.url))), 'dist/kubernetes/data')
  return folder
}

function packageRoot(start: string): string {
  if (existsSync(join(start, 'package.json'))) return start
  const parent = dirname(start)
  if (parent === start) throw new Error('kops runs outside its package')
  return packageRoot(parent)
}
