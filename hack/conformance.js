import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/*
 * `make conformance CRDS=DIR`: takes every CustomResourceDefinition of a folder to TypeScript and back. The program is
 * test/conformance/main.ts, bundled for the threads that it starts; the folder is none of this repository.
 */
const [folder = ''] = process.argv.slice(2)
if (folder === '' || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  process.stderr.write(
    `${folder === '' ? 'no folder was named' : `${folder} is no folder`}\n` +
      'usage: make conformance CRDS=DIR [EDITS=500] [SEED=1]\n' +
      '  DIR    a folder of CustomResourceDefinitions as YAML or JSON, such as config/crd of an operator\n' +
      '  EDITS  how many random edits of the TypeScript to try\n' +
      '  SEED   repeats the edits of an earlier run\n',
  )
  process.exit(2)
}

// Two folders deep, as the sources are: from there kops finds its own package.
const output = join('.conformance', `${process.pid}`)
mkdirSync(output, { recursive: true })
try {
  await build({
    entryPoints: { main: 'test/conformance/main.ts', worker: 'test/conformance/worker.ts' },
    outdir: output,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  await import(pathToFileURL(join(output, 'main.mjs')).href)
} finally {
  rmSync(output, { recursive: true, force: true })
}
