import fc from 'fast-check'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { applyPlan, type PlanOutcome } from '../../src/scaffold/apply-plan.ts'
import type { FileSystem } from '../../src/scaffold/file-system.ts'
import type { Plan } from '../../src/scaffold/plan.ts'
import { settleProject, withProjectLock } from '../../src/scaffold/project-lock.ts'
import { examplePlan, oldTree, planned, record } from './example-plan.ts'
import { refusingDisk } from './fault-file-system.ts'
import { makeTree, readTree, type Tree } from './scratch-tree.ts'
import { recovery } from './test-recovery.ts'

interface Result {
  readonly root: string
  readonly outcome: PlanOutcome | undefined
  readonly codes: readonly string[]
  readonly tree: Tree
}

async function apply(
  root: string,
  plan: Plan,
  options: { readonly dryRun?: boolean; readonly fileSystem?: FileSystem } = {},
): Promise<Result> {
  const sink = new DiagnosticSink()
  const outcome = await withProjectLock(root, { sink, recovery, ...options }, () =>
    applyPlan(plan, { root, sink, recovery, ...options }),
  )
  const codes = sink.diagnostics.map(({ code }) => code)
  return { root, outcome, codes, tree: readTree(root) }
}

const none = { created: [], changed: [], removed: [], kept: [], unchanged: [] }

test('applyPlan() creates, changes, keeps and removes, and records what it wrote', async () => {
  const { outcome, codes, tree } = await apply(makeTree(oldTree), examplePlan)
  expect(codes).toEqual([])
  expect(outcome).toEqual({
    created: ['api/apps/v1/application.ts', 'config/crd/patches/deep.yaml'],
    changed: ['PROJECT', 'config/crd/list.yaml'],
    removed: ['config/crd/stale.yaml'],
    kept: ['README.md'],
    unchanged: [],
  })
  expect(tree['README.md']).toBe('mine\n')
  expect(tree['config/crd/list.yaml']).toBe('one\ntwo\n')
  const recorded = tree['.kops/files']?.split('\n').map((line) => line.split(' ')[0])
  expect(recorded).toEqual([
    'PROJECT',
    'api/apps/v1/application.ts',
    'config/crd/list.yaml',
    'config/crd/patches/deep.yaml',
    '',
  ])
})

test('applyPlan() a second time changes nothing', async () => {
  const { root, tree } = await apply(makeTree(oldTree), examplePlan)
  const again = await apply(root, examplePlan)
  expect(again.tree).toEqual(tree)
  expect(again.outcome).toMatchObject({ created: [], changed: [], removed: [] })
})

test('a dry run tells the same and writes nothing', async () => {
  const root = makeTree(oldTree)
  const dry = await apply(root, examplePlan, { dryRun: true })
  expect(dry.tree).toEqual(readTree(makeTree(oldTree)))
  const { outcome } = await apply(root, examplePlan)
  expect(dry.outcome).toEqual(outcome)
})

test('a plan twice is a plan once, whatever stands there', async () => {
  const policy = fc.constantFrom('keep', 'regenerate', 'conflict', 'update')
  const name = fc.constantFrom('a', 'b', 'c/d', 'c/e/f')
  const content = fc.constantFrom('one\n', 'two\n', 'three\r\nfour\r\n')
  const files = fc.uniqueArray(fc.tuple(name, content, policy), { selector: ([path]) => path })
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, content), files, async (before, wanted) => {
      const plan = { files: wanted.map(([path, text, ifExists]) => planned(path, text, ifExists)) }
      const first = await apply(makeTree(before), plan)
      if (first.codes.length > 0) {
        expect(first.tree).toEqual(readTree(makeTree(before)))
        return
      }
      const second = await apply(first.root, plan)
      expect(second.tree).toEqual(first.tree)
      expect(second.outcome).toMatchObject({ created: [], changed: [], removed: [] })
    }),
    { numRuns: 60 },
  )
})

describe('what stands in the way is told at once, and nothing is written', () => {
  const regenerated = planned('config/list.yaml', 'new\n', 'regenerate')
  test.for<{ name: string; tree: Tree; plan: Plan; codes: string[] }>([
    {
      name: 'files of others',
      tree: { Makefile: 'all:\n', 'src/main.ts': 'main()\n' },
      plan: {
        files: [planned('Makefile', 'x\n'), planned('src/main.ts', 'y\n'), planned('new', 'z\n')],
      },
      codes: ['project/file-exists', 'project/file-exists'],
    },
    {
      name: 'an edited file',
      tree: { 'config/list.yaml': 'edited\n', '.kops/files': record('config/list.yaml', 'old\n') },
      plan: { files: [regenerated, planned('new', 'z\n')] },
      codes: ['project/edited-file'],
    },
    {
      name: 'a file that kops did not write',
      tree: { 'config/list.yaml': 'old\n' },
      plan: { files: [regenerated] },
      codes: ['project/unrecorded-file'],
    },
    {
      name: 'a folder',
      tree: { 'config/list.yaml/keep': '' },
      plan: { files: [regenerated] },
      codes: ['project/not-a-file'],
    },
    {
      name: 'a file in the place of a folder',
      tree: { config: 'a file\n' },
      plan: { files: [regenerated] },
      codes: ['project/not-a-file'],
    },
    {
      name: 'a record that a merge left open',
      tree: { '.kops/files': '<<<<<<< HEAD\n=======\n>>>>>>> branch\n' },
      plan: { files: [planned('new', 'z\n')] },
      codes: ['project/merge-conflict'],
    },
    {
      name: 'a record that cannot be read',
      tree: { '.kops/files': 'config/list.yaml\nother\n' },
      plan: { files: [planned('new', 'z\n')] },
      codes: ['project/invalid-record', 'project/invalid-record'],
    },
  ])('$name', async ({ tree, plan, codes }) => {
    const result = await apply(makeTree(tree), plan)
    expect(result.codes).toEqual(codes)
    expect(result.outcome).toBeUndefined()
    expect(result.tree).toEqual(readTree(makeTree(tree)))
  })

  test('a link that leads out of the project', async () => {
    const [root, outside] = [makeTree({ 'src/main.ts': '' }), makeTree({ file: 'theirs\n' })]
    symlinkSync(outside, join(root, 'config'))
    const result = await apply(root, { files: [planned('config/list.yaml', 'x\n', 'regenerate')] })
    expect(result.codes).toEqual(['project/not-a-file'])
    expect(readTree(outside)).toEqual({ file: 'theirs\n' })
  })

  test('a link in the place of a file', async () => {
    const [root, outside] = [makeTree(), makeTree({ file: 'theirs\n' })]
    symlinkSync(join(outside, 'file'), join(root, 'Makefile'))
    symlinkSync('nowhere', join(root, 'README.md'))
    const plan = { files: [planned('Makefile', 'x\n'), planned('README.md', 'y\n', 'keep')] }
    const sink = new DiagnosticSink()
    await withProjectLock(root, { sink, recovery }, () => applyPlan(plan, { root, sink, recovery }))
    expect(sink.diagnostics.map(({ code }) => code)).toEqual(['project/not-a-file'])
    expect(readTree(outside)).toEqual({ file: 'theirs\n' })
  })
})

