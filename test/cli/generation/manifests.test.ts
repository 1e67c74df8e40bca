import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../../src/manifest/parse-yaml.ts'
import { reportedCodes, scratchFolder } from '../run-kops.ts'
import {
  crdPath,
  projectText,
  rolePath,
  sampleFiles,
  SamplePackage,
  tunnel,
} from './sample-package.ts'

const inProject = { ...sampleFiles, PROJECT: projectText }

describe('kops manifests', () => {
  test('writes CRD and role of a plain package, and says what', async () => {
    const sample = new SamplePackage()
    const { exitCode, stdout, stderr } = await sample.run('manifests')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/^wrote config\/crd\/bases\/\S+ \(.* k?B\)\nwrote config\/rbac\/role\.yaml \(/)
    expect(parseYaml(sample.read(crdPath))[0]?.value).toMatchObject({
      metadata: { name: 'tunnels.net.my.domain' },
      spec: { versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} } }] },
    })
    expect(Object.keys(sample.files())).not.toContain('config/crd/bases/Kustomization')
  }) // prettier-ignore

  test('touches no file that is as it should be', async () => {
    const sample = new SamplePackage()
    await sample.run('manifests')
    const before = sample.changedAt(crdPath)
    sample.edit('src/main.ts', 'get', 'list')
    const { stdout } = await sample.run('manifests')
    expect(stdout).toMatch(/^wrote config\/rbac\/role\.yaml \(\d+ B\)\n1 file up to date\n$/)
    expect(sample.changedAt(crdPath)).toBe(before)
  })

  test('writes nothing at all where anything is wrong', async () => {
    const sample = new SamplePackage()
    sample.edit('src/main.ts', 'get', 'gett')
    const before = sample.files()
    const run = await sample.run('manifests')
    expect(run.exitCode).toBe(1)
    expect(reportedCodes(run)).toEqual(['rbac/unknown-verb'])
    expect(sample.files()).toEqual(before)
  })

  test('says where there is nothing to write', async () => {
    const sample = new SamplePackage({ 'src/main.ts': 'export {}\n', 'tsconfig.json': '{}' })
    const { exitCode, stdout } = await sample.run('manifests')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('nothing to write')
    expect(Object.keys(sample.files())).toEqual(['src/main.ts', 'tsconfig.json'])
  })

  test('writes to the folders and under the name that it is told', async () => {
    const sample = new SamplePackage()
    await sample.run('manifests', '--crd-output', 'a', '--rbac-output', './b/', '--role-name', 'c')
    expect(sample.read('a/net.my.domain_tunnels.yaml')).toContain('kind: CustomResourceDefinition')
    expect(sample.read('b/role.yaml')).toContain('name: c\n')
  })

  test('takes from PROJECT what the command line leaves open', async () => {
    const sample = new SamplePackage(inProject)
    const settings = 'plugins:\n  kops:\n    manifests:\n      crdOutput: crds\n      roleName: kept\n      headerFile: header.txt\n    year: 2031\n'
    sample.edit('PROJECT', 'projectName', `${settings}projectName`)
    expect((await sample.run('manifests', '--role-name', 'given')).stderr).toBe('')
    expect(sample.read('crds/net.my.domain_tunnels.yaml')).toMatch(/^# Copyright 2031 Me\n---\n/)
    expect(sample.read(rolePath)).toMatch(/^# Copyright 2031 Me\n---\n[^]*name: given\n/)
  }) // prettier-ignore

  test('lists the CRDs of a project for kustomize, those written by hand among them', async () => {
    const sample = new SamplePackage(inProject)
    sample.write('config/crd/bases/by-hand.yaml', 'kind: CustomResourceDefinition\n')
    await sample.run('manifests')
    const [list] = parseYaml(sample.read('config/crd/bases/Kustomization'))
    expect(list?.value).toMatchObject({ resources: ['by-hand.yaml', 'net.my.domain_tunnels.yaml'] })
  })

  test('writes an empty role for a project that asks for nothing', async () => {
    const sample = new SamplePackage({ ...inProject, 'src/main.ts': 'export {}\n' })
    await sample.run('manifests')
    expect(sample.read(rolePath)).toContain('rules: []\n')
  })

  test('makes one CRD of several versions, the preferred first, whatever the order of files', async () => {
    const kind = (storage: string): string => tunnel.replace('// +kube', `${storage}// +kube`)
    const sample = new SamplePackage({
      ...sampleFiles,
      'api/v1/tunnel.ts': kind(''),
      'api/v1beta1/tunnel.ts': `// +groupName=net.my.domain\n${kind('')}`,
      'api/v10/tunnel.ts': `// +groupName=net.my.domain\n${kind('// +kubebuilder:storageversion\n')}`,
    })
    expect((await sample.run('manifests')).stderr).toBe('')
    expect(parseYaml(sample.read(crdPath))[0]?.value).toMatchObject({
      spec: {
        versions: [
          { name: 'v10', storage: true },
          { name: 'v1', storage: false },
          { name: 'v1beta1', storage: false },
        ],
      },
    })
  })

  test('gives the same bytes for a source with CRLF, a byte order mark or odd line ends', async () => {
    const plain = new SamplePackage()
    const windows = new SamplePackage({
      ...sampleFiles,
      'api/v1/tunnel.ts': '\ufeff' + tunnel.replaceAll('\n', '\r\n'),
      'src/main.ts': sampleFiles['src/main.ts']?.replaceAll('\n', '\r\n') ?? '',
    })
    await plain.run('manifests')
    await windows.run('manifests')
    expect(windows.read(crdPath)).toBe(plain.read(crdPath))
    expect(windows.read(rolePath)).toBe(plain.read(rolePath))
    const odd = new SamplePackage()
    odd.edit('api/v1/tunnel.ts', 'leads somewhere', 'leads\u2028some\rwhere')
    await odd.run('manifests')
    expect(odd.read(crdPath)).not.toMatch(/[\r\u2028]/)
    expect(odd.read(crdPath).endsWith('\n')).toBe(true)
  })

  test.for<[string, string, string]>([
    ['project/outside-root', 'plugins: {kops: {manifests: {crdOutput: ../a}}}', ''],
    ['project/outside-root', 'plugins: {kops: {manifests: {rbacOutput: /a}}}', ''],
    ['project/outside-root', 'plugins: {kops: {manifests: {headerFile: ../../../etc/passwd}}}', ''],
    ['project/outside-root', 'plugins: {kops: {manifests: {headerFile: /etc/passwd}}}', ''],
    ['project/unsafe-path', 'plugins: {kops: {manifests: {crdOutput: .git/hooks}}}', ''],
    ['project/unsafe-path', 'plugins: {kops: {manifests: {crdOutput: config/aux}}}', ''],
    ['rbac/invalid-name', 'plugins: {kops: {manifests: {roleName: a/b}}}', ''],
    ['rbac/cluster-scoped-resource', 'namespaced: true', 'groups=core,resources=nodes,verbs=get'],
    ['rbac/cluster-scoped-resource', 'namespaced: true', 'groups=net.my.domain,resources=tunnels,verbs=get'],
  ])('reports %s in a project with %s', async ([code, setting, rule]) => {
    const sample = new SamplePackage(inProject)
    sample.edit('PROJECT', 'projectName', `${setting}\nprojectName`)
    sample.edit('api/v1/tunnel.ts', '// +kube', '// +kubebuilder:resource:scope=Cluster\n// +kube')
    if (rule) sample.write('src/main.ts', `// +kubebuilder:rbac:${rule}\nexport {}\n`)
    expect(reportedCodes(await sample.run('manifests'))).toEqual([code])
  }) // prettier-ignore

  test('reads no header through a link that leads out of the project', async () => {
    const sample = new SamplePackage(inProject)
    const secret = join(scratchFolder({ secret: 'mine\n' }), 'secret')
    symlinkSync(secret, join(sample.folder, 'link.txt'))
    sample.edit(
      'PROJECT',
      'projectName',
      'plugins: {kops: {manifests: {headerFile: link.txt}}}\nprojectName',
    )
    expect(reportedCodes(await sample.run('manifests'))).toEqual(['project/outside-root'])
  })

  test.for<[string, string, readonly string[]]>([
    ['args/wrong-number', '--year', ['now']],
    ['args/wrong-number', '--max-warnings', ['-1']],
    ['args/wrong-number', '--max-description-length', ['1.5']],
    ['args/outside-root', '--crd-output', ['../elsewhere']],
    ['args/outside-root', '--rbac-output', ['/elsewhere']],
    ['args/outside-root', '--header-file', ['../header.txt']],
    ['args/header-not-found', '--header-file', ['none.txt']],
    ['args/header-needs-year', '--header-file', ['header.txt']],
    ['args/wrong-choice', '--format', ['xml']],
  ])('reports %s for %s', async ([code, flag, values]) => {
    const sample = new SamplePackage()
    const run = await sample.run('manifests', flag, ...values)
    expect(reportedCodes(run)).toEqual([code])
    expect(run.exitCode).toBe(2)
    expect(Object.keys(sample.files())).not.toContain(crdPath)
  })
})

