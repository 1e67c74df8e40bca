import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { settleProject, withProjectLock } from '../../src/scaffold/project-lock.ts'
import { identify } from '../../src/scaffold/lock-owner.ts'
import { makeTree, readTree, type Tree } from './scratch-tree.ts'
import { recovery } from './test-recovery.ts'

function owner(pid: number, host = hostname(), started = ''): string {
  return `${JSON.stringify({ pid, host, started })}\n`
}

/** This process, which is running. */
const ownName = `${JSON.stringify(identify(process.pid))}\n`

async function tryLock(
  files: Tree,
  patienceMs = 0,
): Promise<{ codes: string[]; ran: boolean; tree: Tree }> {
  const [root, sink] = [makeTree(files), new DiagnosticSink()]
  const ran = await withProjectLock(root, { sink, recovery, patienceMs }, () => true)
  const codes = sink.diagnostics.map(({ code }) => code)
  return { codes, ran: ran === true, tree: readTree(root) }
}

test('commands in one folder run one after the other, and lose nothing', async () => {
  const root = makeTree({ counter: '0' })
  const path = join(root, 'counter')
  let inside = 0
  const command = async (): Promise<void> => {
    const sink = new DiagnosticSink()
    await withProjectLock(root, { sink, recovery, patienceMs: 60_000 }, async () => {
      inside += 1
      expect(inside).toBe(1)
      const count = Number(readFileSync(path, 'utf8'))
      await new Promise((resolve) => setImmediate(resolve))
      writeFileSync(path, String(count + 1))
      inside -= 1
    })
    expect(sink.diagnostics).toEqual([])
  }
  await Promise.all(Array.from({ length: 12 }, command))
  expect(readTree(root)).toEqual({ counter: '12' })
})

test.for<{ name: string; text: string; isHeld: boolean }>([
  { name: 'a running process', text: ownName, isHeld: true },
  {
    name: 'a running process without its start',
    text: owner(1),
    isHeld: process.platform !== 'linux',
  },
  { name: 'a process that is gone', text: owner(2 ** 22 + 1), isHeld: false },
  {
    name: 'a later process of the same number',
    text: owner(process.pid, hostname(), 'before'),
    isHeld: false,
  },
  { name: 'a process elsewhere', text: owner(1, 'elsewhere'), isHeld: true },
  { name: 'a name that is being written', text: '', isHeld: true },
])('a folder that belongs to $name: $isHeld', async ({ text, isHeld }) => {
  const { codes, ran, tree } = await tryLock({ '.kops/journal/owner.0': text })
  expect(ran).toBe(!isHeld)
  expect(codes).toEqual(isHeld ? ['project/locked'] : [])
  expect('.kops/journal/owner.0' in tree).toBe(isHeld)
})

test('a name that stays cut off is no owner', async () => {
  expect(await tryLock({ '.kops/journal/owner.0': '{"pid"' }, 10_000)).toMatchObject({ ran: true })
})

test('a lock that is given back leaves nothing', async () => {
  expect((await tryLock({ 'README.md': '' })).tree).toEqual({ 'README.md': '' })
})

test('a lock is given back after an exception', async () => {
  const root = makeTree()
  const failing = withProjectLock(root, { sink: new DiagnosticSink(), recovery }, () => {
    throw new Error('a bug')
  })
  await expect(failing).rejects.toThrow('a bug')
  expect(readTree(root)).toEqual({})
})

test.for([
  { name: 'cut off', text: '{"version":1,' },
  { name: 'of another version', text: '{"version":2}' },
])('a journal $name is told of, and left', async ({ text }) => {
  const { codes, ran, tree } = await tryLock({ '.kops/journal/journal.json': text })
  expect({ codes, ran }).toEqual({ codes: ['project/unsigned-journal'], ran: false })
  expect(tree['.kops/journal/journal.json']).toBe(text)
})

test('settleProject() sweeps what was never sealed, in its own folder alone', async () => {
  const root = makeTree({ '.kops/journal/0.new': 'staged', 'src/deep/main.ts': '' })
  const before = readTree(root)
  const sink = new DiagnosticSink()
  await settleProject(join(root, 'src/deep'), { sink, recovery })
  expect(readTree(root)).toEqual(before)
  await settleProject(root, { sink, recovery })
  expect(sink.diagnostics).toEqual([])
  expect(readTree(root)).toEqual({ 'src/': '', 'src/deep/': '', 'src/deep/main.ts': '' })
})

test('a lock in a folder above keeps no command below from its work', async () => {
  const root = makeTree({ '.kops/journal/owner.0': ownName, 'below/file': '' })
  const sink = new DiagnosticSink()
  const below = join(root, 'below')
  const options = { sink, recovery, patienceMs: 0 }
  expect(await withProjectLock(below, options, () => true)).toBe(true)
  expect(await withProjectLock(below, { ...options, dryRun: true }, () => true)).toBe(true)
  expect(sink.diagnostics).toEqual([])
})

describe('a forged lock', () => {
  test.for([
    'owner.1e+22',
    'owner.10000000000000000000000',
    `owner.${'9'.repeat(240)}`,
    'owner.999999999',
    'owner.1000000000',
    'owner.007',
    'owner.-1',
    'owner.',
    'owner.0x10',
    'owner.٣',
  ])('named %s holds no command', async (name) => {
    const files = { [`.kops/journal/${name}`]: owner(2 ** 22 + 1) }
    expect(await tryLock(files)).toMatchObject({ codes: [], ran: true })
  })

  test.for<[string, string]>([
    ['a process that cannot be', owner(99_999_999_999)],
    ['the whole process group', owner(0)],
    ['a process before the first one', owner(-1)],
    ['no process', 'null'],
  ])('that names %s holds no command', async ([, text]) => {
    expect(await tryLock({ '.kops/journal/owner.0': text }, 10_000)).toMatchObject({ ran: true })
  })

  test.for<[string, string]>([
    ['a file from the future', owner(1, 'elsewhere')],
    ['a broken file from the future', '{"pid"'],
  ])('that is %s holds no command', async ([, text]) => {
    const root = makeTree({ '.kops/journal/owner.0': text })
    utimesSync(join(root, '.kops/journal/owner.0'), 4e9, 4e9)
    const sink = new DiagnosticSink()
    const ran = await withProjectLock(root, { sink, recovery, patienceMs: 0 }, () => true)
    expect(ran).toBe(true)
  })

  test.for<[string, (path: string) => void]>([
    ['a folder', (path) => mkdirSync(path)],
    ['a link to an endless file', (path) => symlinkSync('/dev/zero', path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a large file', (path) => writeFileSync(path, 'x'.repeat(2 ** 20))],
  ])('that is %s is not read', async ([, make]) => {
    const root = makeTree({ '.kops/journal/keep': '' })
    const path = join(root, '.kops/journal/owner.0')
    make(path)
    if (lstatSync(path).isFile()) utimesSync(path, 1, 1)
    const sink = new DiagnosticSink()
    const ran = await withProjectLock(root, { sink, recovery, patienceMs: 1000 }, () => true)
    expect(ran ?? sink.diagnostics).toBe(true)
  })
})
