import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
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

/**
 * Bundles the command into dist/cli, so that a project installs none of what only the command needs.
 * Names in kops's own code are kept: a stack trace in a bug report must be readable.
 */
export async function bundleCli() {
  const compiler = await bundleCompiler()
  const main = await build({
    ...shared,
    entryPoints: { main: 'src/cli/main.ts' },
    outdir: 'dist/cli',
    splitting: true,
    format: 'esm',
    minifyWhitespace: true,
    minifySyntax: true,
    chunkNames: '[name]-[hash]',
    banner: { js: requireBanner },
    plugins: [compilerThroughCodeCache(compiler.id)],
  })
  const inputs = [compiler.metafile, main.metafile].flatMap((each) => Object.keys(each.inputs))
  writeFileSync('dist/cli/LICENSES.txt', collectLicenses(inputs))
}

/** The compiler is a file of its own, minified and pure ASCII, for the code cache to load. */
async function bundleCompiler() {
  const outfile = 'dist/cli/compiler.cjs'
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
