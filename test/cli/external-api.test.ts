import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageDirectory } from '../../src/cli/own-package.ts'
import { typeCheck } from '../conformance/type-check.ts'
import { changed, frigates } from '../generators/import/frigates.ts'
import { createApi, projectFolder, snapshotFolder } from './project-folder.ts'
import { reportedCodes, runKops, type KopsRun } from './run-kops.ts'

const cruisers = frigates.replaceAll('frigate', 'cruiser').replaceAll('Frigate', 'Cruiser')
const twoVersions = changed(
  '  versions:\n',
  '  versions:\n  - {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n',
).replaceAll('ship.example', 'other.example')
const other = frigates.replaceAll('ship.example', 'other.example')

async function project(crds: string): Promise<string> {
  const folder = await projectFolder()
  writeFileSync(join(folder, 'crds.yaml'), crds)
  return folder
}

function createExternal(directory: string, ...flags: readonly string[]): Promise<KopsRun> {
  return runKops(['create', 'api', '--external', 'crds.yaml', ...flags], { directory })
}

const files = [
  'external/crds/other.example.org_frigates.yaml',
  'external/other/v1/frigate.ts',
  'external/other/v1/groupversion.ts',
  'external/other/v1/index.ts',
  'external/other/v1/zz_generated.descriptors.ts',
]

function externalFiles(folder: string): string[] {
  return Object.keys(snapshotFolder(folder)).filter((path) => path.startsWith('external/'))
}

async function expectUpToDate(directory: string): Promise<void> {
  for (const command of ['generate', 'manifests']) {
    const run = await runKops([command, '--check'], { directory })
    expect(run.exitCode, run.stdout + run.stderr).toBe(0)
  }
}