describe('stale files', () => {
  test('are removed where kops wrote them, and nobody edited them', async () => {
    const sample = new SamplePackage()
    await sample.run('manifests')
    sample.write('config/crd/bases/by-hand.yaml', 'kind: CustomResourceDefinition\n')
    sample.edit('api/v1/tunnel.ts', 'interface Tunnel extends', 'interface Bridge extends')
    sample.edit('src/main.ts', '// +kubebuilder', '// kubebuilder')
    const { stdout } = await sample.run('manifests')
    expect(stdout).toContain(`removed ${crdPath}\nremoved ${rolePath}\n`)
    expect(Object.keys(sample.files()).filter((path) => path.startsWith('config/'))).toEqual([
      'config/crd/bases/by-hand.yaml',
      'config/crd/bases/net.my.domain_bridges.yaml',
    ])
    expect(sample.read('.kops/files')).not.toContain('tunnels')
  })

  test('stay where someone edited them, with a warning', async () => {
    const sample = new SamplePackage()
    await sample.run('manifests')
    sample.edit(crdPath, 'kind: Tunnel', 'kind: Mine')
    sample.remove('api/v1/tunnel.ts')
    const run = await sample.run('manifests')
    expect(reportedCodes(run)).toEqual(['project/kept-file'])
    expect(sample.read(crdPath)).toContain('kind: Mine')
  })

  test('of other folders and of other parts of the sources stay', async () => {
    const sample = new SamplePackage()
    await sample.run('manifests')
    await sample.run('manifests', '--crd-output', 'elsewhere')
    await sample.run('manifests', '--paths', 'src')
    expect(Object.keys(sample.files())).toContain(crdPath)
  })

  test('that are wanted are written again where someone edited them', async () => {
    const sample = new SamplePackage()
    await sample.run('manifests')
    const written = sample.read(crdPath)
    sample.edit(crdPath, 'kind: Tunnel', 'kind: Mine')
    await sample.run('manifests')
    expect(sample.read(crdPath)).toBe(written)
  })
})

