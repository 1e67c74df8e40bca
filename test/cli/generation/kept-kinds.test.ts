import { expect, test } from 'vitest'
import { KeptKinds } from '../../../src/cli/generation/kept-kinds.ts'
import { planGeneration } from '../../../src/cli/generation/plan-generation.ts'
import { sourceHost } from '../../../src/cli/generation/source-host.ts'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import { RecordingHost } from '../../../src/typemodel/recording-host.ts'
import { sampleFiles, SamplePackage, tunnel } from './sample-package.ts'

const files = {
  ...sampleFiles,
  'api/v1/bridge.ts': tunnel.replaceAll('Tunnel', 'Bridge').replace('Port }', 'Port, Size }')
    .replaceAll('types/port.js', 'types/index.js').replace('port?: Port', 'port?: Port\n  size?: Size'),
  'api/v1/ditch.ts': tunnel.replaceAll('Tunnel', 'Ditch').replace(/import type \{ Port.*\n/, '')
    .replace('  port?: Port\n', ''),
  'types/index.ts': "export * from './port.js'\nexport * from './size.js'\n",
  'types/size.ts': 'export type Size = 1 | 2\n',
  'src/globals.d.ts': 'declare const everywhere: 1\n',
} // prettier-ignore

async function turn(sample: SamplePackage, host: RecordingHost, kept: KeptKinds) {
  const request = { root: sample.folder, host, recordHost: sourceHost, flags: {}, kept }
  const sink = new DiagnosticSink()
  const plan = await planGeneration({ ...request, parts: ['manifests'] }, sink)
  expect(sink.diagnostics).toEqual([])
  if (plan === undefined) throw new Error('there is no plan')
  return plan.program
}

test.for([
  ['nothing', () => undefined, ['Bridge', 'Ditch', 'Tunnel']],
  ['the file of a kind', (sample) => sample.edit('api/v1/ditch.ts', 'host', 'name'), ['Bridge', 'Tunnel']],
  ['a shared file', (sample) => sample.edit('types/port.d.ts', '"https"', '"h2"'), ['Ditch']],
  ['a file behind a barrel', (sample) => sample.edit('types/size.ts', '2', '3'), ['Ditch', 'Tunnel']],
  ['a file that no kind imports', (sample) => sample.edit('src/main.ts', '= 1', '= 2'), ['Bridge', 'Ditch', 'Tunnel']],
  ['a new file', (sample) => sample.write('src/new.ts', 'export {}\n'), []],
  ['names seen everywhere', (sample) => sample.edit('src/globals.d.ts', '1', '2'), []],
  ['the tsconfig', (sample) => sample.edit('tsconfig.base.json', 'nodenext', 'node16'), []],
] as const satisfies readonly (readonly [string, (sample: SamplePackage) => void, readonly string[]])[])(
  'an edit of %s keeps the kinds that it cannot reach',
  async ([, edit, expected]) => {
    const sample = new SamplePackage(files)
    const kept = new KeptKinds(sample.folder)
    const first = new RecordingHost(sourceHost, sample.folder)
    const program = await turn(sample, first, kept)
    edit(sample)
    kept.update(new RecordingHost(sourceHost, sample.folder), first)
    const facts = { group: 'net.my.domain', version: 'v1' }
    const found = program.packages
      .flatMap(({ kinds }) => kinds)
      .filter((model) => kept.find(model, facts) !== undefined)
    expect(found.map(({ name }) => name).sort()).toEqual(expected)
  },
) // prettier-ignore
