import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { collectLicenses } from './collect-licenses.js'

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  metafile: true,
}

/** Gives every chunk the `require` that CommonJS packages in it expect. */
const requireBanner =
  "import { createRequire as createKopsRequire } from 'node:module'; const require = createKopsRequire(import.meta.url);"

/** Names in kops's own code are kept: a stack trace in a bug report must be readable. */
const ownCode = {
  ...shared,
  format: 'esm',
  minifyWhitespace: true,
  minifySyntax: true,
}

/** Bundles the command into a folder, so that a project installs none of what only the command needs. */
export async function bundleCli(outdir) {
  const compiler = await bundleCompiler(outdir)
  const start = await bundleStart(outdir)
  const commands = await bundleCommands(outdir, compiler.id)
  const { renderHelpPages } = await import(pathToFileURL(`${outdir}/help-pages.js`).href)
  writeFileSync(`${outdir}/help.json`, JSON.stringify(renderHelpPages()))
  const bundles = [compiler.metafile, start.metafile, commands.metafile]
  const inputs = bundles.flatMap((each) => Object.keys(each.inputs))
  writeFileSync(`${outdir}/LICENSES.txt`, collectLicenses([...inputs, compilerSource]))
}

/**
 * What starts, hands over and shows help is one small CommonJS file: Node starts that faster than a
 * module, and each further file takes a millisecond.
 */
function bundleStart(outdir) {
  return build({
    ...ownCode,
    outdir,
    entryPoints: ['src/cli/main.ts'],
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': 'ownUrl' },
    banner: { js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;" },
    plugins: [commandsApart],
  })
}

const commandsApart = {
  name: 'commands-apart',
  setup(bundler) {
    bundler.onResolve({ filter: /\/run-command-line\.ts$/ }, () => ({
      path: './run-command-line.js',
      external: true,
    }))
  },
}

function bundleCommands(outdir, compilerId) {
  return build({
    ...ownCode,
    outdir,
    entryPoints: {
      'run-command-line': 'src/cli/run-command-line.ts',
      'generation-session': 'src/cli/generation/generation-session.ts',
      'help-pages': 'src/cli/help-pages.ts',
    },
    splitting: true,
    chunkNames: '[name]-[hash]',
    banner: { js: requireBanner },
    plugins: [compilerThroughCodeCache(compilerId), withoutChildProcess],
  })
}

/** ts-morph's compiler is TypeScript's own. */
const compilerSource = 'node_modules/typescript/lib/typescript.js'

/** The compiler is a file of its own, minified and pure ASCII, for the code cache to load. */
async function bundleCompiler(outdir) {
  const outfile = `${outdir}/compiler.cjs`
  const contents = "exports.ts = require('@ts-morph/common/dist/typescript.js')"
  const { metafile } = await build({
    ...shared,
    stdin: { contents, resolveDir: '.' },
    outfile,
    format: 'cjs',
    minify: true,
    charset: 'ascii',
  })
  const hash = createHash('sha256').update(readFileSync(outfile)).digest('hex').slice(0, 16)
  return { metafile, id: `compiler-${hash}` }
}

/** Replaces the one import of ts-morph: of all it holds, kops uses the compiler alone. */
function compilerThroughCodeCache(id) {
  return {
    name: 'compiler-through-code-cache',
    setup(bundler) {
      bundler.onResolve({ filter: /^ts-morph$/ }, () => ({ path: 'compiler', namespace: 'cached' }))
      bundler.onLoad({ filter: /.*/, namespace: 'cached' }, () => ({
        resolveDir: '.',
        contents: `
          import { loadThroughCodeCache } from './src/cli/code-cache.ts'
          export const { ts } = loadThroughCodeCache(new URL('./compiler.cjs', import.meta.url), '${id}')`,
      }))
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
