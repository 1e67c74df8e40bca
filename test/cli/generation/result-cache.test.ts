import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepResult, findResult, type CacheKey } from '../../../src/cli/generation/result-cache.ts'
import { writeSealed } from '../../../src/cli/generation/sealed-file.ts'
import { TrustRecord } from '../../../src/cli/trust/trust-record.ts'
import { hashContent } from '../../../src/project/written-files.ts'
import { reportedCodes, runKops, scratchFolder, userFolders } from '../run-kops.ts'
import {
  crdPath,
  projectText,
  rolePath,
  sampleFiles,
  SamplePackage,
  tunnel,
} from './sample-package.ts'

const anew = vi.hoisted(() => ({ runs: 0 }))

vi.mock('../../../src/cli/generation/generate-anew.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/cli/generation/generate-anew.ts')>()
  return {
    ...original,
    generateAnew: (...given: Parameters<typeof original.generateAnew>) => {
      anew.runs++
      return original.generateAnew(...given)
    },
  }
}) // prettier-ignore

// The sources of kops may change while the tests run: what tells builds apart has a test of its own.
vi.mock('../../../src/cli/own-package.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  buildIdentity: () => 'this build',
}))

beforeEach(() => {
  anew.runs = 0
})

/** Whether the run read the sources. */
async function readsAgain(sample: SamplePackage, ...argv: readonly string[]): Promise<boolean> {
  const before = anew.runs
  await sample.run(...(argv.length === 0 ? ['manifests'] : argv))
  return anew.runs > before
}

const inProject = { ...sampleFiles, PROJECT: projectText }

const { 'tsconfig.json': _, ...withoutConfig } = sampleFiles

describe('a run in which nothing has changed', () => {
  test.for([
    ['of a plain package', sampleFiles],
    ['of a project', inProject],
    ['of a package that names no files', { ...sampleFiles, 'tsconfig.json': '{}' }],
    ['of a package without a tsconfig', withoutConfig],
  ] as const)('reads nothing again: %s', async ([, files]) => {
    const sample = new SamplePackage(files)
    expect(await readsAgain(sample)).toBe(true)
    expect(await readsAgain(sample)).toBe(false)
    const written = sample.files()
    expect(await readsAgain(sample, 'manifests', '--check')).toBe(false)
    expect(sample.files()).toEqual(written)
  })

  test('shows its warnings again', async () => {
    const sample = new SamplePackage()
    sample.edit('src/main.ts', 'verbs=get', 'verbs=*')
    const first = await sample.run('manifests')
    const second = await sample.run('manifests')
    expect(anew.runs).toBe(1)
    expect(second.stderr).toBe(first.stderr)
    expect(reportedCodes(second)).toEqual(['rbac/wildcard'])
    expect((await sample.run('manifests', '--max-warnings', '0')).exitCode).toBe(1)
    expect(anew.runs).toBe(1)
  })

  test('reads nothing again after a run that removed files', async () => {
    const sample = new SamplePackage()
    await sample.run('manifests')
    sample.write('src/main.ts', 'export {}\n')
    expect(await readsAgain(sample)).toBe(true)
    expect(await readsAgain(sample)).toBe(false)
  })

  test('does not mind what another command has written since', async () => {
    const sample = new SamplePackage(inProject)
    for (const command of ['generate', 'manifests', 'generate', 'manifests'])
      await sample.run(command)
    expect(await readsAgain(sample, 'generate')).toBe(false)
    expect(await readsAgain(sample, 'manifests')).toBe(false)
    sample.edit('api/v1/tunnel.ts', '@minimum 1', '@minimum 2')
    expect(await readsAgain(sample, 'generate')).toBe(true)
    expect(await readsAgain(sample, 'manifests')).toBe(true)
    expect(await readsAgain(sample, 'generate')).toBe(false)
  })

  test('reads nothing again after the second run of kops generate', async () => {
    const sample = new SamplePackage(inProject)
    await sample.run('generate')
    await sample.run('generate')
    expect(await readsAgain(sample, 'generate')).toBe(false)
  })
})

