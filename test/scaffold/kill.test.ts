import { build } from 'esbuild'
import { execa } from 'execa'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { applyPlan } from '../../src/scaffold/apply-plan.ts'
import { diskFileSystem, type FileSystem } from '../../src/scaffold/file-system.ts'
import { settleProject, withProjectLock } from '../../src/scaffold/project-lock.ts'
import { examplePlan, oldTree } from './example-plan.ts'
import { borderDisk, DyingDisk, Killed, refusingDisk } from './fault-file-system.ts'
import { makeTree, readTree, type Tree } from './scratch-tree.ts'
import { recovery } from './test-recovery.ts'

/** A process that is gone when the next command asks for it. */
const killed = { pid: 1, host: hostname(), started: 'before' }

async function run(root: string, fileSystem: FileSystem): Promise<DiagnosticSink> {
  const sink = new DiagnosticSink()
  await withProjectLock(
    root,
    { sink, recovery, fileSystem, self: killed, isRunning: () => false },
    () => applyPlan(examplePlan, { root, sink, recovery, fileSystem }),
  )
  return sink
}

async function runUntilKilled(root: string, fileSystem: FileSystem): Promise<void> {
  await run(root, fileSystem).catch((error: unknown) => {
    // The kill may come as the cause of what the command makes of it.
    if (!(error instanceof Killed)) throw error
  })
}

async function recover(root: string, fileSystem?: FileSystem): Promise<void> {
  const sink = new DiagnosticSink()
  const isRunning = (): boolean => false
  // Whoever died elsewhere, or while naming itself, counts as dead here.
  await settleProject(root, {
    sink,
    recovery,
    fileSystem,
    isRunning,
    self: { ...killed, pid: 2 },
    patienceMs: 5000,
  })
  expect(sink.diagnostics).toEqual([])
}

async function treeAfter(files: Tree): Promise<{ tree: Tree; writes: number }> {
  const root = makeTree(files)
  const disk = new DyingDisk(Infinity)
  const sink = await run(root, disk)
  expect(sink.diagnostics).toEqual([])
  return { tree: readTree(root), writes: disk.writes }
}

function withoutJournal(tree: Tree): Tree {
  const kept = Object.entries(tree).filter(([path]) => !path.startsWith('.kops/journal'))
  return Object.fromEntries(kept.filter(([path]) => path !== '.kops/'))
}

test.for([false, true])(
  'a kill at any write leaves a tree that recovers (half-written: %s)',
  async (isHalf) => {
    const before = readTree(makeTree(oldTree))
    const { tree: after, writes } = await treeAfter(oldTree)
    expect(writes).toBeGreaterThan(20)
    const outcomes = new Set<string>()
    for (let killAt = 0; killAt < writes; killAt++) {
      const root = makeTree(oldTree)
      await runUntilKilled(root, new DyingDisk(killAt, { isHalf }))
      const left = readTree(root)
      for (const [path, content] of Object.entries(withoutJournal(left))) {
        expect([before[path], after[path]], `${path} is whole after write ${killAt}`).toContain(
          content,
        )
      }
      await recover(root)
      const tree = readTree(root)
      expect([before, after], `after write ${killAt}`).toContainEqual(tree)
      outcomes.add(JSON.stringify(tree))
    }
    expect(outcomes.size).toBe(2)
  },
)

test('a kill at any write of the first command in a folder recovers', async () => {
  const before = readTree(makeTree({}))
  const { tree: after, writes } = await treeAfter({})
  for (let killAt = 0; killAt < writes; killAt++) {
    const root = makeTree({})
    await runUntilKilled(root, new DyingDisk(killAt, { isHalf: true }))
    await recover(root)
    // A folder without files is no difference.
    const { '.kops/': kops, ...files } = readTree(root)
    const isEmpty = kops !== undefined && Object.keys(files).length === 0
    expect([before, after], `after write ${killAt}`).toContainEqual(
      isEmpty ? files : readTree(root),
    )
  }
})

test('a kill at any write of a recovery recovers', async () => {
  const before = readTree(makeTree(oldTree))
  const { tree: after, writes } = await treeAfter(oldTree)
  for (let killAt = 3; killAt < writes; killAt += 8) {
    for (let second = 0; ; second++) {
      const root = makeTree(oldTree)
      await runUntilKilled(root, new DyingDisk(killAt))
      const disk = new DyingDisk(second, { isHalf: true })
      await recover(root, disk).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      await recover(root)
      expect([before, after]).toContainEqual(readTree(root))
      if (!disk.isDead) break
    }
  }
})

test('a kill at any write of a command that goes back recovers', async () => {
  const before = readTree(makeTree(oldTree))
  // Moves are the steps that are taken back; the first one seals the journal.
  for (let move = 1; move <= 6; move += 1) {
    for (let killAt = 0; ; killAt++) {
      const root = makeTree(oldTree)
      const disk = new DyingDisk(killAt, { base: refusingDisk('rename', move, 'ENOSPC') })
      await runUntilKilled(root, disk)
      const isSealed = diskFileSystem.status(join(root, '.kops/journal/journal.json')) !== undefined
      await recover(root)
      // Killed before it could go back, it goes on: the next time, the disk may have room.
      if (!isSealed) expect(readTree(root), `${move}, ${killAt}`).toEqual(before)
      if (!disk.isDead) break
    }
  }
})

test('a kill at any write recovers where a folder is on another device', async () => {
  const before = readTree(makeTree(oldTree))
  const { tree: after } = await treeAfter(oldTree)
  for (let killAt = 0; ; killAt++) {
    const root = makeTree(oldTree)
    const border = join(root, 'config')
    const disk = new DyingDisk(killAt)
    await runUntilKilled(root, borderDisk(border, disk))
    await recover(root, borderDisk(border))
    const tree = readTree(root)
    expect([before, after], `after write ${killAt}`).toContainEqual(tree)
    if (!disk.isDead) break
  }
})

test('a file that someone changed after the kill stays as it is', async () => {
  const { writes } = await treeAfter(oldTree)
  for (let killAt = 0; killAt < writes; killAt++) {
    const root = makeTree(oldTree)
    await runUntilKilled(root, new DyingDisk(killAt))
    const path = join(root, 'config/crd/list.yaml')
    diskFileSystem.remove(path)
    diskFileSystem.create(path, 'mine\n')
    await recover(root)
    expect(readFileSync(path, 'utf8')).toBe('mine\n')
  }
})

test('SIGKILL at any write leaves a tree that recovers', async () => {
  const before = readTree(makeTree(oldTree))
  const { tree: after, writes } = await treeAfter(oldTree)
  const script = join(makeTree(), 'killed-command.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'killed-command.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
  for (let killAt = 0; killAt < writes; killAt += 5) {
    const root = makeTree(oldTree)
    const { signal } = await execa(process.execPath, [script, root, String(killAt)], {
      reject: false,
    })
    expect(signal).toBe('SIGKILL')
    const sink = new DiagnosticSink()
    await settleProject(root, { sink, recovery })
    expect(sink.diagnostics).toEqual([])
    expect([before, after]).toContainEqual(readTree(root))
  }
})

test.for(['600', '664', '755'])('a file of mode %s keeps its permissions', async (octal) => {
  const mode = Number.parseInt(octal, 8)
  const root = makeTree(oldTree)
  const path = join(root, 'config/crd/list.yaml')
  chmodSync(path, mode)
  await run(root, diskFileSystem)
  expect(statSync(path).mode & 0o777).toBe(mode)
})