test('a link to another folder of the project is followed', async () => {
  const root = makeTree({ 'deploy/list.yaml': 'old\n' })
  symlinkSync('deploy', join(root, 'config'))
  const sink = new DiagnosticSink()
  const plan = { files: [planned('config/list.yaml', 'new\n', 'update')] }
  await withProjectLock(root, { sink, recovery }, () => applyPlan(plan, { root, sink, recovery }))
  expect(sink.diagnostics).toEqual([])
  expect(readFileSync(join(root, 'deploy/list.yaml'), 'utf8')).toBe('new\n')
})

test('removals leave what someone edited and what kops did not write', async () => {
  const tree = {
    'config/edited.yaml': 'edited\n',
    'config/foreign.yaml': 'foreign\n',
    '.kops/files': record('config/edited.yaml', 'old\n') + record('config/gone.yaml', 'gone\n'),
  }
  const paths = ['config/edited.yaml', 'config/foreign.yaml', 'config/gone.yaml']
  const plan: Plan = { files: paths.map((path) => ({ operation: 'remove', path })) }
  const result = await apply(makeTree(tree), plan)
  expect(result.codes).toEqual(['project/kept-file'])
  expect(result.outcome).toEqual({
    ...none,
    kept: paths.slice(0, 2),
    unchanged: ['config/gone.yaml'],
  })
  expect(result.tree['.kops/files']).toBe(record('config/edited.yaml', 'old\n'))
})

test('both lines of a merged record hold', async () => {
  const tree = {
    list: 'theirs\n',
    '.kops/files': record('list', 'ours\n') + record('list', 'theirs\n'),
  }
  const {
    codes,
    outcome,
    tree: after,
  } = await apply(makeTree(tree), {
    files: [planned('list', 'new\n', 'regenerate')],
  })
  expect(codes).toEqual([])
  expect(outcome).toEqual({ ...none, changed: ['list'] })
  expect(after['.kops/files']?.split('\n')).toHaveLength(2)
})

test('a file with CRLF keeps it, and line ends alone are no change', async () => {
  const tree = { a: 'one\r\ntwo\r\n', b: 'one\r\n', '.kops/files': record('b', 'one\n') }
  const plan = { files: [planned('a', 'one\ntwo\n'), planned('b', 'one\ntwo\n', 'regenerate')] }
  const { outcome, tree: after } = await apply(makeTree(tree), plan)
  expect(outcome).toEqual({ ...none, changed: ['b'], unchanged: ['a'] })
  expect(after['b']).toBe('one\r\ntwo\r\n')
})

test('binary content is written byte by byte', async () => {
  const root = makeTree()
  const content = Uint8Array.of(0, 13, 10, 255, 10)
  await apply(root, { files: [{ ...planned('vendor/kops.tgz', ''), content }] })
  expect(new Uint8Array(readFileSync(join(root, 'vendor/kops.tgz')))).toEqual(content)
})

test.for(['create', 'rename', 'makeFolder', 'link', 'remove'] as const)(
  'a system that refuses %s leaves the old tree and says so',
  async (name) => {
    const after = (await apply(makeTree(oldTree), examplePlan)).tree
    for (let number = 1; number < 20; number++) {
      const fileSystem = refusingDisk(name, number, number % 2 === 0 ? 'ENOSPC' : 'EACCES')
      // Taking and giving back the lock writes too, which is not meant here.
      const root = makeTree(oldTree)
      const sink = new DiagnosticSink()
      const outcome = await withProjectLock(root, { sink, recovery }, () =>
        applyPlan(examplePlan, { root, sink, recovery, fileSystem }),
      )
      await settleProject(root, { sink, recovery })
      const tree = readTree(root)
      if (outcome === undefined) {
        expect(sink.diagnostics.map(({ code }) => code)).toEqual(['project/broken-file'])
        expect(tree).toEqual(readTree(makeTree(oldTree)))
      } else {
        expect(tree).toEqual(after)
      }
    }
  },
)