/** Each changes something that the result depends on, and with it the result. */
const changes: readonly (readonly [string, (sample: SamplePackage) => void, ...string[]])[] = [
  ['a source', (sample) => sample.edit('api/v1/tunnel.ts', '@minimum 1', '@minimum 2')],
  ['a comment', (sample) => sample.edit('api/v1/tunnel.ts', 'leads somewhere', 'leads nowhere')],
  ['a marker elsewhere', (sample) => sample.edit('src/main.ts', 'get', 'list')],
  ['an imported declaration file', (sample) => sample.edit('types/port.d.ts', '"https"', '"h2"')],
  ['the tsconfig', (sample) => sample.edit('tsconfig.json', ',"src"', '')],
  [
    'the tsconfig it extends',
    (sample) =>
      sample.edit('tsconfig.base.json', '{"compilerOptions"', '{"exclude":["src"],"compilerOptions"'),
  ],
  ['a new file', (sample) => sample.write('api/v1/bridge.ts', tunnel.replaceAll('Tunnel', 'Bridge'))],
  [
    'a new folder',
    (sample) =>
      sample.write('api/v2/bridge.ts', `// +groupName=a.b\n${tunnel.replaceAll('Tunnel', 'Bridge')}`),
  ],
  [
    'a file that goes before another',
    (sample) => sample.write('types/port.ts', 'export type Port = "tcp"\n'),
  ],
  ['a deleted file', (sample) => sample.remove('src/main.ts')],
  ['the record of what kops wrote', (sample) => sample.edit('.kops/files', ' crd ', ' x ')],
  ['a deleted output', (sample) => sample.remove(crdPath)],
  ['an edited output', (sample) => sample.edit(crdPath, 'kind: Tunnel', 'kind: Mine')],
  ['a new CRD of another hand', (sample) => sample.write('config/crd/bases/mine.yaml', 'kind: X\n')],
  ['PROJECT', (sample) => sample.edit('PROJECT', 'projectName', 'namespaced: true\nprojectName')],
  [
    'an installed copy of kops',
    (sample) => {
      sample.write('node_modules/kops/package.json', '{"exports":{".":"./index.d.ts"}}')
      const brands = 'export declare enum Int32 { brand }'
      const kind = 'export interface CustomResource { metadata: object }'
      sample.write('node_modules/kops/index.d.ts', `${brands}\n${kind}\n`)
      sample.edit('api/v1/tunnel.ts', '@minimum 1', '@minimum 3')
    },
  ],
] // prettier-ignore

/** An earlier change may have taken away what this one changes. */
function isPossible(change: () => void): boolean {
  try {
    change()
    return true
  } catch {
    return false
  }
}

