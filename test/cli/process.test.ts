import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { renderHelpPages } from '../../src/cli/help-pages.ts'
import { scratchFolder, spawnKops, startFile, type KopsRun } from './run-kops.ts'

/* These run the command as it was built: `npm run build` makes it. */

const packageRoot = dirname(dirname(startFile))

test('kops version names kops, Kubernetes and Node', () => {
  const { exitCode, stdout } = spawnKops(['version', '--json'])
  expect(exitCode).toBe(0)
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  const versions: unknown = JSON.parse(stdout)
  expect(manifest).toMatchObject({ version: expect.any(String) })
  expect(versions).toMatchObject({
    node: process.version,
    kubernetes: expect.stringMatching(/^v1\.\d+/),
  })
  expect(spawnKops(['--version']).stdout).toContain(process.version)
})

test('prepared help is the help of the table', () => {
  for (const [words, text] of Object.entries(renderHelpPages())) {
    const argv = words.split(' ').filter(Boolean)
    expect(spawnKops([...argv, '--help']).stdout).toBe(text)
    expect(spawnKops(['help', ...argv]).stdout).toBe(text)
  }
})

test.for([
  [['version'], 0],
  [['--help'], 0],
  [['explain', 'no/code'], 2],
  [['nonsense'], 2],
] as const)('kops %j ends with %i', ([argv, exitCode]) => {
  const run = spawnKops(argv)
  expect(run.exitCode).toBe(exitCode)
  expect(exitCode === 0 ? run.stderr : run.stdout).toBe('')
})

test('a reader that goes away is no failure', async () => {
  const child = spawn(process.execPath, [startFile, 'markers'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const exitCode = await new Promise((resolve) => child.on('close', resolve))
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
})

test.for([
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  [{ FORCE_COLOR: '0' }, false],
  [{}, false],
] as const)('colour with %j is %j', ([environment, isColoured]) => {
  expect(spawnKops(['nonsense'], { environment }).stderr.includes('\u001B[')).toBe(isColoured)
})

describe('the code cache', () => {
  const files = {
    'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
    'api/v1/shop.ts': `// +groupName=apps.example.org
import type { CustomResource } from 'kops'
export interface Shop extends CustomResource { spec: { name: string } }
`,
  }

  function prepare(): { readonly generate: () => KopsRun; readonly kept: () => readonly string[] } {
    const directory = scratchFolder(files)
    const cache = join(directory, 'cache')
    const environment = { XDG_CACHE_HOME: cache }
    const code = join(cache, 'kops/code')
    return {
      generate: () => spawnKops(['manifests', '--dry-run'], { directory, environment }),
      kept: () => readdirSync(code).map((name) => join(code, name)),
    }
  }

  test('is filled by the first run and left alone by the next', () => {
    const { generate, kept } = prepare()
    const first = generate()
    expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('kind: Shop') })
    const before = kept().map((path) => [path, statSync(path).mtimeMs])
    expect(before.length).toBeGreaterThan(1)
    expect(generate()).toEqual(first)
    expect(kept().map((path) => [path, statSync(path).mtimeMs])).toEqual(before)
  })

  test.for<[string, (content: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (content) => content.subarray(0, content.length >> 1)],
    [
      'altered',
      (content) =>
        Buffer.concat([content.subarray(0, 9999), Buffer.from('x'), content.subarray(10_000)]),
    ],
    ['of another script, whole', () => withChecksum(new Script('1').createCachedData())],
  ])('gives the same where it is %s', ([, spoil]) => {
    const { generate, kept } = prepare()
    const first = generate()
    for (const path of kept()) writeFileSync(path, spoil(readFileSync(path)))
    expect(generate()).toEqual(first)
    expect(generate()).toEqual(first)
  })

  test('is done without where there is no place for it', () => {
    const directory = scratchFolder({ ...files, cache: 'a file' })
    const environment = { XDG_CACHE_HOME: join(directory, 'cache') }
    const run = spawnKops(['manifests', '--dry-run'], { directory, environment })
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
  })
})

/** As the cache keeps machine code: four bytes of checksum in front. */
function withChecksum(data: Buffer): Buffer {
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(crc32(data))
  return Buffer.concat([checksum, data])
}
