import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

function editText(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
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

  test('writes a controller for a kind of its own that has none', async () => {
    const root = await projectFolder()
    await createApi(root, { controller: 'false' })
    expect(Object.keys(snapshotFolder(root)).join()).not.toContain('controllers')
    expect(await createApi(root, { resource: 'false' })).toMatchObject({ exitCode: 0, stderr: '' })
    const files = snapshotFolder(root)
    expect(files['src/zz_generated.register.ts']).toContain('./controllers/ship/frigate.ts')
    expect(files['PROJECT']).toContain('controller: true')
    await expectUpToDate(root)
  })

  test('writes controllers for kinds of Kubernetes', async () => {
    const root = await projectFolder()
    const kinds = [
      { group: 'apps', kind: 'Deployment' },
      { group: 'core', kind: 'ConfigMap' },
      { group: 'networking', kind: 'Ingress' },
      { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole' },
    ]
    for (const kind of kinds) {
      const run = await createApi(root, { resource: 'false', ...kind })
      expect(run).toMatchObject({ exitCode: 0, stderr: '' })
      await expectUpToDate(root)
    }
    const files = snapshotFolder(root)
    expect(files['PROJECT']).toContain('core: true')
    expect(files['src/controllers/core/configmap.ts']).toContain("from 'kops/kubernetes/core/v1'")
    expect(Object.keys(files).join()).not.toContain('api/')
    const before = snapshotFolder(root)
    for (const kind of kinds) await createApi(root, { resource: 'false', ...kind })
    expect(snapshotFolder(root)).toEqual(before)
  })

  test('gives a kind several controllers, by name', async () => {
    const root = await projectFolder()
    await createApi(root, {})
    await createApi(root, { version: 'v2' })
    expect((await createApi(root, { 'controller-name': 'backup' })).stderr).toBe('')
    const files = snapshotFolder(root)
    expect(files['PROJECT']).toContain('controllers:\n  - name: frigate\n  - name: backup\n')
    expect(files['src/zz_generated.register.ts']).toContain("'ship/backup'")
    expect(Object.keys(files).filter((path) => path.startsWith('src/controllers'))).toHaveLength(4)
    await expectUpToDate(root)
  })

  test('sets conditions only where the type has them', async () => {
    const root = await projectFolder()
    await createApi(root, { controller: 'false' })
    const type = join(root, 'api/ship/v1/frigate.ts')
    const text = readFileSync(type, 'utf8').replace(
      '  conditions?: Condition[]',
      '  phase?: string',
    )
    writeFileSync(type, text)
    await createApi(root, {})
    await createApi(root, { kind: 'Cruiser' })
    const files = snapshotFolder(root)
    expect(files['src/controllers/ship/frigate.ts']).not.toContain('setStatusCondition')
    expect(files['src/controllers/ship/cruiser.ts']).toContain('setStatusCondition')
  })

  test('gives a namespaced project no controller of a cluster-scoped kind', async () => {
    const root = await projectFolder({ namespaced: 'true' })
    const before = snapshotFolder(root)
    for (const flags of [
      { namespaced: 'false' },
      { group: 'core', kind: 'Node', resource: 'false' },
    ]) {
      expect(reportedCodes(await createApi(root, flags))).toEqual(['args/out-of-reach'])
    }
    expect(snapshotFolder(root)).toEqual(before)
  })

  test('keeps what a controller file holds that nobody listed', async () => {
    const root = await projectFolder()
    await createApi(root, { controller: 'false' })
    mkdirSync(join(root, 'src/controllers/ship'), { recursive: true })
    writeFileSync(
      join(root, 'src/controllers/ship/frigate.ts'),
      'export function setup(): void {}\n',
    )
    const before = snapshotFolder(root)
    expect(reportedCodes(await createApi(root, {}))).toEqual(['project/file-exists'])
    expect(snapshotFolder(root)).toEqual(before)
  })

  test.for([
    ['the entry', 'project/unlisted-controller'],
    ['the file', 'project/missing-controller'],
    ['its setup', 'project/missing-controller'],
  ] as const)('generate names a controller without %s', async ([what, code]) => {
    const root = await projectFolder()
    await createApi(root, {})
    const path = join(root, 'src/controllers/ship/frigate.ts')
    if (what === 'the entry') editText(join(root, 'PROJECT'), '  controller: true\n', '')
    if (what === 'the file') rmSync(path)
    if (what === 'its setup') editText(path, 'function setup', 'function arrange')
    const run = await runKops(['generate'], { directory: root })
    expect(reportedCodes(run), run.stderr).toEqual([code])
    expect(run.stderr).toContain('src/controllers/ship/frigate.ts')
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

test('a copied version has a sample of its own name, in every document', async () => {
  const folder = await projectFolder()
  await createApi(folder, {})
  const sample = join(folder, 'config/samples/ship_v1_frigate.yaml')
  const text = readFileSync(sample, 'utf8').replace('name: frigate-sample', 'name: "mine"')
  const labelled = text.replace('metadata:\n', 'metadata:\n  labels:\n    app: a\n')
  writeFileSync(sample, `${labelled}---\n${text.replace('mine', 'other')}`)
  expect(await createApi(folder, { version: 'v2', from: 'v1' })).toMatchObject({ exitCode: 0 })
  const copied = readFileSync(join(folder, 'config/samples/ship_v2_frigate.yaml'), 'utf8')
  expect([...copied.matchAll(/^ {2}name: (.*)$/gm)].map(([, name]) => name)).toEqual([
    '"frigate-v2-sample"',
    '"other-v2"',
  ])
  expect(copied).toContain('\n    app: a\n')
})
