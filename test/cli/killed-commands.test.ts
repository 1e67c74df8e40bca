import { cpSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runKilledKops, runKopsAlone } from './killed-disk.ts'
import { createApi, init, projectFolder, snapshotFolder } from './project-folder.ts'
import { runKops, scratchFolder } from './run-kops.ts'

/*
 * Every command as a real process, killed at every third write (kill-every-write.test.ts takes each, in this
 * process): the next command, whichever it is, finds the old tree or the new one, and no file is ever half written.
 */

/** Commands that come next, in turn: those that write and those that only tell something. */
const nextCommands = [['edit', '--dry-run'], ['version'], ['markers', 'optional']] as const

interface KilledCommand {
  readonly title: string
  readonly argv: readonly string[]
  readonly prepare: () => Promise<string>
}

const commands: readonly KilledCommand[] = [
  {
    title: 'init',
    argv: init({}),
    prepare: () => Promise.resolve(scratchFolder({ 'notes.txt': 'mine\n' })),
  },
  {
    title: 'create api',
    argv: ['create', 'api', '--group=ship', '--version=v1', '--kind=Frigate'],
    prepare: () => projectFolder(),
  },
  {
    title: 'edit',
    argv: ['edit', '--network-policy', '--metrics=false', '--license=none'],
    prepare: async () => {
      const folder = await projectFolder()
      await createApi(folder, {})
      return folder
    },
  },
]

type Tree = Record<string, string>

function withoutJournal(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).filter(([path]) => !path.startsWith('.kops/journal')),
  )
}

/** Files that are neither what they were nor what they become. */
function broken(tree: Tree, [before, after]: readonly [Tree, Tree]): string[] {
  return Object.entries(withoutJournal(tree))
    .filter(([path, text]) => text !== before[path] && text !== after[path])
    .map(([path]) => path)
}

/** The paths at which two trees differ. */
function differing(left: Tree, right: Tree): string[] {
  const paths = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...paths].filter((path) => left[path] !== right[path])
}

test.for(commands)('$title', { timeout: 240_000 }, async ({ argv, prepare }) => {
  const origin = await prepare()
  const before = snapshotFolder(origin)
  const whole = copyOf(origin)
  expect(await runKops(argv, { directory: whole })).toMatchObject({ exitCode: 0 })
  const after = snapshotFolder(whole)
  expect(after).not.toEqual(before)
  let writes = 0
  for (; ; writes += 3) {
    const directory = copyOf(origin)
    const isKilled = await runKilledKops(writes, argv, { directory })
    expect(broken(snapshotFolder(directory), [before, after]), `killed at ${writes}`).toEqual([])
    if (!isKilled) break
    const argvOfNext = nextCommands[(writes / 3) % nextCommands.length] ?? ['version']
    const next = await runKopsAlone(argvOfNext, { directory })
    expect(next.stderr).toMatch(/^$|^error\[project\/not-found\]/)
    const tree = snapshotFolder(directory)
    const fates = [before, after].map((wanted) => differing(tree, wanted))
    expect(fates, `killed at ${writes}`).toContainEqual([])
    rmSync(directory, { recursive: true })
  }
  expect(writes).toBeGreaterThan(20)
})

function copyOf(folder: string): string {
  const copy = scratchFolder()
  cpSync(folder, copy, { recursive: true })
  return copy
}
