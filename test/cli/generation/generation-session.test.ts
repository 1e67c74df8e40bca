import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GenerationSession } from '../../../src/cli/generation/generation-session.ts'
import { planGeneration } from '../../../src/cli/generation/plan-generation.ts'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import { diskFileHost, type FileHost } from '../../../src/typemodel/file-host.ts'
import { edits } from './sample-edits.ts'
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
