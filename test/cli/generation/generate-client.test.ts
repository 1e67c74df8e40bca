import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { check, resolveConfig } from 'prettier'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { reportedCodes } from '../run-kops.ts'
import { projectText, SamplePackage } from './sample-package.ts'

const approval =
  '// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://github.com/kubernetes/kubernetes/pull/78458"'

/** The file of a kind with these lines above it. */
function kind(name: string, ...lines: readonly string[]): string {
  return `import type { CustomResource, Int32 } from 'kops'

export interface ${name}Spec {
  replicas: Int32
}

/** ${name} is a kind. */
${lines.join('\n')}
export interface ${name} extends CustomResource {
  spec: ${name}Spec
}
`
}

const compilerOptions = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

const files = {
  'package.json': '{"type":"module"}',
  'tsconfig.json': JSON.stringify({ compilerOptions, include: ['api', 'pkg', 'src'] }),
  'api/samplecrd/v1/groupversion.ts': '// +groupName=samplecrd.k8s.io\nexport {}\n',
  'api/samplecrd/v1/network.ts': kind(
    'Network',
    '// +genclient',
    approval,
    '// +kubebuilder:subresource:status',
  ),
  'api/samplecrd/v1/secret-plan.ts': kind('SecretPlan', approval),
}

function sampleOf(...lines: readonly string[]): SamplePackage {
  const network = kind('Network', approval, ...lines)
  return new SamplePackage({ ...files, 'api/samplecrd/v1/network.ts': network })
}

const clientFile = 'pkg/client/clientset/samplecrd/v1.ts'

/** What the compiler says of the package, its own use of the client included. */
function complaintsOf({ folder }: SamplePackage): readonly string[] {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('.'), join(folder, 'node_modules/kops'))
  symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'))
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  })
  const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {})
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('kops generate client', () => {
  test('writes clientset, informers and listers, and the descriptors that they import', async () => {
    const sample = new SamplePackage(files)
    const flags = ['--group', 'samplecrd.k8s.io', '--version', 'v1', '--output', 'pkg/client']
    const run = await sample.run('generate', 'client', ...flags)
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(Object.keys(sample.files()).filter((path) => !(path in files))).toEqual([
      '.kops/files',
      'api/samplecrd/v1/index.ts',
      'api/samplecrd/v1/zz_generated.descriptors.ts',
      'pkg/client/clientset/clientset.ts',
      'pkg/client/clientset/samplecrd/v1.ts',
      'pkg/client/informers/factory.ts',
      'pkg/client/informers/samplecrd/v1.ts',
      'pkg/client/listers/samplecrd/v1.ts',
    ])
  })

  test('does what PROJECT says where the command line says nothing else', async () => {
    const sample = new SamplePackage({
      ...files,
      PROJECT: `domain: my.domain
layout:
- kops/v1
plugins:
  kops:
    client:
      group: samplecrd.k8s.io
      output: generated/client
projectName: demo
version: "3"
`,
    })
    const clientsets = (): readonly string[] =>
      Object.keys(sample.files()).filter((path) => path.endsWith('clientset/clientset.ts'))
    await sample.run('generate', 'client')
    expect(clientsets()).toEqual(['generated/client/clientset/clientset.ts'])
    await sample.run('generate', 'client', '--output', 'pkg/client')
    expect(clientsets()).toContain('pkg/client/clientset/clientset.ts')
    sample.edit('PROJECT', 'output:', 'outputs:')
    expect((await sample.run('generate', 'client')).stderr).toContain('unknown-setting')
  })

  test('writes none for a kind without `+genclient`', async () => {
    const sample = new SamplePackage(files)
    await sample.run('generate', 'client')
    expect(sample.read(clientFile)).toContain('networks(namespace?: string)')
    expect(sample.read(clientFile)).not.toContain('SecretPlan')
  })

  test('writes the same bytes each time, and touches nothing that stands', async () => {
    const [first, second] = [new SamplePackage(files), new SamplePackage(files)]
    await first.run('generate', 'client')
    await second.run('generate', 'client')
    expect(second.files()).toEqual(first.files())
    const before = first.changedAt(clientFile)
    const { stdout } = await first.run('generate', 'client')
    expect(stdout).toBe('7 files up to date\n')
    expect(first.changedAt(clientFile)).toBe(before)
  })

  test('sees what is stale with --check, and writes nothing then', async () => {
    const sample = new SamplePackage(files)
    await sample.run('generate', 'client')
    expect((await sample.run('generate', 'client', '--check')).exitCode).toBe(0)
    sample.edit('api/samplecrd/v1/network.ts', '+genclient', '+genclient\n// +genclient:readonly')
    const before = sample.files()
    const { exitCode, stdout } = await sample.run('generate', 'client', '--check')
    expect(exitCode).toBe(1)
    expect(stdout).toContain(`--- a/${clientFile}`)
    expect(sample.files()).toEqual(before)
  })

  test('removes the files of a version that is gone, and those of no other client', async () => {
    const sample = new SamplePackage(files)
    sample.write('api/old/v1/groupversion.ts', '// +groupName=old.my.domain\nexport {}\n')
    sample.write('api/old/v1/thing.ts', kind('Thing', '// +genclient'))
    await sample.run('generate', 'client')
    await sample.run('generate', 'client', '--output', 'other')
    sample.remove('api/old')
    const { stdout } = await sample.run('generate', 'client')
    expect(stdout).toContain('removed pkg/client/clientset/old/v1.ts\n')
    const left = Object.keys(sample.files()).filter((path) => path.endsWith('old/v1.ts'))
    expect(left).toEqual([
      'other/clientset/old/v1.ts',
      'other/informers/old/v1.ts',
      'other/listers/old/v1.ts',
    ])
  })

  test('works in a project', async () => {
    const project = projectText
      .replace('group: net', 'group: samplecrd')
      .replace('domain: my.domain\n  group', 'domain: k8s.io\n  group')
      .replace('kind: Tunnel', 'kind: Network')
      .replace('path: api/v1', 'path: api/samplecrd/v1')
    const sample = new SamplePackage({ ...files, PROJECT: project })
    const run = await sample.run('generate', 'client')
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(sample.read('.kops/files')).toContain(`${clientFile} clientset `)
    expect(sample.read('src/zz_generated.register.ts')).toContain('samplecrdV1Network')
  })

  test('names the ending that a compiler writes where it may not see `.ts`', async () => {
    const config = '{"compilerOptions":{"module":"nodenext"},"include":["api"]}'
    const sample = new SamplePackage({ ...files, 'tsconfig.json': config })
    await sample.run('generate', 'client')
    expect(sample.read('pkg/client/clientset/clientset.ts')).toContain("from './samplecrd/v1.js'")
    expect(sample.read(clientFile)).toContain("from '../../../../api/samplecrd/v1/index.js'")
  })
})

