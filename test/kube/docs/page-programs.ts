import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { execa } from 'execa'

/** Writes the files that a page shows into a folder, and gives their paths. */
export function writePageFiles(page: string, folder: string): readonly string[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^```ts file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', code = '']) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
    return path
  }) // prettier-ignore
}

/** Checks the types of a project, and makes one file of each program, as the project's own build does. */
export async function buildPrograms(folder: string, programs: readonly string[]): Promise<void> {
  const options = { cwd: folder }
  await execa(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', '.'], options)
  const banner =
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
  await execa(
    resolve('node_modules/.bin/esbuild'),
    [
      ...programs,
      '--outdir=dist',
      '--out-extension:.js=.mjs',
      '--bundle',
      '--platform=node',
      '--format=esm',
      `--banner:js=${banner}`,
    ],
    options,
  )
}
