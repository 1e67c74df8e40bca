import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { edits } from './sample-edits.ts'
import { crdPath, projectText, sampleFiles, SamplePackage, tunnel } from './sample-package.ts'

const built = vi.hoisted(() => ({ kinds: [] as string[] }))

vi.mock('../../../src/schema/build-version.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/schema/build-version.ts')>()
  return {
    ...original,
    buildVersion: (...given: Parameters<typeof original.buildVersion>) => {
      built.kinds.push(given[0].name)
      return original.buildVersion(...given)
    },
  }
}) // prettier-ignore

// The sources of kops may change while the tests run.
vi.mock('../../../src/cli/own-package.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  buildIdentity: () => 'this build',
}))

const files = {
  ...sampleFiles,
  PROJECT: projectText,
  'api/v1/bridge.ts': tunnel.replaceAll('Tunnel', 'Bridge'),
  'api/v1/ditch.ts': tunnel
    .replaceAll('Tunnel', 'Ditch')
    .replace(/import type \{ Port.*\n/, '')
    .replace('  port?: Port\n', ''),
}

function storeOf(sample: SamplePackage): string | undefined {
  const folder = join(sample.caches, 'kops/results')
  const name = existsSync(folder)
    ? readdirSync(folder).find((each) => each.endsWith('.kinds'))
    : undefined
  return name && join(folder, name)
}

beforeEach(() => {
  built.kinds = []
})

/** The kinds that a run builds. */
async function builds(sample: SamplePackage): Promise<readonly string[]> {
  built.kinds = []
  const { exitCode } = await sample.run('manifests')
  expect(exitCode).toBe(0)
  return built.kinds.toSorted()
}

/** Runs, and does the same where nothing is kept. */
async function expectAsAnew(sample: SamplePackage): Promise<void> {
  const before = sample.files()
  const { exitCode, stderr } = await sample.run('manifests')
  const fresh = new SamplePackage(before)
  const anew = await fresh.run('manifests')
  expect({ exitCode, stderr }).toEqual({ exitCode: anew.exitCode, stderr: anew.stderr })
  expect(sample.files()).toEqual(fresh.files())
}

describe('a run after an edit', () => {
  test('builds what the edit can reach, and nothing else', async () => {
    const sample = new SamplePackage(files)
    expect(await builds(sample)).toEqual(['Bridge', 'Ditch', 'Tunnel'])
    sample.edit('api/v1/ditch.ts', '@minimum 1', '@minimum 2')
    expect(await builds(sample)).toEqual(['Ditch'])
    sample.edit('types/port.d.ts', '"https"', '"h2"')
    expect(await builds(sample)).toEqual(['Bridge', 'Tunnel'])
    sample.edit('src/main.ts', 'verbs=get', 'verbs=list')
    expect(await builds(sample)).toEqual([])
    sample.edit('tsconfig.base.json', 'nodenext', 'node16')
    expect(await builds(sample)).toEqual(['Bridge', 'Ditch', 'Tunnel'])
    expect(sample.read(crdPath)).toContain('h2')
  })

  test('builds all where there is anything to say, and says all of it', async () => {
    const sample = new SamplePackage(files)
    const marker = '// +kubebuilder:validation:Mniimum=1\n  host'
    sample.edit('api/v1/bridge.ts', 'host', marker)
    const { stderr } = await sample.run('manifests')
    expect(stderr).toContain('marker/unknown-name')
    expect(storeOf(sample)).toBeUndefined()
    sample.edit('api/v1/bridge.ts', marker, 'host')
    expect(await builds(sample)).toHaveLength(3)
    sample.edit('api/v1/ditch.ts', 'host', marker)
    expect((await sample.run('manifests')).stderr).toContain('marker/unknown-name')
    sample.edit('src/main.ts', 'verbs=get', 'verbs=*')
    await expectAsAnew(sample)
  })

  test('comes out as without what is kept, one edit after the other', async () => {
    const sample = new SamplePackage({ ...sampleFiles, PROJECT: projectText })
    await sample.run('manifests')
    for (const edit of edits) {
      edit(sample)
      await expectAsAnew(sample)
    }
  })

  test('comes out as without what is kept, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...edits], { minLength: 4, maxLength: 10 }),
        async (chosen) => {
          const sample = new SamplePackage(files)
          await sample.run('manifests')
          for (const edit of chosen) if (isPossible(() => edit(sample))) await expectAsAnew(sample)
        },
      ),
      { numRuns: 6 },
    )
  })
})

describe('what is kept', () => {
  test.for<[string, (bytes: Buffer) => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['cut off', (bytes) => bytes.subarray(0, -10)],
    ['changed in one place', (bytes) => bytes.with(bytes.length >> 1, 255) as Buffer],
    ['text', () => Buffer.from('{"kinds":[]}')],
  ])('counts as none where it is %s', async ([, spoil]) => {
    const sample = new SamplePackage(files)
    await sample.run('manifests')
    const path = storeOf(sample) ?? ''
    writeFileSync(path, spoil(readFileSync(path)))
    sample.edit('api/v1/ditch.ts', '@minimum 1', '@minimum 2')
    expect(await builds(sample)).toHaveLength(3)
  })

  test('is not written by a run that only looks', async () => {
    const sample = new SamplePackage(files)
    await sample.run('manifests', '--dry-run')
    expect(storeOf(sample)).toBeUndefined()
  })
})

/** Edits of what another edit makes may come too early. */
function isPossible(edit: () => void): boolean {
  try {
    edit()
    return true
  } catch {
    return false
  }
}