describe('kops create api --external', () => {
  test('brings the types of another project’s kind, and a controller for it', async () => {
    const folder = await project(other)
    const run = await createExternal(folder)
    expect(run.exitCode, run.stderr).toBe(0)
    expect(externalFiles(folder)).toEqual(files)
    const all = snapshotFolder(folder)
    expect(all['PROJECT']).toMatch(
      /external: true\n\s+group: other\n\s+kind: Frigate\n\s+path: external\/other\/v1\n/,
    )
    expect(all['src/controllers/other/frigate.ts']).toContain(
      '// +kubebuilder:rbac:groups=other.example.org,resources=frigates,verbs=get;list;watch\n',
    )
    expect(all['src/controllers/other/frigate.test.ts']).toContain("crds: ['external/crds'],")
    expect(all['config/rbac/role.yaml']).toContain('- frigates\n')
    expect(all['src/zz_generated.register.ts']).toContain('controllers/other/frigate.ts')
    await expectUpToDate(folder)
  })

  test('makes no CRD and no sample of it', async () => {
    const folder = await project(other)
    const before = Object.keys(snapshotFolder(folder)).filter((path) => path.startsWith('config/'))
    await createExternal(folder)
    await runKops(['manifests'], { directory: folder })
    const after = Object.keys(snapshotFolder(folder)).filter((path) => path.startsWith('config/'))
    expect(after).toEqual(before)
  })

  test('gives types that compile and say what objects are', async () => {
    const folder = await project(other)
    await createExternal(folder)
    const all = snapshotFolder(folder)
    const sources = files.slice(1).map((path) => ({ path, content: all[path] ?? '' }))
    const use = {
      path: 'src/use.ts',
      content: `import { Frigate } from '../external/other/v1/index.ts'
export const frigate: Frigate = { apiVersion: 'other.example.org/v1', kind: 'Frigate', metadata: { name: 'a' }, spec: { guns: 1 } }
export const wrong: Frigate = { ...frigate, spec: { guns: 'one' } }
export const { plural, scope } = Frigate
`,
    }
    expect(typeCheck([...sources, use], packageDirectory)).toEqual([
      expect.stringContaining("src/use.ts:3: Type 'string' is not assignable to type 'Integer'"),
    ])
  })

  test('changes nothing when it is run again, or only previews', async () => {
    const folder = await project(other)
    const empty = snapshotFolder(folder)
    expect((await createExternal(folder, '--dry-run')).stdout).toContain(
      `would create ${files[0]}\n`,
    )
    expect(snapshotFolder(folder)).toEqual(empty)
    await createExternal(folder)
    const before = snapshotFolder(folder)
    expect((await createExternal(folder)).stdout).toBe('nothing to change\n')
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('follows a newer definition, and kops generate the copy', async () => {
    const folder = await project(other)
    await createExternal(folder)
    writeFileSync(join(folder, 'crds.yaml'), other.replace('guns', 'masts'))
    const run = await createExternal(folder)
    expect(run.stdout).toContain('changed external/other/v1/frigate.ts\n')
    const copy = join(folder, files[0] ?? '')
    writeFileSync(copy, readFileSync(copy, 'utf8').replace('masts', 'sails'))
    expect((await runKops(['generate'], { directory: folder })).exitCode).toBe(0)
    expect(readFileSync(join(folder, files[1] ?? ''), 'utf8')).toContain('sails')
  })

  test('takes the stored version, or the one that is asked for, and both side by side', async () => {
    const folder = await project(twoVersions)
    await createExternal(folder)
    expect(externalFolders(folder)).toEqual(['external/other/v1'])
    await createExternal(folder, '--version', 'v1beta1')
    expect(externalFolders(folder)).toEqual(['external/other/v1', 'external/other/v1beta1'])
    const controllers = Object.keys(snapshotFolder(folder)).filter((path) =>
      path.startsWith('src/controllers/'),
    )
    expect(controllers).toHaveLength(2)
    await expectUpToDate(folder)
  })

  test('keeps kinds of one group together, and groups of one first label apart', async () => {
    const folder = await project(
      `${other}---\n${cruisers.replaceAll('ship.example', 'other.example')}---\n${cruisers}`,
    )
    await createApi(folder, {})
    await createExternal(folder, '--kind', 'Frigate')
    await createExternal(
      folder,
      '--kind',
      'Cruiser',
      '--group',
      'other.example.org',
      '--controller=false',
    )
    writeFileSync(
      join(folder, 'crds.yaml'),
      cruisers.replaceAll('ship.example.org', 'ship.other.org'),
    )
    await createExternal(folder)
    expect(externalFolders(folder)).toEqual(['external/other/v1', 'external/ship.other.org/v1'])
    expect(externalFiles(folder)).toContain('external/other/v1/cruiser.ts')
    await expectUpToDate(folder)
  })
})

function externalFolders(folder: string): string[] {
  const paths = externalFiles(folder).filter((path) => path.endsWith('/index.ts'))
  return paths.map((path) => path.replace('/index.ts', ''))
}

describe('kops create api --external refuses', () => {
  test.for<[title: string, flags: string[], code: string, says: string]>([
    ['several kinds', [], 'args/several-crds', '`--group other.example.org --kind Frigate`'],
    [
      'a kind that is not there',
      ['--kind', 'Frigat'],
      'args/no-such-crd',
      'did you mean `Frigate`?',
    ],
    [
      'a version that is not served',
      ['--kind', 'Frigate', '--version', 'v3'],
      'args/no-such-crd',
      'use `--version v1`',
    ],
    [
      'another plural',
      ['--kind', 'Frigate', '--plural', 'ships'],
      'args/contradicts-project',
      'the CRD says',
    ],
    [
      'another scope',
      ['--kind', 'Frigate', '--namespaced=false'],
      'args/contradicts-project',
      'the CRD says',
    ],
    ['a version to copy', ['--kind', 'Frigate', '--from', 'v1'], 'args/not-for-external', '--from'],
    [
      'a wrong name of a controller',
      ['--kind', 'Frigate', '--controller-name', 'A b'],
      'args/invalid-controller-name',
      'A b',
    ],
  ])('%s', async ([, flags, code, says]) => {
    const folder = await project(`${other}---\n${cruisers}`)
    const before = snapshotFolder(folder)
    const run = await createExternal(folder, ...flags)
    expect(reportedCodes(run), run.stderr).toEqual([code])
    expect(run.exitCode).toBe(2)
    expect(run.stderr).toContain(says)
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('a kind that the project brings itself', async () => {
    const folder = await project(frigates)
    await createApi(folder, {})
    const run = await createExternal(folder)
    expect(reportedCodes(run), run.stderr).toEqual(['args/contradicts-project'])
  })

  test('to work outside of a project', async () => {
    const folder = await project(frigates)
    rmSync(join(folder, 'PROJECT'))
    expect(reportedCodes(await createExternal(folder))).toEqual(['project/not-found'])
  })
})

describe('kops create webhook --external', () => {
  const flags = ['--defaulting', '--programmatic-validation']

  test('brings typed webhooks for another project’s kind', async () => {
    const folder = await project(other)
    const argv = ['create', 'webhook', '--external', 'crds.yaml', ...flags]
    const run = await runKops(argv, { directory: folder })
    expect(run.exitCode, run.stderr).toBe(0)
    expect(externalFiles(folder)).toEqual(files)
    const all = snapshotFolder(folder)
    const validator = all['src/webhooks/other/v1/frigate.validator.ts'] ?? ''
    expect(validator).toContain("'../../../../external/other/v1/index.ts'")
    expect(all['config/webhook/manifests.yaml']).toContain('other.example.org')
    await expectUpToDate(folder)
    expect((await runKops(argv, { directory: folder })).stdout).toBe('nothing to change\n')
  })

  test('finds the types of a kind that has a controller already', async () => {
    const folder = await project(other)
    await createExternal(folder)
    const names = ['--group', 'other.example.org', '--version', 'v1', '--kind', 'Frigate']
    const run = await runKops(['create', 'webhook', ...names, ...flags], { directory: folder })
    expect(run.exitCode, run.stderr).toBe(0)
    const validator = snapshotFolder(folder)['src/webhooks/other/v1/frigate.validator.ts'] ?? ''
    expect(validator).toContain("'../../../../external/other/v1/index.ts'")
    await expectUpToDate(folder)
  })
})

describe('kops generate', () => {
  test('says which copy of a definition is missing, or lacks a version', async () => {
    const folder = await project(other)
    await createExternal(folder)
    const copy = join(folder, files[0] ?? '')
    const text = readFileSync(copy, 'utf8')
    writeFileSync(copy, text.replace('name: v1\n', 'name: v2\n'))
    const gone = await runKops(['generate'], { directory: folder })
    expect(reportedCodes(gone), gone.stderr).toEqual(['crd/no-such-version'])
    rmSync(copy)
    const missing = await runKops(['generate'], { directory: folder })
    expect(reportedCodes(missing), missing.stderr).toEqual(['project/missing-file'])
    expect(missing.stderr).toContain('kops create api --external SOURCE')
  })
})
