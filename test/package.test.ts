import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

/* What `make build` made. */

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly resolved?: string }>
  >
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const lockFile: LockFile = JSON.parse(readFileSync('package-lock.json', 'utf8'))

test('the lock file names no registry', () => {
  const hosts = Object.values(lockFile.packages).flatMap(({ resolved }) => resolved ?? [])
  expect(hosts).toEqual([])
})

test('an operator installs at most ten packages', () => {
  const installed = Object.entries(lockFile.packages).filter(
    ([path, { dev }]) => path !== '' && !dev,
  )
  expect(installed.length).toBeLessThanOrEqual(10)
})

test('every entry and command is there', () => {
  const targets = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  )
  const paths = [...targets, ...Object.values(manifest.bin)].filter((path) => !path.includes('*'))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('the license of every bundled package goes along', () => {
  const text = readFileSync('dist/cli/LICENSES.txt', 'utf8')
  for (const name of ['commander', 'execa', 'handlebars', 're2js', 'typescript', 'yaml']) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+`, 'm'))
  }
})

describe('the packed copy', () => {
  const names = readdirSync('dist').filter((name) => name.endsWith('.tgz'))
  const [name = ''] = names

  test('is one, named after its bytes', () => {
    expect(names).toHaveLength(1)
    const hash = createHash('sha256')
      .update(readFileSync(join('dist', name)))
      .digest('hex')
    expect(name).toBe(`kops-${manifest.version}-${hash.slice(0, 12)}.tgz`)
  })

  test('holds what is built, and neither sources nor itself', () => {
    const files = listArchive(gunzipSync(readFileSync(join('dist', name))))
    for (const path of [
      'LICENSE',
      'bin/kops.js',
      'bin/licenses.js',
      'dist/cli/main.cjs',
      'dist/index.d.ts',
    ]) {
      expect(files).toContain(`package/${path}`)
    }
    expect(files.filter((path) => /^package\/(?:src|test|hack|bench)\/|\.tgz$/.test(path))).toEqual(
      [],
    )
  })

  test('tells nothing of the machine that packed it', () => {
    const content = gunzipSync(readFileSync(join('dist', name))).toString('latin1')
    expect(content.includes(process.cwd())).toBe(false)
  })
})

/** The names of the files in a tar archive. */
function listArchive(archive: Buffer): readonly string[] {
  const text = (start: number, length: number): string =>
    archive.toString('latin1', start, start + length).replace(/\0.*/s, '')
  const names: string[] = []
  for (let header = 0; archive[header] !== 0 && header < archive.length;) {
    const size = Number.parseInt(text(header + 124, 12), 8)
    // A name longer than 100 bytes begins in the prefix.
    const prefix = text(header + 345, 155)
    names.push(prefix === '' ? text(header, 100) : `${prefix}/${text(header, 100)}`)
    header += 512 * (1 + Math.ceil(size / 512))
  }
  return names
}
