import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, resolve } from 'node:path'
import { build } from 'esbuild'
import { collectLicenses } from '../bin/licenses.js'

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  charset: 'ascii',
  legalComments: 'none',
  metafile: true,
}

/** Names in kops's own code are kept: a stack trace in a bug report must be readable. */
const ownCode = {
  ...shared,
  minifyWhitespace: true,
  minifySyntax: true,
  define: { 'import.meta.url': 'ownUrl' },
  banner: { js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;" },
}

/**
 * Bundles the command into a folder, so that a project installs none of what only the command needs. Three
 * CommonJS files: `main.cjs` is small and starts fast; it loads `commands.cjs`, and that `compiler.cjs`, both
 * through the code cache, which takes whole files alone.
 */
export async function bundleCli(outdir) {
  const compiler = await bundleCompiler(`${outdir}/compiler.cjs`)
  const commands = await bundleCommands(`${outdir}/commands.cjs`, compiler.id)
  const main = await bundleMain(`${outdir}/main.cjs`, commands.id)
  const { renderHelpPages } = createRequire(import.meta.url)(resolve(outdir, 'commands.cjs'))
  writeFileSync(`${outdir}/help.json`, JSON.stringify(renderHelpPages()))
  const inputs = [compiler, commands, main].flatMap(({ metafile }) => Object.keys(metafile.inputs))
  const { text, unlicensed } = collectLicenses([...inputs, compilerSource], 'dist/cli')
  if (unlicensed.length > 0) throw new Error(`no license comes with ${unlicensed.join(', ')}`)
  writeFileSync(`${outdir}/LICENSES.txt`, text)
}

function bundleMain(outfile, commandsId) {
  const plugins = [
    throughCodeCache(/\/run-command-line\.ts$/, {
      file: 'commands.cjs',
      names: 'confirmCopy, runCommandLine',
      id: `'${commandsId}-' + (/^[a-z]+$/.exec(process.argv[2] ?? '') ?? 'other')`,
    }),
  ]
  return bundle({ ...ownCode, entryPoints: ['src/cli/main.ts'], outfile, plugins })
}

function bundleCommands(outfile, compilerId) {
  const contents = `
    export const loadGenerationSession = () => import('./src/cli/generation/generation-session.ts')
    export { renderHelpPages } from './src/cli/help-pages.ts'
    export { confirmCopy, runCommandLine } from './src/cli/run-command-line.ts'`
  const plugins = [
    throughCodeCache(/^ts-morph$/, { file: 'compiler.cjs', names: 'ts', id: `'${compilerId}'` }),
    withoutChildProcess,
  ]
  return bundle({ ...ownCode, stdin: { contents, resolveDir: '.' }, outfile, plugins })
}

/** ts-morph's compiler is TypeScript's own. */
const compilerSource = 'node_modules/typescript/lib/typescript.js'

/** Of all that ts-morph holds, kops uses the compiler alone. */
function bundleCompiler(outfile) {
  const contents = "exports.ts = require('@ts-morph/common/dist/typescript.js')"
  return bundle({ ...shared, stdin: { contents, resolveDir: '.' }, outfile, minify: true })
}

/** The id of a bundle names its content: other content has other machine code. */
async function bundle(options) {
  const { metafile } = await build(options)
  const hash = createHash('sha256').update(readFileSync(options.outfile)).digest('hex')
  return { metafile, id: `${basename(options.outfile, '.cjs')}-${hash.slice(0, 16)}` }
}

/** Replaces an import by a load of another file of the bundle. `id` is an expression. */
function throughCodeCache(filter, { file, names, id }) {
  const contents = `
    import { loadThroughCodeCache } from './src/cli/code-cache.ts'
    export const { ${names} } = loadThroughCodeCache(new URL('./${file}', import.meta.url), ${id})`
  return {
    name: `${file}-through-code-cache`,
    setup(bundler) {
      bundler.onResolve({ filter }, () => ({ path: file, namespace: 'cached' }))
      bundler.onLoad({ filter: /.*/, namespace: 'cached' }, () => ({ contents, resolveDir: '.' }))
    },
  }
}

/** commander starts programs only for a feature that kops does not use, yet loads what it takes. */
const withoutChildProcess = {
  name: 'commander-without-child-process',
  setup(bundler) {
    const filter = /^node:child_process$/
    bundler.onResolve({ filter }, ({ importer }) =>
      importer.includes('node_modules/commander/')
        ? { path: 'empty', namespace: 'empty' }
        : undefined,
    )
    bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: '' }))
  },
}