describe('the generated client', () => {
  test('compiles under strict, and as an application uses it', async () => {
    const sample = sampleOf(
      '// +genclient',
      '// +kubebuilder:subresource:status',
      '// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale',
      '// +genclient:method=UpdateScale,verb=update,subresource=scale,input=k8s.io/api/autoscaling/v1.Scale,result=Scale',
      '// +genclient:method=PatchTrouble,verb=patch,subresource=trouble,result=NetworkSpec',
      '// +genclient:method=ApplyTwin,verb=apply,subresource=twin',
      '// +genclient:method=CreateAgain,verb=create',
    )
    sample.write(
      'api/samplecrd/v1/zone.ts',
      kind('Zone', approval, '// +genclient', '// +kubebuilder:resource:scope=Cluster'),
    )
    sample.write(
      'src/main.ts',
      `import type { ApiClientOf } from './client.ts'
import { Clientset } from '../pkg/client/clientset/clientset.ts'
import { SharedInformerFactory } from '../pkg/client/informers/factory.ts'
import { createClient, loadConnection, newLogger, systemClock } from 'kops/runtime'

export type { ApiClientOf }
const { client } = createClient(await loadConnection())
const { samplecrdV1 } = new Clientset(client)
const network = await samplecrdV1.networks('default').get('shop')
if (network) await samplecrdV1.networks('default').updateStatus(network)
const scale = await samplecrdV1.networks('default').getScale('shop')
await samplecrdV1.networks('default').updateScale('shop', { ...scale, spec: { replicas: 2 } })
await samplecrdV1.zones().list({ labelSelector: 'a=b' })
for await (const event of samplecrdV1.networks().watch()) console.log(event.type)
const log = newLogger()
const factory = new SharedInformerFactory({ client, clock: systemClock, log })
const { networks, zones } = { networks: factory.samplecrd.v1.networks(), zones: factory.samplecrd.v1.zones() }
networks.informer().addEventHandler({ onAdd: ({ spec }) => console.log(spec.replicas) })
export const cached = [networks.lister().networks('default').get('shop'), zones.lister().get('eu')]
`,
    )
    sample.write('src/client.ts', 'export type ApiClientOf = string\n')
    const { stderr, exitCode } = await sample.run('generate', 'client')
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(complaintsOf(sample)).toEqual([])
  }, 120_000)

  test('is formatted as the scaffold formats', async () => {
    const long = 'LongNamedNetworkGatewayPolicy'
    const sample = sampleOf(
      '// +genclient',
      '// +genclient:noStatus',
      '// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale',
      '// +genclient:method=ReplaceTheWholeOfTheNetwork,verb=update',
    )
    sample.write('api/samplecrd/v1/long.ts', kind(long, approval, '// +genclient'))
    await sample.run('generate', 'client')
    const options = { ...(await resolveConfig('src/index.ts')), parser: 'typescript' }
    const generated = Object.entries(sample.files()).filter(([path]) => path.startsWith('pkg/'))
    for (const [path, text] of generated) expect(await check(text, options), path).toBe(true)
    expect(generated).toHaveLength(5)
  })

  const all = ['get', 'list', 'watch', 'create', 'update', 'updateStatus', 'patch', 'apply']
  const verbs = [...all, 'applyStatus', 'delete', 'deleteCollection']
  const withoutStatus = verbs.filter((verb) => !verb.endsWith('Status'))
  test.for<[readonly string[], readonly string[]]>([
    [[], withoutStatus],
    [['+kubebuilder:subresource:status'], verbs],
    [['+kubebuilder:subresource:status', '+genclient:noStatus'], withoutStatus],
    [['+genclient:readonly'], ['get', 'list', 'watch']],
    [['+genclient:onlyVerbs=create,get'], ['get', 'create']],
    [['+genclient:skipVerbs=watch,deleteCollection'], withoutStatus.filter((verb) => verb !== 'watch' && verb !== 'deleteCollection')],
    [['+genclient:onlyVerbs=create,get', '+genclient:skipVerbs=get'], ['create']],
    [['+genclient:noVerbs'], []],
  ])('%s leaves the verbs %s', async ([markers, expected]) => {
    const sample = sampleOf('// +genclient', ...markers.map((marker) => `// ${marker}`))
    await sample.run('generate', 'client')
    const [, picked = ''] = /export type NetworkClient = Pick<([^>]*>[^>]*)>/.exec(sample.read(clientFile)) ?? []
    expect([...picked.matchAll(/'(\w+)'/g)].map(([, verb]) => verb)).toEqual(expected)
    const hasInformers = expected.includes('list') && expected.includes('watch')
    expect('pkg/client/informers/factory.ts' in sample.files()).toBe(hasInformers)
    expect('pkg/client/listers/samplecrd/v1.ts' in sample.files()).toBe(hasInformers)
  }) // prettier-ignore

  test('takes the group’s name from `+groupGoName`', async () => {
    const sample = new SamplePackage(files)
    sample.write(
      'api/samplecrd/v1/groupversion.ts',
      '// +groupName=samplecrd.k8s.io\n// +groupGoName=Crds\nexport {}\n',
    )
    await sample.run('generate', 'client')
    expect(sample.read('pkg/client/clientset/clientset.ts')).toContain('readonly crdsV1: CrdsV1Client')
  }) // prettier-ignore

  test('of a cluster-scoped kind takes no namespace', async () => {
    const sample = sampleOf(
      '// +genclient',
      '// +genclient:nonNamespaced',
      '// +kubebuilder:resource:scope=Cluster',
    )
    await sample.run('generate', 'client')
    expect(sample.read(clientFile)).toContain('networks(): NetworkClient')
  })
})