describe('--check and --dry-run', () => {
  test('show what is stale and change nothing', async () => {
    const sample = new SamplePackage()
    const before = sample.files()
    const absent = await sample.run('manifests', '--check')
    expect(absent.exitCode).toBe(1)
    expect(absent.stdout).toContain(`--- /dev/null\n+++ b/${crdPath}\n`)
    expect(absent.stderr).toContain('2 files are stale; run `kops manifests`')
    expect(sample.files()).toEqual(before)
    await sample.run('manifests')
    expect((await sample.run('manifests', '--check')).exitCode).toBe(0)
    sample.edit('api/v1/tunnel.ts', '@minimum 1', '@minimum 2')
    const changed = await sample.run('manifests', '--check')
    expect(changed.exitCode).toBe(1)
    expect(changed.stdout).toMatch(/^-\s+minimum: 1\n\+\s+minimum: 2$/m)
    sample.remove('api/v1/tunnel.ts')
    expect((await sample.run('manifests', '--check')).stdout).toContain('+++ /dev/null')
  })

  test('pass where version control has changed the line ends', async () => {
    const sample = new SamplePackage()
    await sample.run('manifests')
    sample.write(crdPath, sample.read(crdPath).replaceAll('\n', '\r\n'))
    expect((await sample.run('manifests', '--check')).exitCode).toBe(0)
  })

  test('print one stream of manifests', async () => {
    const sample = new SamplePackage(inProject)
    const { exitCode, stdout } = await sample.run('manifests', '--dry-run')
    expect(exitCode).toBe(0)
    expect(parseYaml(stdout).map(({ value }) => value)).toMatchObject([
      { kind: 'CustomResourceDefinition' },
      { kind: 'ClusterRole' },
    ])
    expect(Object.keys(sample.files())).not.toContain(crdPath)
  })
})

