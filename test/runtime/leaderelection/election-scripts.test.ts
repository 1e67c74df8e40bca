import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runElectionScript } from './election-script.ts'

const folder = join(import.meta.dirname, '../../cases/leaderelection')
const scripts = readdirSync(folder).filter((name) => name.endsWith('.txt'))

test('there are scripts', () => {
  expect(scripts.length).toBeGreaterThan(8)
})

test.for(scripts)('an election follows %s', async (name) => {
  const path = join(folder, name)
  await expect(await runElectionScript(readFileSync(path, 'utf8'))).toMatchFileSnapshot(path)
})
