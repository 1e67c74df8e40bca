import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { badControllers } from './bad-controllers.ts'
import { editProjectFile, inEmptyFolder, inProject, ship, type BadInput } from './bad-inputs.ts'
import { createApi, init, projectFolder, snapshotFolder } from './project-folder.ts'
import { reportedCodes, runKops, scratchFolder } from './run-kops.ts'

async function expectRefusal(folder: string, input: BadInput): Promise<void> {
  input.prepare?.(folder)
  const before = snapshotFolder(folder)
  const run = await runKops(input.argv, { directory: folder })
  expect(reportedCodes(run), run.stderr).toEqual([input.code])
  expect(run.exitCode).toBe(input.exitCode)
  expect(run.stderr).toContain(input.says ?? '')
  expect(snapshotFolder(folder)).toEqual(before)
}

describe('in an empty folder kops refuses', () => {
  test.for(inEmptyFolder)('row $row: $title', (input) => expectRefusal(scratchFolder(), input))

  test('row 3: the name of the folder, where it is no project name', async () => {
    const folder = join(scratchFolder({ 'My_App/.keep': '' }), 'My_App')
    const argv = ['init', '--domain', 'example.org', '--no-install', '--kops', '0.1.0']
    const code = 'args/invalid-project-name'
    await expectRefusal(folder, { row: 3, title: '', argv, code, exitCode: 2, says: 'my-app' })
  })
})

describe('in a project kops refuses', () => {
  test.for([...inProject, ...badControllers])('row $row: $title', async (input) =>
    expectRefusal(await projectFolder(), input),
  )
})

describe('kops takes', () => {
  test('row 7: the MIT licence', async () => {
    const folder = await projectFolder({ license: 'mit', owner: 'Jane Doe' })
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toMatch(
      /^MIT License\n\nCopyright Jane Doe\n/,
    )
    expect(readFileSync(join(folder, 'src/main.ts'), 'utf8')).toContain('Identifier: MIT\n')
  })

  test('row 9: init again, which changes nothing', async () => {
    const folder = await projectFolder()
    const before = snapshotFolder(folder)
    const again = await runKops(init({}), { directory: folder })
    expect(again).toMatchObject({ exitCode: 0, stderr: '' })
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('row 16: create api in a folder below the project', async () => {
    const folder = await projectFolder()
    const run = await runKops(ship, { directory: join(folder, 'config') })
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    expect(Object.keys(snapshotFolder(folder))).toContain('api/ship/v1/frigate.ts')
  })

  test('row 25: a kind that is a word of a programming language', async () => {
    const folder = await projectFolder()
    expect((await createApi(folder, { kind: 'Type' })).stderr).toBe('')
    expect(snapshotFolder(folder)['api/ship/v1/type.ts']).toContain('export interface Type extends')
  })

  test('row 32: the same API again, which changes nothing', async () => {
    const folder = await projectFolder()
    await createApi(folder, {})
    const before = snapshotFolder(folder)
    expect(await createApi(folder, {})).toMatchObject({ exitCode: 0, stderr: '' })
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('row 35: a second group', async () => {
    const folder = await projectFolder()
    await createApi(folder, {})
    expect(await createApi(folder, { group: 'crew' })).toMatchObject({ exitCode: 0, stderr: '' })
    expect(Object.keys(snapshotFolder(folder))).toContain('config/samples/crew_v1_frigate.yaml')
  })

  test("row 36: a kind of its own in a group named like one of Kubernetes'", async () => {
    const folder = await projectFolder()
    const run = await createApi(folder, { group: 'apps', kind: 'Application' })
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test('row 45: a controller name that the kind has, which changes nothing', async () => {
    const folder = await projectFolder()
    await createApi(folder, {})
    const before = snapshotFolder(folder)
    const again = await createApi(folder, { 'controller-name': 'frigate' })
    expect(again).toMatchObject({ exitCode: 0, stderr: '' })
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('row 60: comments and unknown keys in PROJECT, which stay', async () => {
    const folder = await projectFolder()
    editProjectFile(folder, 'version: "3"', '# keep me\nteam: fleet # and me\nversion: "3"')
    expect((await createApi(folder, {})).stderr).toBe('')
    const text = readFileSync(join(folder, 'PROJECT'), 'utf8')
    expect(text).toContain('# keep me\nteam: fleet # and me\n')
    expect(text).toContain('kind: Frigate')
  })

  test.for([
    ['62', 'src/main.ts', 'no tool edits the main program'],
    ['63', 'README.md', 'there are no comments that mark a place to insert'],
    ['64', 'config/components/kustomization.yaml', 'no line of a kustomization is toggled'],
  ] as const)('row %s: a project without %s, since %s', async ([, path]) => {
    const folder = await projectFolder()
    rmSync(join(folder, path))
    expect(await createApi(folder, {}), basename(path)).toMatchObject({ exitCode: 0, stderr: '' })
  })
})