test('--max-warnings fails where there are more, after writing', async () => {
  const sample = new SamplePackage()
  sample.edit('src/main.ts', 'verbs=get', 'verbs=*')
  expect((await sample.run('manifests', '--max-warnings', '1')).exitCode).toBe(0)
  const run = await sample.run('manifests', '--max-warnings', '0')
  expect(run.exitCode).toBe(1)
  expect(run.stderr).toContain('1 warning, more than the 0 of `--max-warnings`')
  expect(sample.read(rolePath)).toContain("'*'")
})

describe('kops generate', () => {
  test('writes descriptors, indexes and the registration of a project', async () => {
    const sample = new SamplePackage(inProject)
    const { exitCode, stderr } = await sample.run('generate')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(sample.read('api/v1/index.ts')).toBe(
      "// Code generated by kops. DO NOT EDIT.\nexport * from './tunnel.js'\nexport { Tunnel } from './zz_generated.descriptors.js'\n",
    )
    expect(sample.read('src/zz_generated.register.ts')).toContain('v1Tunnel')
    expect((await sample.run('generate', '--check')).exitCode).toBe(0)
    expect((await sample.run('manifests')).stderr).toBe('')
  })

  test('imports files by the names that the compiler of the package takes', async () => {
    const sample = new SamplePackage()
    await sample.run('generate')
    expect(sample.read('api/v1/index.ts')).toContain("'./tunnel.js'")
    sample.edit('tsconfig.base.json', '"strict"', '"rewriteRelativeImportExtensions":true,"strict"')
    await sample.run('generate')
    expect(sample.read('api/v1/index.ts')).toContain("'./tunnel.ts'")
  })

  test('loses no edit of a file that it keeps', async () => {
    const sample = new SamplePackage(inProject)
    await sample.run('generate')
    sample.write('src/zz_generated.register.ts', '// mine\n')
    const run = await sample.run('generate')
    expect(reportedCodes(run)).toEqual(['project/edited-file'])
    expect(sample.read('src/zz_generated.register.ts')).toBe('// mine\n')
  })

  test('removes what belongs to kinds that are gone', async () => {
    const sample = new SamplePackage()
    await sample.run('generate')
    sample.edit('api/v1/tunnel.ts', 'extends CustomResource', '')
    await sample.run('generate')
    expect(Object.keys(sample.files()).filter((path) => path.startsWith('api/'))).toEqual([
      'api/v1/groupversion.ts',
      'api/v1/tunnel.ts',
    ])
  })

  test('reports an entry of PROJECT without its kind', async () => {
    const sample = new SamplePackage(inProject)
    sample.edit('api/v1/tunnel.ts', 'interface Tunnel extends', 'interface Bridge extends')
    expect(reportedCodes(await sample.run('generate'))).toEqual(['project/missing-kind'])
  })
})
