import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { certificateSources } from '../../src/project/project.ts'
import { findPrograms } from '../../src/testing/index.ts'
import { createApi, createWebhook, projectFolder } from '../cli/project-folder.ts'
import { runKops } from '../cli/run-kops.ts'
import { findKubectl, kustomize } from './kubectl.ts'
import { countReferences, findDangling, titleOf, type TreeObject } from './tree-references.ts'

const marker = '// +kubebuilder:rbac:groups="",resources=secrets,verbs=get,namespace=infra'

/** A project whose kind has every sort of webhook, and that may read Secrets of another namespace. */
async function fullProject(flags: Readonly<Record<string, string>>): Promise<string> {
  const folder = await projectFolder(flags)
  await createApi(folder, {})
  await createApi(folder, { version: 'v2', controller: 'false' })
  writeFileSync(join(folder, 'src/rbac.ts'), `${marker}\nexport {}\n`)
  const sorts = ['--defaulting', '--programmatic-validation', '--conversion', '--spoke=v2']
  const run = await createWebhook(folder, sorts)
  expect(run.exitCode, run.stderr).toBe(0)
  return folder
}

interface Overlay {
  readonly name: string
  readonly lines: string
  /** What becomes of a name, and of the namespace. */
  readonly prefix: string
  readonly suffix: string
  readonly namespace: string
  /** The folder that it stands on, `config/default` unless it says otherwise. */
  readonly base?: string
}

const overlays: readonly Overlay[] = [
  { name: 'namespace', lines: 'namespace: team', prefix: '', suffix: '', namespace: 'team' },
  {
    name: 'namespace-prefix',
    lines: 'namespace: team\nnamePrefix: a-',
    prefix: 'a-',
    suffix: '',
    namespace: 'team',
  },
  {
    name: 'namespace-suffix',
    lines: 'namespace: team\nnameSuffix: -x',
    prefix: '',
    suffix: '-x',
    namespace: 'team',
  },
  {
    name: 'prefix-suffix',
    lines: 'namePrefix: a-\nnameSuffix: -x',
    prefix: 'a-',
    suffix: '-x',
    namespace: 'fleet-system',
  },
  {
    name: 'twice',
    lines: 'namespace: group\nnamePrefix: b-',
    prefix: 'b-a-',
    suffix: '',
    namespace: 'group',
    base: '../namespace-prefix',
  },
  {
    // `namespace:` stands in config/default itself.
    name: 'own',
    lines: '',
    prefix: '',
    suffix: '',
    namespace: 'team',
    base: '../own-config/default',
  },
]

/** Writes the overlays beside the project and returns what each builds, two at a time. */
async function buildOverlays(folder: string, program: string): Promise<Map<string, TreeObject[]>> {
  const place = join(dirname(folder), 'overlays')
  cpSync(join(folder, 'config'), join(place, 'own-config'), { recursive: true })
  const own = join(place, 'own-config/default/kustomization.yaml')
  writeFileSync(own, `namespace: team\n${readFileSync(own, 'utf8')}`)
  for (const { name, lines, base = '../../fleet/config/default' } of overlays) {
    mkdirSync(join(place, name), { recursive: true })
    writeFileSync(join(place, name, 'kustomization.yaml'), `resources: [${base}]\n${lines}\n`)
  }
  const trees = new Map<string, TreeObject[]>()
  const build = async (names: Iterable<string>): Promise<void> => {
    for (const name of names)
      trees.set(name, (await kustomize(join(place, name), program)) as TreeObject[])
  }
  // Both take from one iterator, each when it is done with its last.
  const names = overlays.map(({ name }) => name).values()
  await Promise.all([build(names), build(names)])
  return trees
}

/** The title that an object of config/default has in an overlay. */
function renamed(object: TreeObject, { prefix, suffix, namespace }: Overlay): string {
  const { kind, metadata } = object
  const isMoved = namespace !== 'fleet-system' || metadata.namespace === 'fleet-system'
  const moved = metadata.namespace !== undefined && isMoved ? { namespace } : {}
  const isKept = kind === 'CustomResourceDefinition' || kind === 'Namespace'
  const name = isKept ? metadata.name : `${prefix}${metadata.name}${suffix}`
  const own = kind === 'Namespace' ? namespace : name
  return titleOf({ ...object, metadata: { ...metadata, ...moved, ...(own && { name: own }) } })
}

interface Combination {
  readonly namespaced: number
  readonly source: number
  readonly metrics: number
  readonly networkPolicy: number
}

const metricsFlags = ['--metrics=false --prometheus=false', '--metrics', '--metrics --prometheus']

