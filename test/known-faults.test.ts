import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findNamedTests } from './named-tests.ts'

const page = readFileSync('test/cases/README.md', 'utf8')
const rows = page
  .slice(page.indexOf('## Faults that tools'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (---|kind of fault)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

/** What a test that holds something says; vitest.config.ts makes sure that it runs. */
const assertion = /\b(?:expect\w*|assert)\b/

test('the kinds of fault are there', () => {
  expect(rows.length).toBeGreaterThan(20)
})

test.for(rows)('tests hold what is said of: %s', ([, heldBy = '']) => {
  const files = [...heldBy.matchAll(/\]\(([^)]+)\)((?:,? "[^"]+")+)/g)]
  expect(files.length).toBeGreaterThan(0)
  for (const [, link = '', names = ''] of files) {
    for (const [, name = ''] of names.matchAll(/"([^"]+)"/g)) {
      const tests = findNamedTests(join('test/cases', link), name)
      expect(tests, `tests named ${name}`).not.toEqual([])
      for (const { body } of tests) expect(body, name).toMatch(assertion)
    }
  }
  for (const [, name = ''] of heldBy.matchAll(/case `([^`]+)`/g)) {
    expect(existsSync(`test/cases/generate/${name}`), name).toBe(true)
  }
})
