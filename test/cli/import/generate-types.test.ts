import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import { readCrds } from '../../../src/generators/import/read-crds.ts'
import { changed, frigates } from '../../generators/import/frigates.ts'
import { createApi, projectFolder, snapshotFolder } from '../project-folder.ts'
import { reportedCodes, runKops, scratchFolder, type KopsRun } from '../run-kops.ts'

const cruisers = frigates.replaceAll('frigate', 'cruiser').replaceAll('Frigate', 'Cruiser')
const twoVersions = changed(
  '  versions:\n',
  '  versions:\n  - {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n',
)

function generateTypes(directory: string, ...flags: readonly string[]): Promise<KopsRun> {
  const argv = ['generate', 'types', '--from', 'crds.yaml', '--output', 'api', ...flags]
  return runKops(argv, { directory })
}

/** What `kops manifests` makes of a folder of types, as definitions are compared. */
async function regenerate(directory: string): Promise<unknown> {
  const run = await runKops(['manifests', '--paths', 'api'], { directory })
  expect(run.exitCode, run.stderr).toBe(0)
  const file = join(directory, 'config/crd/bases/ship.example.org_frigates.yaml')
  return settled(readFileSync(file, 'utf8'))
}

function settled(text: string): unknown {
  return readCrds([{ path: 'crd.yaml', text }], new DiagnosticSink()).map(({ crd }) => crd)
}

const types = [
  'api/ship/v1/frigate.ts',
  'api/ship/v1/groupversion.ts',
  'api/ship/v1/index.ts',
  'api/ship/v1/zz_generated.descriptors.ts',
]

function typesIn(folder: string): string[] {
  return Object.keys(snapshotFolder(folder)).filter((path) => /^api\/.*\.ts$/.test(path))
}

describe('kops generate types', () => {
  test('writes types that give the same definition back, without a project', async () => {
    const folder = scratchFolder({ 'crds.yaml': twoVersions })
    const run = await generateTypes(folder)
    expect(run.exitCode, run.stderr).toBe(0)
    expect(typesIn(folder)).toEqual([
      ...types,
      ...types.map((each) => each.replace('v1', 'v1beta1')),
    ])
    expect(await regenerate(folder)).toEqual(settled(twoVersions))
  })

  test('leaves what it has written as it is when it is run again', async () => {
    const folder = scratchFolder({ 'crds.yaml': frigates })
    await generateTypes(folder)
    const before = snapshotFolder(folder)
    const again = await generateTypes(folder)
    expect(again).toMatchObject({ exitCode: 0, stdout: '4 files up to date\n' })
    expect(snapshotFolder(folder)).toEqual(before)
    expect((await generateTypes(folder, '--check')).exitCode).toBe(0)
  })

  test('writes to any folder, wherever it is run', async () => {
    const folder = scratchFolder({ 'crds.yaml': frigates })
    const elsewhere = scratchFolder()
    const argv = ['generate', 'types', '--from', 'crds.yaml', '--output', join(elsewhere, 'api')]
    const run = await runKops(argv, { directory: folder })
    expect(run.exitCode, run.stderr).toBe(0)
    expect(typesIn(elsewhere)).toEqual(types)
    expect(Object.keys(snapshotFolder(folder))).toEqual(['crds.yaml'])
  })

  test('tells with --check what is stale, and mends it without', async () => {
    const folder = scratchFolder({ 'crds.yaml': frigates })
    await generateTypes(folder)
    writeFileSync(join(folder, 'crds.yaml'), changed('guns', 'masts'))
    const before = snapshotFolder(folder)
    const check = await generateTypes(folder, '--check')
    expect(check.exitCode).toBe(1)
    expect(check.stdout).toMatch(/^-\s+guns.*\n\+\s+masts/m)
    expect(check.stderr).toContain('1 file is stale; run `kops generate types`')
    expect(snapshotFolder(folder)).toEqual(before)
    await generateTypes(folder)
    expect(readFileSync(join(folder, 'api/ship/v1/frigate.ts'), 'utf8')).toContain('masts')
  })

  test('removes the files of kinds and versions that are gone, and no other', async () => {
    const other = cruisers.replaceAll('ship.', 'air.')
    const folder = scratchFolder({
      'crds.yaml': `${twoVersions}---\n${cruisers}`,
      'air.yaml': other,
    })
    await generateTypes(folder)
    await runKops(['generate', 'types', '--from', 'air.yaml', '--output', 'api'], {
      directory: folder,
    })
    writeFileSync(join(folder, 'api/ship/v1/notes.ts'), '// mine\n')
    writeFileSync(join(folder, 'crds.yaml'), frigates)
    expect((await generateTypes(folder, '--check')).exitCode).toBe(1)
    const run = await generateTypes(folder)
    expect(run.stdout).toContain('removed api/ship/v1/cruiser.ts\n')
    const left = typesIn(folder).filter((path) => path.startsWith('api/ship/'))
    expect(left).toEqual([...types, 'api/ship/v1/notes.ts'].toSorted())
    expect(existsSync(join(folder, 'api/air/v1/cruiser.ts'))).toBe(true)
  })

  test('does not overwrite what someone has edited', async () => {
    const folder = scratchFolder({ 'crds.yaml': frigates })
    await generateTypes(folder)
    const file = join(folder, 'api/ship/v1/frigate.ts')
    writeFileSync(file, `${readFileSync(file, 'utf8')}// mine\n`)
    const run = await generateTypes(folder)
    expect(reportedCodes(run)).toEqual(['project/edited-file'])
    expect(run.stderr).toContain('--> api/ship/v1/frigate.ts')
    expect(readFileSync(file, 'utf8')).toContain('// mine')
  })

  test('prints the files with --dry-run', async () => {
    const folder = scratchFolder({ 'crds.yaml': frigates })
    const run = await generateTypes(folder, '--dry-run')
    for (const path of types) expect(run.stdout).toContain(`// ${path}\n`)
    expect(Object.keys(snapshotFolder(folder))).toEqual(['crds.yaml'])
  })

  test('puts a header above each file', async () => {
    const folder = scratchFolder({ 'crds.yaml': frigates, 'header.txt': 'Copyright YEAR Jack\n' })
    const run = await generateTypes(folder, '--header-file', 'header.txt', '--year', '2030')
    expect(run.exitCode, run.stderr).toBe(0)
    for (const path of types) {
      expect(readFileSync(join(folder, path), 'utf8')).toMatch(/^\/\/ Copyright 2030 Jack\n/)
    }
    const without = await generateTypes(folder, '--header-file', 'header.txt')
    expect(reportedCodes(without)).toEqual(['args/header-needs-year'])
    const none = await generateTypes(folder, '--header-file', 'none.txt')
    expect(reportedCodes(none)).toEqual(['args/header-not-found'])
  })

  test('imports as the tsconfig of the folder allows', async () => {
    const tsconfig = '{"compilerOptions":{"module":"nodenext","strict":true}}'
    const folder = scratchFolder({ 'crds.yaml': frigates, 'tsconfig.json': tsconfig })
    await generateTypes(folder)
    expect(readFileSync(join(folder, types[2] ?? ''), 'utf8')).toContain("'./frigate.js'")
  })

  test('writes nothing where one of the definitions is wrong', async () => {
    const wrong = cruisers.replace('Namespaced', 'Global')
    const folder = scratchFolder({ 'crds.yaml': `${frigates}---\n${wrong}` })
    const run = await generateTypes(folder)
    expect(run.exitCode).toBe(1)
    expect(run.stderr).toContain('1 error; nothing written')
    expect(Object.keys(snapshotFolder(folder))).toEqual(['crds.yaml'])
  })
})