describe('a change is never missed', () => {
  test.for(changes)('of %s', async ([, change]) => {
    const sample = new SamplePackage(inProject)
    await sample.run('manifests')
    await sample.run('manifests')
    const before = anew.runs
    change(sample)
    const changed = sample.files()
    const run = await sample.run('manifests')
    expect(run.stderr).toBe('')
    expect(anew.runs).toBe(before + 1)
    expect(sample.files(), 'the run writes').not.toEqual(changed)
    const fresh = new SamplePackage({ ...inProject, ...changed })
    for (const path of Object.keys(inProject)) if (!(path in changed) && !path.startsWith('node_modules')) fresh.remove(path)
    await fresh.run('manifests')
    expect(sample.files()).toEqual(fresh.files())
  }) // prettier-ignore

  test('in any order of changes', async () => {
    const inSources = changes.filter(([name]) => name !== 'an installed copy of kops')
    const some = fc.shuffledSubarray(inSources, { minLength: 3, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(some, async (chosen) => {
        const sample = new SamplePackage(inProject)
        await sample.run('manifests')
        for (const [, change] of chosen) {
          if (!isPossible(() => change(sample))) continue
          const { exitCode } = await sample.run('manifests')
          const fresh = new SamplePackage(sample.files())
          expect((await fresh.run('manifests')).exitCode).toBe(exitCode)
          expect(sample.files()).toEqual(fresh.files())
        }
      }),
      { numRuns: 6 },
    )
  })

  test('of the header or the options', async () => {
    const sample = new SamplePackage()
    const argv = ['manifests', '--header-file', 'header.txt', '--year', '2030']
    await sample.run(...argv)
    expect(await readsAgain(sample, ...argv)).toBe(false)
    sample.edit('header.txt', 'Me', 'You')
    expect(await readsAgain(sample, ...argv)).toBe(true)
    expect(sample.read(rolePath)).toMatch(/^# Copyright 2030 You\n/)
    expect(await readsAgain(sample, ...argv.slice(0, -1), '2031')).toBe(true)
    expect(sample.read(rolePath)).toMatch(/^# Copyright 2031 You\n/)
    expect(await readsAgain(sample, ...argv)).toBe(true)
    expect(sample.read(rolePath)).toMatch(/^# Copyright 2030 You\n/)
  })
})

describe('a kept result that is', () => {
  test.for<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut off', (text) => text.slice(0, -10)],
    ['of another build', (text) => text.replace(/"identity":"[^"]*"/, '"identity":"other"')],
    ['something else', () => '{"identity":1,"inputs":{},"outputs":{"answers":[]}}'],
    ['null', () => 'null'],
  ])('%s counts as none', async ([, spoil]) => {
    const sample = new SamplePackage()
    await sample.run('manifests')
    const written = sample.files()
    const folder = join(sample.caches, 'kops/results')
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      const text = readFileSync(path).subarray(32).toString('latin1')
      const content = Buffer.from(spoil(text), 'latin1')
      writeSealed(path, content, (each) => new TrustRecord(userFolders).sign('cache', each))
    }
    expect(await readsAgain(sample)).toBe(true)
    expect(sample.files()).toEqual(written)
  })
})

describe('a kept result', () => {
  /** Widens the role, and makes the kept result agree with it. */
  function widen(sample: SamplePackage, sign: (content: Buffer, path: string) => Buffer): void {
    const folder = join(sample.caches, 'kops/results')
    const before = digestOf(sample.read(rolePath))
    sample.edit(rolePath, '  - get', '  - get\n  - delete')
    const lines = sample.read('.kops/files')
    const hash =
      lines
        .split('\n')
        .find((line) => line.startsWith(rolePath))
        ?.split(' ')[2] ?? ''
    const now = hashContent(sample.read(rolePath))
    sample.write('.kops/files', lines.replace(hash, now))
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
      const path = join(folder, name)
      const text = readFileSync(path).subarray(32).toString('utf8')
      expect(text).toContain(before)
      const forged = text.replaceAll(before, digestOf(sample.read(rolePath))).replaceAll(hash, now)
      const content = Buffer.from(forged)
      writeFileSync(path, Buffer.concat([sign(content, path), content]))
    }
  }

  function digestOf(text: string): string {
    return createHash('sha256').update(text).digest('base64url')
  }

  test.for<[string, (content: Buffer, path: string) => Buffer]>([
    ['without a signature', () => Buffer.alloc(32)],
    ['with a plain digest', (content) => createHash('sha256').update(content).digest()],
    ['with the signature that it had', (_, path) => readFileSync(path).subarray(0, 32)],
  ])('that was forged %s hides no widened role', async ([, sign]) => {
    const sample = new SamplePackage(inProject)
    await sample.run('manifests')
    widen(sample, sign)
    const run = await sample.run('manifests', '--check')
    expect(run.exitCode).toBe(1)
    expect(`${run.stdout}${run.stderr}`).toContain(rolePath)
  })

  test('of a clone, below `node_modules`, is not looked at', async () => {
    const sample = new SamplePackage(inProject)
    await sample.run('manifests')
    expect(existsSync(join(sample.folder, 'node_modules/.cache'))).toBe(false)
    widen(sample, (_, path) => readFileSync(path).subarray(0, 32))
    const own = join(sample.folder, 'node_modules/.cache/kops')
    cpSync(join(sample.caches, 'kops/results'), own, { recursive: true })
    for (const name of readdirSync(own)) {
      writeFileSync(join(own, name), readFileSync(join(own, name)).subarray(32))
    }
    rmSync(sample.caches, { recursive: true })
    expect((await sample.run('manifests', '--check')).exitCode).toBe(1)
  })

  test('of one project is none of another', async () => {
    const [sample, other] = [new SamplePackage(), new SamplePackage()]
    for (const each of [sample, other]) await each.run('manifests')
    const path = (of: SamplePackage): string => {
      const folder = join(of.caches, 'kops/results')
      return join(folder, readdirSync(folder).find((name) => name.endsWith('.json')) ?? '')
    }
    writeFileSync(path(other), readFileSync(path(sample)))
    expect(await readsAgain(other)).toBe(true)
  })
})

test('a result is found for the same root, question and build alone', () => {
  const root = scratchFolder({ 'node_modules/a': '' })
  const key: CacheKey = {
    root,
    question: ['manifests', {}],
    templates: ['crd'],
    identity: 'one',
    environment: { XDG_CACHE_HOME: scratchFolder() },
    seal: (text) => new TrustRecord(userFolders).sign('cache', text),
  }
  const result = {
    inputs: { answers: [] },
    outputs: { answers: [] },
    lines: [],
    diagnostics: [],
    files: ['a'],
  }
  keepResult(key, result)
  expect(findResult(key)).toMatchObject(result)
  expect(findResult({ ...key, identity: 'two' })).toBeUndefined()
  expect(findResult({ ...key, question: ['manifests', { year: 1 }] })).toBeUndefined()
})

test('results stand with the user’s caches, or nowhere', async () => {
  const directory = scratchFolder({ 'src/main.ts': sampleFiles['src/main.ts'] ?? '' })
  const caches = scratchFolder()
  const environment = { XDG_CACHE_HOME: caches }
  await runKops(['manifests'], { directory, environment })
  await runKops(['manifests'], { directory, environment })
  expect(anew.runs).toBe(1)
  const names = readdirSync(join(caches, 'kops/results'))
  expect(names.filter((name) => name.endsWith('.json'))).toHaveLength(1)
  await runKops(['manifests'], { directory })
  expect(anew.runs).toBe(2)
})

test('a cache that cannot be written is no failure', async () => {
  const sample = new SamplePackage()
  writeFileSync(join(sample.caches, 'kops'), 'a file\n')
  expect((await sample.run('manifests')).exitCode).toBe(0)
  expect((await sample.run('manifests')).exitCode).toBe(0)
})
