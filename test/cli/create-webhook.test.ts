import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { createApi, createWebhook, projectFolder, snapshotFolder } from './project-folder.ts'
import { reportedCodes, runKops } from './run-kops.ts'

const both = ['--defaulting', '--programmatic-validation']

async function projectWithKind(): Promise<string> {
  const folder = await projectFolder()
  await createApi(folder, {})
  return folder
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

/** Nothing is left for the generators to do. */
async function expectUpToDate(folder: string): Promise<void> {
  for (const command of ['generate', 'manifests']) {
    const run = await runKops([command, '--check'], { directory: folder })
    expect(run, run.stderr + run.stdout).toMatchObject({ exitCode: 0, stderr: '' })
  }
}

interface Webhook {
  readonly name: string
  readonly clientConfig: { readonly service: { readonly path: string } }
  readonly rules: readonly { readonly apiGroups: readonly string[] }[]
  readonly namespaceSelector?: object
}

function readWebhooks(folder: string): Webhook[] {
  const text = readFileSync(join(folder, 'config/webhook/manifests.yaml'), 'utf8')
  return parseYaml(text).flatMap(
    ({ value }) => (value as unknown as { readonly webhooks: readonly Webhook[] }).webhooks,
  )
}

describe('create webhook', () => {
  test('adds one webhook at a time, or both at once, to the same tree', async () => {
    const [single, pair] = [await projectWithKind(), await projectWithKind()]
    for (const flag of both) {
      expect(await createWebhook(single, [flag])).toMatchObject({ exitCode: 0, stderr: '' })
      await expectUpToDate(single)
    }
    expect(await createWebhook(pair, both)).toMatchObject({ exitCode: 0, stderr: '' })
    expect(snapshotFolder(single)).toEqual(snapshotFolder(pair))
    expect(readWebhooks(pair).map(({ name }) => name)).toEqual([
      'mfrigate-v1.ship.example.org',
      'vfrigate-v1.ship.example.org',
    ])
  })

  test('run again changes nothing, and writes again what was lost', async () => {
    const folder = await projectWithKind()
    await createWebhook(folder, both)
    const before = snapshotFolder(folder)
    const again = await createWebhook(folder, both)
    expect(again).toMatchObject({ exitCode: 0, stderr: '', stdout: 'nothing to change\n' })
    rmSync(join(folder, 'src/webhooks/ship/v1/frigate.validator.test.ts'))
    rmSync(join(folder, 'config/webhook/manifests.yaml'))
    expect(await createWebhook(folder, both)).toMatchObject({ exitCode: 0, stderr: '' })
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('keeps what a person made of the handlers', async () => {
    const folder = await projectWithKind()
    await createWebhook(folder, ['--defaulting'])
    const path = 'src/webhooks/ship/v1/frigate.defaulter.ts'
    edit(join(folder, path), 'verbs=create;update', 'verbs=create')
    const changed = readFileSync(join(folder, path), 'utf8')
    expect(await createWebhook(folder, both)).toMatchObject({ exitCode: 0, stderr: '' })
    expect(readFileSync(join(folder, path), 'utf8')).toBe(changed)
    await expectUpToDate(folder)
  })

  test('serves a webhook at the path that is given, which PROJECT remembers', async () => {
    const folder = await projectWithKind()
    const flags = ['--defaulting', '--defaulting-path', '/frigate']
    expect(await createWebhook(folder, flags)).toMatchObject({ exitCode: 0, stderr: '' })
    await createWebhook(folder, ['--programmatic-validation'])
    const paths = readWebhooks(folder).map(({ clientConfig }) => clientConfig.service.path)
    expect(paths).toEqual(['/frigate', '/validate-ship-example-org-v1-frigate'])
    const files = snapshotFolder(folder)
    expect(files['PROJECT']).toContain('defaultingPath: /frigate\n')
    expect(files['PROJECT']).not.toContain('validationPath')
    expect(files['src/webhooks/ship/v1/frigate.defaulter.ts']).toContain("path = '/frigate'")
    expect(await createWebhook(folder, flags)).toMatchObject({ stdout: 'nothing to change\n' })
    const usual = ['--programmatic-validation', '--validation-path']
    const same = [...usual, '/validate-ship-example-org-v1-frigate']
    expect(await createWebhook(folder, same)).toMatchObject({ stdout: 'nothing to change\n' })
  })

  test('says whether the objects of a built-in kind can pass by', async () => {
    const folder = await projectFolder()
    for (const kind of ['Pod', 'Namespace', 'Node']) {
      await createWebhook(folder, ['--defaulting', '--programmatic-validation'], {
        group: 'core',
        kind,
      })
    }
    const files = snapshotFolder(folder)
    const says = (text: string): string[] =>
      Object.keys(files).filter(
        (path) => path.startsWith('src/webhooks/') && files[path]?.includes(text),
      )
    expect(says('pass by: otherwise')).toHaveLength(4)
    expect(says('in no namespace')).toEqual([
      'src/webhooks/core/v1/node.defaulter.ts',
      'src/webhooks/core/v1/node.validator.ts',
    ])
  })

  test('lets kinds of Kubernetes in system namespaces pass by', async () => {
    const folder = await projectFolder()
    const kinds = [
      { group: 'core', kind: 'Pod' },
      { group: 'apps', kind: 'Deployment' },
      { group: 'networking.k8s.io', kind: 'Ingress' },
      { group: 'authentication', kind: 'TokenReview' },
    ]
    for (const names of kinds) {
      expect(await createWebhook(folder, ['--programmatic-validation'], names)).toMatchObject({
        exitCode: 0,
        stderr: '',
      })
    }
    await expectUpToDate(folder)
    const webhooks = readWebhooks(folder)
    expect(webhooks.map(({ rules }) => rules[0]?.apiGroups[0])).toEqual([
      'apps',
      'networking.k8s.io',
      '',
      'authentication.k8s.io',
    ])
    for (const { namespaceSelector } of webhooks) {
      expect(JSON.stringify(namespaceSelector)).toContain('kube-system')
    }
    const { PROJECT = '', ...files } = snapshotFolder(folder)
    expect(PROJECT.match(/core: true/g)).toHaveLength(4)
    const pod = files['src/webhooks/core/v1/pod.validator.ts']
    expect(pod).toContain("from 'kops/kubernetes/core/v1'")
    expect(pod).toContain('path=/validate--v1-pod,')
    for (const names of kinds) await createWebhook(folder, ['--programmatic-validation'], names)
    expect(snapshotFolder(folder)).toEqual({ PROJECT, ...files })
  })

  test('takes a kind of another project without types', async () => {
    const folder = await projectFolder()
    const names = { group: 'cert-manager.io', kind: 'Certificate' }
    const flags = [...both, '--external']
    expect(await createWebhook(folder, flags, names)).toMatchObject({ exitCode: 0, stderr: '' })
    await expectUpToDate(folder)
    const files = snapshotFolder(folder)
    expect(files['PROJECT']).toContain('external: true')
    expect(files['src/webhooks/cert-manager/v1/certificate.defaulter.ts']).toContain(
      'for<KubernetesObject>(Certificate)',
    )
    // The flag is needed once.
    expect(await createWebhook(folder, both, names)).toMatchObject({
      stdout: 'nothing to change\n',
    })
  })

  test('finds a kind of the project by its whole group too', async () => {
    const folder = await projectWithKind()
    const run = await createWebhook(folder, ['--defaulting'], { group: 'ship.example.org' })
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    expect(Object.keys(snapshotFolder(folder))).toContain(
      'src/webhooks/ship/v1/frigate.defaulter.ts',
    )
  })

  test.for([
    ['the entry', 'project/unlisted-webhook'],
    ['the file', 'project/missing-webhook'],
    ['its setup', 'project/missing-webhook'],
  ] as const)('generate names a webhook without %s', async ([what, code]) => {
    const folder = await projectWithKind()
    await createWebhook(folder, ['--defaulting'])
    const path = 'src/webhooks/ship/v1/frigate.defaulter.ts'
    if (what === 'the entry') edit(join(folder, 'PROJECT'), '    defaulting: true\n', '')
    if (what === 'the file') rmSync(join(folder, path))
    if (what === 'its setup') edit(join(folder, path), 'function setup', 'function arrange')
    const run = await runKops(['generate'], { directory: folder })
    expect(reportedCodes(run), run.stderr).toEqual([code])
    expect(run.stderr).toContain(path)
  })

  test('writes nothing in a dry run, and tells what it would write', async () => {
    const folder = await projectWithKind()
    const before = snapshotFolder(folder)
    const run = await createWebhook(folder, [...both, '--dry-run'])
    expect(run.stdout).toContain('would create config/webhook/manifests.yaml\n')
    expect(run.stdout).toContain('would change PROJECT\n')
    expect(snapshotFolder(folder)).toEqual(before)
  })
})

describe('conversion', () => {
  const spoke = 'api/ship/v2/frigate.conversion.ts'

  test('is drafted for every version, whichever command asks for it', async () => {
    const [byWebhook, byApi] = [await projectWithKind(), await projectWithKind()]
    await createApi(byWebhook, { version: 'v2', from: 'v1', conversion: 'false' })
    expect(Object.keys(snapshotFolder(byWebhook))).not.toContain(spoke)
    expect(await createWebhook(byWebhook, ['--conversion'])).toMatchObject({ exitCode: 0 })
    const added = await createApi(byApi, { version: 'v2', from: 'v1' })
    expect(added).toMatchObject({ exitCode: 0, stderr: '' })
    expect(added.stdout).toContain(`say what its fields become in ${spoke}`)
    await expectUpToDate(byApi)
    const files = snapshotFolder(byApi)
    expect(files).toEqual(snapshotFolder(byWebhook))
    expect(files['PROJECT']).toContain('conversion: true\n    spoke:\n    - v2\n')
    expect(files['config/crd/bases/ship.example.org_frigates.yaml']).toContain('path: /convert\n')
    expect(await createApi(byApi, { version: 'v2', from: 'v1' })).toMatchObject({
      stdout: 'nothing to change\n',
    })
    expect(await createWebhook(byApi, ['--conversion', '--spoke', 'v2'])).toMatchObject({
      stdout: 'nothing to change\n',
    })
  })

  test('comes with every further version of a kind that has it', async () => {
    const folder = await projectWithKind()
    await createApi(folder, { version: 'v2', from: 'v1' })
    edit(join(folder, spoke), 'image: spoke.spec.image', "image: spoke.spec.image || 'none'")
    const edited = readFileSync(join(folder, spoke), 'utf8')
    expect(await createApi(folder, { version: 'v3' })).toMatchObject({ exitCode: 0, stderr: '' })
    await expectUpToDate(folder)
    const files = snapshotFolder(folder)
    expect(files[spoke]).toBe(edited)
    expect(files['api/ship/v3/frigate.conversion.ts']).toContain("from '../v1/index.ts'")
    expect(files['src/zz_generated.register.ts']).toContain(
      '.spoke(shipV3Frigate, shipV3FrigateConversion)',
    )
  })

  test('is no part of what a new kind beside it passes on', async () => {
    const folder = await projectWithKind()
    await createApi(folder, { version: 'v2', from: 'v1' })
    const run = await createApi(folder, { version: 'v2', kind: 'Ketch' })
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    expect(snapshotFolder(folder)['api/ship/v2/index.ts']).not.toContain('conversion')
    await expectUpToDate(folder)
  })

  test('goes through the version that is stored', async () => {
    const folder = await projectWithKind()
    await createApi(folder, { version: 'v2' })
    edit(join(folder, 'api/ship/v1/frigate.ts'), '// +kubebuilder:storageversion\n', '')
    const subresource = '// +kubebuilder:subresource:status\n'
    const type = 'api/ship/v2/frigate.ts'
    edit(join(folder, type), subresource, `// +kubebuilder:storageversion\n${subresource}`)
    expect(await createApi(folder, { version: 'v3', from: 'v1' })).toMatchObject({ exitCode: 0 })
    const files = snapshotFolder(folder)
    for (const version of ['v1', 'v3']) {
      expect(files[`api/ship/${version}/frigate.conversion.ts`]).toContain("from '../v2/index.ts'")
    }
    await expectUpToDate(folder)
  })

  test('asks for a version that is stored', async () => {
    const folder = await projectWithKind()
    await createApi(folder, { version: 'v2' })
    edit(join(folder, 'api/ship/v1/frigate.ts'), '// +kubebuilder:storageversion\n', '')
    const run = await createWebhook(folder, ['--conversion'])
    expect(reportedCodes(run)).toEqual(['project/no-storage-version'])
  })

  test.for([
    ['the spoke', 'project/unlisted-conversion'],
    ['the file', 'project/missing-conversion'],
    ['one way', 'project/missing-conversion'],
  ] as const)('generate names a conversion without %s', async ([what, code]) => {
    const folder = await projectWithKind()
    await createApi(folder, { version: 'v2', from: 'v1' })
    if (what === 'the spoke') edit(join(folder, 'PROJECT'), '    conversion: true\n', '')
    if (what === 'the file') rmSync(join(folder, spoke))
    if (what === 'one way') edit(join(folder, spoke), 'function convertFrom', 'function convert')
    const run = await runKops(['generate'], { directory: folder })
    expect(reportedCodes(run), run.stderr).toEqual([code])
    expect(run.stderr).toContain(spoke)
  })

  test('copies the type with what it imports, and less what holds of one version alone', async () => {
    const folder = await projectWithKind()
    const type = 'api/ship/v1/frigate.ts'
    writeFileSync(
      join(folder, 'api/ship/v1/rig.ts'),
      'export interface Rig {\n  masts: string\n}\n',
    )
    edit(join(folder, type), "from 'kops'\n", "from 'kops'\nimport type { Rig } from './rig.ts'\n")
    edit(join(folder, type), '  image: string\n', '  image: string\n  rig?: Rig\n')
    edit(
      join(folder, type),
      '// +kubebuilder:storageversion\n',
      '// +kubebuilder:storageversion\n// +kubebuilder:deprecatedversion\n',
    )
    expect(await createApi(folder, { version: 'v2', from: 'v1' })).toMatchObject({
      exitCode: 0,
      stderr: '',
    })
    const files = snapshotFolder(folder)
    const copy = files['api/ship/v2/frigate.ts'] ?? ''
    expect(copy).toContain("import type { Rig } from '../v1/rig.ts'\n")
    expect(copy).toContain('// +kubebuilder:printcolumn')
    expect(copy).not.toMatch(/storageversion|deprecatedversion/)
    expect(files['config/samples/ship_v2_frigate.yaml']).toContain('ship.example.org/v2\n')
    expect(files[spoke]).toContain('rig: spoke.spec.rig,\n')
  })

  test('copies no type whose file declares another kind too', async () => {
    const folder = await projectWithKind()
    await createApi(folder, { kind: 'Ketch' })
    const ketch = readFileSync(join(folder, 'api/ship/v1/ketch.ts'), 'utf8')
    const [, body = ''] = ketch.split("from 'kops'\n")
    writeFileSync(
      join(folder, 'api/ship/v1/frigate.ts'),
      readFileSync(join(folder, 'api/ship/v1/frigate.ts'), 'utf8') + body,
    )
    rmSync(join(folder, 'api/ship/v1/ketch.ts'))
    const run = await createApi(folder, { version: 'v2', from: 'v1' })
    expect(reportedCodes(run)).toEqual(['args/invalid-from'])
    expect(run.stderr).toContain('`Ketch` too')
  })
})