describe('kops generate types in a project', () => {
  test('writes types that are the project’s own, which manifests turns into its CRDs', async () => {
    const folder = await projectFolder()
    writeFileSync(join(folder, 'crds.yaml'), frigates)
    const run = await generateTypes(folder)
    expect(run.exitCode, run.stderr).toBe(0)
    expect(snapshotFolder(folder)['.kops/files']).toContain('api/ship/v1/frigate.ts types ')
    await runKops(['generate'], { directory: folder })
    const manifests = await runKops(['manifests'], { directory: folder })
    expect(manifests.exitCode, manifests.stderr).toBe(0)
    const written = snapshotFolder(folder)['config/crd/bases/ship.example.org_frigates.yaml'] ?? ''
    expect(settled(written)).toEqual(settled(frigates))
    expect((await generateTypes(folder, '--check')).exitCode).toBe(0)
  })

  test('keeps types without markers out of its CRDs', async () => {
    const folder = await projectFolder()
    await createApi(folder, {})
    writeFileSync(join(folder, 'crds.yaml'), cruisers.replaceAll('ship.example', 'other.example'))
    const flags = ['--no-markers', '--output', 'src/other']
    const run = await generateTypes(folder, ...flags)
    expect(run.exitCode, run.stderr).toBe(0)
    for (const command of ['generate', 'manifests']) {
      const { exitCode, stdout, stderr } = await runKops([command], { directory: folder })
      expect(exitCode, stderr).toBe(0)
      expect(stdout).not.toContain('removed')
    }
    const paths = Object.keys(snapshotFolder(folder))
    expect(paths).toContain('src/other/other/v1/cruiser.ts')
    expect(paths.filter((path) => path.startsWith('config/') && path.includes('cruiser'))).toEqual(
      [],
    )
    rmSync(join(folder, 'crds.yaml'))
  })
})
