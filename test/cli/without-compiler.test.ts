import { expect, test, vi } from 'vitest'
import { createApi, init } from './project-folder.ts'
import { runKops, scratchFolder } from './run-kops.ts'

vi.mock('../../src/typemodel/compiler.ts', () => {
  throw new Error('the compiler was loaded')
})

test('a project and its new kinds need no compiler, a further version does', async () => {
  const directory = scratchFolder()
  expect(await runKops(init({}), { directory })).toMatchObject({ exitCode: 0, stderr: '' })
  for (const kind of ['Frigate', 'Cruiser']) {
    expect(await createApi(directory, { kind })).toMatchObject({ exitCode: 0, stderr: '' })
  }
  const again = await createApi(directory, { kind: 'Frigate' })
  expect(again).toMatchObject({ exitCode: 0, stderr: '' })
  const edit = await runKops(['edit', '--network-policy'], { directory })
  expect(edit).toMatchObject({ exitCode: 0, stderr: '' })
  const further = await createApi(directory, { version: 'v2' })
  expect(further.exitCode).toBe(3)
})
