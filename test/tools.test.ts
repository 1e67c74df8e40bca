import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/* `make lint`, one test for each tool, so that CI counts them. */
describe('the repository', () => {
  test.for([
    ['has no error of types', 'typescript/bin/tsc', ['-p', '.']],
    ['has no error of lint', 'oxlint/bin/oxlint', ['--type-aware']],
    ['is formatted', 'prettier/bin/prettier.cjs', ['--check', '.']],
    ['has no unused file, export or dependency', 'knip/bin/knip.js', []],
  ] as const)('%s', ([, program, options]) => {
    const path = `node_modules/${program}`
    expect(existsSync(path), path).toBe(true)
    const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...options], {
      encoding: 'utf8',
    })
    expect(status, `${stdout}${stderr}`).toBe(0)
  })
})
