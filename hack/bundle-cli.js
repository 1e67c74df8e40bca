import { build } from 'esbuild'

/** Bundles the command into dist/cli, so that only it needs what only it uses. */
export async function bundleCli() {
  await build({
    entryPoints: { main: 'src/cli/main.ts' },
    outdir: 'dist/cli',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    banner: {
      js: "import { createRequire as kopsCreateRequire } from 'node:module'; const require = kopsCreateRequire(import.meta.url);",
    },
  })
}
