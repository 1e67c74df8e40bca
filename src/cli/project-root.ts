import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest folder, from `directory` upwards, that holds a file of this name. */
export function findUpwards(directory: string, name: string): string | undefined {
  if (existsSync(join(directory, name))) return directory
  const parent = dirname(directory)
  return parent === directory ? undefined : findUpwards(parent, name)
}

/** The folder that holds PROJECT, from `directory` upwards. */
export function findProjectRoot(directory: string): string | undefined {
  return findUpwards(directory, 'PROJECT')
}

/**
 * The start file of the kops that the project depends on, where that is another copy than the one in
 * `ownRoot`. A project keeps its results when people have other versions on their PATH.
 */
export function findOwnCopy(directory: string, ownRoot: string): string | undefined {
  const project = findProjectRoot(directory) ?? findUpwards(directory, 'package.json')
  const owner = project && findUpwards(project, 'node_modules/kops/bin/kops.js')
  if (owner === undefined) return undefined
  const copy = realpathSync(join(owner, 'node_modules/kops'))
  return copy !== realpathSync(ownRoot) && isKops(copy) ? join(copy, 'bin/kops.js') : undefined
}

/** Other packages may call themselves kops; only this one brings a command `kops-ts`. */
function isKops(packageRoot: string): boolean {
  const manifest = join(packageRoot, 'package.json')
  return existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"kops-ts"')
}
