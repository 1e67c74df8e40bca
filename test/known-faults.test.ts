import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const page = readFileSync('test/cases/README.md', 'utf8')
const rows = page
  .slice(page.indexOf('## Faults that tools'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (---|kind of fault)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

test('the kinds of fault are there', () => {
  expect(rows.length).toBeGreaterThan(20)
})

test.for(rows)('tests hold what is said of: %s', ([, heldBy = '']) => {
  const files = [...heldBy.matchAll(/\]\(([^)]+)\)((?:,? "[^"]+")+)/g)]
  expect(files.length).toBeGreaterThan(0)
  for (const [, link = '', names = ''] of files) {
    const text = readFileSync(join('test/cases', link), 'utf8')
    for (const [, name = ''] of names.matchAll(/"([^"]+)"/g)) expect(text).toContain(name)
  }
  for (const [, name = ''] of heldBy.matchAll(/case `([^`]+)`/g)) {
    expect(existsSync(`test/cases/generate/${name}`), name).toBe(true)
  }
})
