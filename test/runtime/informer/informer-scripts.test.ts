import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInformerScript } from './informer-script.ts'

const folder = join(import.meta.dirname, '../../cases/reflector')
const scripts = readdirSync(folder).filter((name) => name.endsWith('.txt'))

test('there are scripts', () => {
  expect(scripts.length).toBeGreaterThan(10)
})

test.for(scripts)('an informer follows %s', async (name) => {
  const path = join(folder, name)
  await expect(await runInformerScript(readFileSync(path, 'utf8'))).toMatchFileSnapshot(path)
})