describe('a mistake in `+genclient`', () => {
  test.for<[string, string]>([
    ['+genclient:nonNamespaced', 'client/contradicts-kind'],
    ['+resourceName=nets', 'client/contradicts-kind'],
    ['+genclient:method=List,verb=list', 'client/invalid-method'],
    ['+genclient:method=2Go,verb=get,subresource=scale', 'client/invalid-method'],
    ['+genclient:method=ListScales,verb=list,subresource=scale', 'client/invalid-method'],
    ['+genclient:method=GetScale,verb=get,result=Scale', 'client/invalid-method'],
    ['+genclient:method=GetIt,verb=get,subresource=it,result=NetworkSpek', 'client/unknown-type'],
    ['+genclient:method=GetIt,verb=get,subresource=it,result=k8s.io/api/apps/v1.Scal', 'client/unknown-type'],
    ['+genclient:method=GetIt,verb=get,subresource=it,result=example.com/x/v1.Scale', 'client/unknown-type'],
  ])('%s is %s', async ([marker, code]) => {
    const sample = sampleOf('// +genclient', `// ${marker}`)
    const before = sample.files()
    const run = await sample.run('generate', 'client')
    expect({ codes: reportedCodes(run), exitCode: run.exitCode }).toEqual({ codes: [code], exitCode: 1 })
    expect(sample.files()).toEqual(before)
  }) // prettier-ignore

  test('names the kind that could have a client, and no other group', async () => {
    const run = await new SamplePackage(files).run('generate', 'client', '--group', 'apps')
    expect(reportedCodes(run)).toEqual(['client/no-kinds'])
    expect(run.stderr).toContain('`apps`')
  })

  test('offers the nearest type', async () => {
    const marker = '// +genclient:method=GetIt,verb=get,subresource=it,result=NetworkSpek'
    const run = await sampleOf('// +genclient', marker).run('generate', 'client')
    expect(run.stderr).toContain('did you mean `NetworkSpec`?')
  })
})
