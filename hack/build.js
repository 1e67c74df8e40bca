import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { bundleCli } from './bundle-cli.js'

/*
 * `npm run build`: the command as one bundle in dist/cli, and the library entries with their types.
 * `npm run build:cli` makes the bundle alone.
 */
rmSync('dist/cli', { recursive: true, force: true })
await bundleCli()
if (!process.argv.includes('--cli')) {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  })
}
