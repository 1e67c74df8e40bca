import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest folder, from `directory` upwards, that holds PROJECT. */
export function findProject(directory: string): string | undefined {
  if (existsSync(join(directory, 'PROJECT'))) return directory
  const parent = dirname(directory)
  return parent === directory ? undefined : findProject(parent)
}