/** Every combination of the settings that choose what stands in `config/`, as positions in their values. */
const everyCombination: readonly Combination[] = [0, 1].flatMap((namespaced) =>
  certificateSources.flatMap((_, source) =>
    metricsFlags.flatMap((__, metrics) =>
      [0, 1].map((networkPolicy) => ({ namespaced, source, metrics, networkPolicy })),
    ),
  ),
)

/** A fixed quarter of them, which holds every pair of values of two settings. */
const sample = everyCombination.filter(
  ({ namespaced, source, metrics, networkPolicy }) =>
    namespaced === (source + metrics) % 2 && networkPolicy === ((source >> 1) + metrics) % 2,
)

/** `make prove` compares all of them. */
const isFull = process.env['KOPS_OVERLAYS'] === 'all'
const combinations = isFull ? everyCombination : sample

function settingsLine({ source, metrics, networkPolicy }: Combination): string {
  const policy = `--network-policy=${networkPolicy === 1}`
  return `--certificates ${certificateSources[source]} ${metricsFlags[metrics]} ${policy}`
}

function pairsOf(rows: readonly Combination[]): Set<string> {
  return new Set(
    rows.flatMap((row) => {
      const values = Object.entries(row).map(([name, value]) => `${name} ${value}`)
      return values.flatMap((one) => values.map((other) => `${one}, ${other}`))
    }),
  )
}

test('the sample holds every pair of settings', () => {
  expect(sample).toHaveLength(12)
  expect(pairsOf(sample)).toEqual(pairsOf(everyCombination))
})

/** Builds a project and its overlays, and compares the names in each. */
async function compareNames(folder: string, line: string, program: string): Promise<void> {
  const run = await runKops(['edit', ...line.split(' ')], { directory: folder })
  expect(run.exitCode, run.stderr).toBe(0)
  const base = (await kustomize(join(folder, 'config/default'), program)) as TreeObject[]
  expect(findDangling(base), line).toEqual([])
  expect(countReferences(base)).toBeGreaterThan(8)
  const trees = await buildOverlays(folder, program)
  for (const overlay of overlays) {
    const objects = trees.get(overlay.name) ?? []
    const wanted = base.map((each) => renamed(each, overlay)).toSorted()
    expect(objects.map(titleOf).toSorted(), `${line}, ${overlay.name}`).toEqual(wanted)
    expect(findDangling(objects), `${line}, ${overlay.name}`).toEqual([])
    expect(countReferences(objects)).toBe(countReferences(base))
  }
}

describe.each([false, true])('with --namespaced=%s', (namespaced) => {
  test.for(certificateSources)(
    'and certificates from %s, every name in an overlay is the name of an object there',
    async (source) => {
      const { kubectl } = await findPrograms(['kubectl'])
      const folder = await fullProject({ namespaced: String(namespaced) })
      const rows = combinations.filter(
        (each) =>
          each.namespaced === Number(namespaced) && certificateSources[each.source] === source,
      )
      for (const row of rows) await compareNames(folder, settingsLine(row), kubectl)
    },
  )
})

// It may hold another release of kustomize, whose selectors differ.
test.for(isFull ? certificateSources : (['cert-manager'] as const))(
  'so it is with the kubectl on the PATH and %s',
  async (source) => {
    const folder = await fullProject({ namespaced: 'false' })
    const line = `--certificates ${source} --metrics --prometheus --network-policy`
    await compareNames(folder, line, await findKubectl())
  },
)

const webhookSets = [
  ['--programmatic-validation'],
  ['--defaulting'],
  ['--conversion', '--spoke=v2'],
  ['--defaulting', '--conversion', '--spoke=v2'],
]

test.for(webhookSets)('with %s the roles name no object of another project', async (...[sorts]) => {
  const folder = await projectFolder()
  for (const version of ['v1', 'v2']) await createApi(folder, { version, controller: 'false' })
  const run = await createWebhook(folder, sorts)
  expect(run.exitCode, run.stderr).toBe(0)
  for (const source of certificateSources) {
    const edit = await runKops(['edit', '--certificates', source], { directory: folder })
    expect(edit.exitCode, edit.stderr).toBe(0)
    const objects = (await kustomize(join(folder, 'config/default'))) as TreeObject[]
    expect(findDangling(objects), source).toEqual([])
    const webhooks = objects.filter(({ kind }) => kind.endsWith('WebhookConfiguration'))
    const named = JSON.stringify(objects).match(/[a-z-]+-webhook-configuration/g) ?? []
    expect(new Set(named)).toEqual(new Set(webhooks.map(({ metadata }) => metadata.name)))
  }
})
