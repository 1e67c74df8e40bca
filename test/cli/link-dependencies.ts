import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const modules = resolve('node_modules')

/** Installs the dependencies of a project without a network: this checkout has the same. */
export function linkDependencies(folder: string): void {
  const target = join(folder, 'node_modules')
  mkdirSync(target)
  for (const name of readdirSync(modules).filter((each) => !each.startsWith('.'))) {
    symlinkSync(join(modules, name), join(target, name))
  }
  symlinkSync(resolve('.'), join(target, 'kops'))
  mkdirSync(join(target, '.bin'))
  for (const name of readdirSync(join(modules, '.bin'))) {
    symlinkSync(join(modules, '.bin', name), join(target, '.bin', name))
  }
  symlinkSync(resolve('bin/kops.js'), join(target, '.bin/kops'))
  symlinkSync(resolve('bin/licenses.js'), join(target, '.bin/kops-licenses'))
}
