import { existsSync } from 'node:fs'
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
