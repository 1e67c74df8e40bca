import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { finishInterrupted, withProjectLock } from '../../src/scaffold/project-lock.ts'
import { makeTree, readTree, type Tree } from './scratch-tree.ts'

function owner(pid: number, host = hostname(), started = ''): string {
  return `${JSON.stringify({ pid, host, started })}\n`
}

async function tryLock(
  files: Tree,
  patienceMs = 0,
): Promise<{ codes: string[]; ran: boolean; tree: Tree }> {
  const [root, sink] = [makeTree(files), new DiagnosticSink()]
  const ran = await withProjectLock(root, { sink, patienceMs }, () => true)
  const codes = sink.diagnostics.map(({ code }) => code)
  return { codes, ran: ran === true, tree: readTree(root) }
}

test('commands in one folder run one after the other, and lose nothing', async () => {
  const root = makeTree({ counter: '0' })
  const path = join(root, 'counter')
  let inside = 0
  const command = async (): Promise<void> => {
    const sink = new DiagnosticSink()
    await withProjectLock(root, { sink, patienceMs: 60_000 }, async () => {
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
  { name: 'a running process', text: owner(process.pid), isHeld: true },
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
  const failing = withProjectLock(root, { sink: new DiagnosticSink() }, () => {
    throw new Error('a bug')
  })
  await expect(failing).rejects.toThrow('a bug')
  expect(readTree(root)).toEqual({})
})

test.for([
  { name: 'cut off', text: '{"version":1,' },
  { name: 'of another version', text: '{"version":2}' },
  {
    name: 'leading out',
    text: '{"version":1,"steps":[{"path":"../x","staged":"0.new"}],"folders":[]}',
  },
  {
    name: 'with foreign names',
    text: '{"version":1,"steps":[{"path":"x","staged":"../../y"}],"folders":[]}',
  },
])('a journal $name is told of, and left', async ({ text }) => {
  const { codes, ran, tree } = await tryLock({ '.kops/journal/journal.json': text })
  expect({ codes, ran }).toEqual({ codes: ['project/broken-journal'], ran: false })
  expect(tree['.kops/journal/journal.json']).toBe(text)
})

test('finishInterrupted() looks in the folders above, and costs nothing where there is nothing', async () => {
  const root = makeTree({ '.kops/journal/0.new': 'staged', 'src/deep/main.ts': '' })
  const sink = new DiagnosticSink()
  await finishInterrupted(join(root, 'src/deep'), { sink })
  expect(sink.diagnostics).toEqual([])
  expect(readTree(root)).toEqual({ 'src/': '', 'src/deep/': '', 'src/deep/main.ts': '' })
})
