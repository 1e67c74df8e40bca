import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planGeneration } from '../../src/cli/generation/plan-generation.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { diskFileHost } from '../../src/typemodel/file-host.ts'
import { createApi, projectFolder, snapshotFolder } from './project-folder.ts'
import { reportedCodes, runKops } from './run-kops.ts'

/** What `kops generate` and `kops manifests` would write, with the types read by the compiler. */
async function generate(root: string): Promise<Record<string, string>> {
  const sink = new DiagnosticSink()
  const parts = ['manifests', 'code'] as const
  const plan = await planGeneration({ root, host: diskFileHost, flags: {}, parts }, sink)
  expect(sink.diagnostics).toEqual([])
  const files = plan?.files ?? []
  return Object.fromEntries(files.map(({ path, content }) => [path, String(content)]))
}

/** Nothing is left for the generators to do. */
async function expectUpToDate(root: string): Promise<void> {
  const generated = await generate(root)
  expect(Object.keys(generated).length).toBeGreaterThan(2)
  expect(snapshotFolder(root)).toMatchObject(generated)
}

const steps: readonly Readonly<Record<string, string>>[] = [
  {},
  { kind: 'Cruiser', namespaced: 'false' },
  { kind: 'Octopus', plural: 'octopodes' },
  { group: 'crew', kind: 'Frigate', version: 'v1alpha1' },
  { group: 'crew', kind: 'URLMap', version: 'v1beta1' },
  { version: 'v2' },
  { version: 'v2', kind: 'Cruiser' },
  { group: 'a.b', kind: 'X', version: 'v10' },
]

describe('create api', () => {
  test('writes what the generators write, step by step', async () => {
    const root = await projectFolder()
    await expectUpToDate(root)
    for (const step of steps) {
      expect(await createApi(root, step)).toMatchObject({ exitCode: 0, stderr: '' })
      await expectUpToDate(root)
    }
  })

  test('writes what the generators write, whatever PROJECT sets for them', async () => {
    const root = await projectFolder()
    const settings = `  kops:
    numbers: int64
    year: 2031
    manifests:
      crdOutput: config/crds
      headerFile: header.txt
      maxDescriptionLength: 40
`
    const text = readFileSync(join(root, 'PROJECT'), 'utf8')
    writeFileSync(join(root, 'PROJECT'), text.replace('  kops:\n', settings))
    writeFileSync(join(root, 'header.txt'), '/*\n * Copyright YEAR Fleet\n */\n')
    expect(await runKops(['manifests'], { directory: root })).toMatchObject({ exitCode: 0 })
    expect(await createApi(root, {})).toMatchObject({ exitCode: 0, stderr: '' })
    await expectUpToDate(root)
  })

  test('restores what was lost, and keeps what was changed', async () => {
    const root = await projectFolder()
    await createApi(root, {})
    const before = snapshotFolder(root)
    const type = 'api/ship/v1/frigate.ts'
    const changed = before[type]?.replace('replicas?: Int32', 'guns?: Int32') ?? ''
    writeFileSync(join(root, type), changed)
    rmSync(join(root, 'api/ship/v1/index.ts'))
    rmSync(join(root, 'config/samples/ship_v1_frigate.yaml'))
    expect(await createApi(root, {})).toMatchObject({ exitCode: 0, stderr: '' })
    const after = snapshotFolder(root)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(after[type]).toBe(changed)
    await expectUpToDate(root)
  })

  test('stores objects in the first version', async () => {
    const root = await projectFolder()
    await createApi(root, {})
    await createApi(root, { version: 'v2' })
    const files = snapshotFolder(root)
    expect(files['api/ship/v1/frigate.ts']).toContain('// +kubebuilder:storageversion\n')
    expect(files['api/ship/v2/frigate.ts']).not.toContain('storageversion')
  })

  test('names the line where the storage version has to be said', async () => {
    const root = await projectFolder()
    await createApi(root, {})
    const type = join(root, 'api/ship/v1/frigate.ts')
    const text = readFileSync(type, 'utf8').replace('// +kubebuilder:storageversion\n', '')
    writeFileSync(type, text)
    const line = text.slice(0, text.indexOf('export interface Frigate ')).split('\n').length
    const before = snapshotFolder(root)
    const run = await createApi(root, { version: 'v2' })
    expect(reportedCodes(run)).toEqual(['project/no-storage-version'])
    expect(run.exitCode).toBe(1)
    expect(run.stderr).toContain(`above line ${line} of api/ship/v1/frigate.ts`)
    expect(run.stderr).toContain(`--> api/ship/v1/frigate.ts:${line}:18`)
    expect(snapshotFolder(root)).toEqual(before)
  })

  test.for([
    [{ plural: 'frigata' }, 'frigates'],
    [{ namespaced: 'false' }, 'true'],
    [{ version: 'v2', plural: 'frigata' }, 'frigates'],
    [{ version: 'v2', namespaced: 'false' }, 'true'],
  ] as const)('refuses %o, which contradicts PROJECT', async ([flags, recorded]) => {
    const root = await projectFolder()
    await createApi(root, {})
    const before = snapshotFolder(root)
    const run = await createApi(root, flags)
    expect(reportedCodes(run)).toEqual(['args/contradicts-project'])
    expect(run.stderr).toContain(`\`${recorded}\``)
    expect(snapshotFolder(root)).toEqual(before)
  })

  test.for(['Index', 'Groupversion', 'Condition'])(
    'refuses the kind %s, whose file or type is taken',
    async (kind) => {
      const root = await projectFolder()
      const before = snapshotFolder(root)
      expect(reportedCodes(await createApi(root, { kind }))).toEqual(['args/kind-clash'])
      expect(snapshotFolder(root)).toEqual(before)
    },
  )

  test('remembers a plural for later versions', async () => {
    const root = await projectFolder()
    await createApi(root, { kind: 'Octopus', plural: 'octopodes' })
    await createApi(root, { kind: 'Octopus', version: 'v2' })
    const files = snapshotFolder(root)
    expect(files['PROJECT']?.match(/plural: octopodes/g)).toHaveLength(2)
    expect(files['api/ship/v2/octopus.ts']).toContain('// +kubebuilder:resource:path=octopodes\n')
    expect(Object.keys(files)).toContain('config/crd/bases/ship.example.org_octopodes.yaml')
  })

  test('writes no controller, and says so', async () => {
    const root = await projectFolder()
    const before = snapshotFolder(root)
    const run = await createApi(root, { resource: 'false' })
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    expect(run.stdout).toContain('no controller was written')
    expect(snapshotFolder(root)).toEqual(before)
  })

  test('writes nothing in a dry run, and tells what it would write', async () => {
    const root = await projectFolder()
    const before = snapshotFolder(root)
    const argv = ['create', 'api', '--group=ship', '--version=v1', '--kind=Frigate', '--dry-run']
    const run = await runKops(argv, { directory: root })
    expect(run.stdout).toContain('would create api/ship/v1/frigate.ts\n')
    expect(run.stdout).toContain('would change PROJECT\n')
    expect(snapshotFolder(root)).toEqual(before)
  })
})
