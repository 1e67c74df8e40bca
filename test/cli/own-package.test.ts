import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildIdentity, packageDirectory } from '../../src/cli/own-package.ts'
import { scratchFolder } from './run-kops.ts'

test('packageDirectory is the package of the running command', () => {
  expect(readFileSync(`${packageDirectory}/package.json`, 'utf8')).toContain('"name": "kops"')
})

const built = { 'package.json': '{"version":"1"}', 'dist/cli/main.cjs': 'a', 'dist/build-id': 'x' }
const { 'dist/build-id': _, ...checkout } = built

test.for<[string, Record<string, string>, string, string]>([
  ['the version', built, 'package.json', '{"version":"2"}'],
  ['the digest of the build', built, 'dist/build-id', 'y'],
  ['a file, where there is no digest', checkout, 'dist/cli/main.cjs', 'bb'],
  ['a new file, where there is no digest', checkout, 'src/new.ts', 'a'],
])('another build is told by %s', ([, files, path, text]) => {
  const folder = scratchFolder({ 'src/a.ts': '', ...files })
  const before = buildIdentity(folder)
  expect(buildIdentity(folder)).toBe(before)
  writeFileSync(join(folder, path), text)
  expect(buildIdentity(folder)).not.toBe(before)
})

test('a file that was written again is another build, where there is no digest', () => {
  const folder = scratchFolder(checkout)
  const before = buildIdentity(folder)
  utimesSync(join(folder, 'dist/cli/main.cjs'), 1, 1)
  expect(buildIdentity(folder)).not.toBe(before)
})
