import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * `npm run pack`: dist/kops-<version>-<hash>.tgz, the copy of kops that a project made by this checkout depends on.
 * The hash is of the file's bytes: npm takes a file of the same name from its cache, so other bytes need another name.
 */
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = mkdtempSync('dist/.pack-')
try {
  const npm = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  execFileSync('npm', npm, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const packed = join(folder, `kops-${version}.tgz`)
  const hash = createHash('sha256').update(readFileSync(packed)).digest('hex').slice(0, 12)
  for (const name of readdirSync('dist')) if (name.endsWith('.tgz')) rmSync(join('dist', name))
  renameSync(packed, `dist/kops-${version}-${hash}.tgz`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
