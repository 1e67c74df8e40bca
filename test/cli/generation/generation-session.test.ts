import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GenerationSession } from '../../../src/cli/generation/generation-session.ts'
import { planGeneration } from '../../../src/cli/generation/plan-generation.ts'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import { diskFileHost, type FileHost } from '../../../src/typemodel/file-host.ts'
import { crdPath, projectText, sampleFiles, SamplePackage, tunnel } from './sample-package.ts'

const inProject = { ...sampleFiles, PROJECT: projectText }

function begin(sample: SamplePackage): GenerationSession {
  return new GenerationSession({ root: sample.folder, flags: {}, parts: ['manifests', 'code'] })
}

/** What a new process would report and write. */
async function anew(sample: SamplePackage, host: FileHost = diskFileHost) {
  const sink = new DiagnosticSink()
  const plan = await planGeneration(
    { root: sample.folder, host, flags: {}, parts: ['manifests', 'code'] },
    sink,
  )
  return { diagnostics: sink.diagnostics, files: plan?.files ?? [] }
}

const edits: readonly ((sample: SamplePackage) => void)[] = [
  (sample) => sample.edit('api/v1/tunnel.ts', '@minimum 1', '@minimum 2'),
  (sample) => sample.edit('types/port.d.ts', '"https"', '"h2"'),
  (sample) => sample.write('api/v1/bridge.ts', tunnel.replaceAll('Tunnel', 'Bridge')),
  (sample) => sample.edit('src/main.ts', 'verbs=get', 'verbs=gett'),
  (sample) => sample.edit('src/main.ts', 'verbs=gett', 'verbs=get'),
  (sample) => sample.edit('PROJECT', 'projectName', 'namespaced: true\nprojectName'),
  (sample) => sample.remove('api/v1/bridge.ts'),
  (sample) => sample.edit('tsconfig.base.json', '"strict"', '"allowImportingTsExtensions":true,"strict"'),
  (sample) => sample.edit('api/v1/tunnel.ts', 'port?: Port', 'port?: Prt'),
  (sample) => sample.edit('api/v1/tunnel.ts', 'port?: Prt', 'port?: Port'),
  // Two kinds that share a file, over a barrel and over `import()`.
  (sample) => {
    sample.write('types/size.ts', 'export type Size = 1 | 2\n')
    sample.write('types/index.ts', "export * from './size.js'\n")
    sample.write('api/v1/bridge.ts', tunnel.replaceAll('Tunnel', 'Bridge').replace('port?: Port', "port?: Port\n  size?: import('../../types/index.js').Size"))
  },
  (sample) => sample.edit('types/size.ts', '1 | 2', '1 | 3'),
  (sample) => sample.edit('types/index.ts', "'./size.js'", "'./large.js'"),
  (sample) => sample.write('types/large.ts', 'export type Size = 100 | 200\n'),
  (sample) => sample.edit('types/large.ts', '200', '300'),
  // A file that is found in place of another.
  (sample) => sample.write('types/port.ts', "export type Port = 'tcp' | 'udp'\n"),
  (sample) => sample.remove('types/port.ts'),
  // A name that is seen everywhere.
  (sample) => sample.write('src/global.d.ts', "declare global {\n  type Mode = 'a' | 'b'\n}\nexport {}\n"),
  (sample) => sample.edit('api/v1/bridge.ts', 'host: string', 'host: string\n  mode?: Mode'),
  (sample) => sample.edit('src/global.d.ts', "'b'", "'c'"),
  // A warning is told again each time.
  (sample) => sample.edit('api/v1/bridge.ts', 'host: string', '// +kubebuilder:validation:Mniimum=1\n  host: string'),
  (sample) => sample.edit('api/v1/tunnel.ts', '@minimum 2', '@minimum 3'),
  (sample) => sample.edit('api/v1/bridge.ts', '// +kubebuilder:validation:Mniimum=1\n', ''),
  (sample) => sample.edit('api/v1/tunnel.ts', '@minimum 3', '@minimum 2'),
  (sample) => sample.edit('api/v1/groupversion.ts', 'net.my.domain', 'net.my.domain\n// +kubebuilder:skip'),
] // prettier-ignore

describe('GenerationSession', () => {
  test('gives after each change what a new process would give', async () => {
    const sample = new SamplePackage(inProject)
    const session = begin(sample)
    await session.refresh()
    for (const edit of edits) {
      edit(sample)
      const { diagnostics, outcome } = await session.refresh()
      const expected = await anew(sample)
      expect(diagnostics).toEqual(expected.diagnostics)
      expect(outcome === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'))
      if (outcome === undefined) continue
      const written = sample.files()
      for (const file of expected.files) expect(written[file.path]).toBe(file.content)
    }
    expect(sample.files()[crdPath]).toContain('minimum: 2')
  })

  test('writes nothing where nothing has changed', async () => {
    const sample = new SamplePackage(inProject)
    const session = begin(sample)
    expect((await session.refresh()).outcome?.created).toContain(crdPath)
    const { outcome } = await session.refresh()
    expect({ ...outcome, unchanged: [] }).toEqual({
      created: [], changed: [], removed: [], kept: [], unchanged: [],
    }) // prettier-ignore
  })
})

describe('planGeneration()', () => {
  test('works on files that are not there yet', async () => {
    const sample = new SamplePackage()
    const path = join(sample.folder, 'api/v1/tunnel.ts')
    const text = tunnel.replace('@minimum 1', '@minimum 7')
    const host = { ...diskFileHost, readText: (each: string) => (each === path ? text : diskFileHost.readText(each)) } // prettier-ignore
    const { files } = await anew(sample, host)
    expect(files.find((file) => file.path === crdPath)?.content).toContain('minimum: 7')
    expect(Object.keys(sample.files())).not.toContain(crdPath)
  })
})
