import { execa } from 'execa'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findControllerGen, hasGo } from '../oracle/controller-gen.ts'

const folder = fileURLToPath(new URL('../markers/collected/', import.meta.url))

test.skipIf(!(await hasGo()))("the golden of markers is controller-gen's own list", async () => {
  const program = await findControllerGen()
  const script = `${folder}collect-controller-gen-markers.mjs`
  const { stdout } = await execa(process.execPath, [script, program])
  const golden = await readFile(`${folder}controller-gen-markers.json`, 'utf8')
  expect(`${stdout}\n`).toBe(golden)
})
