import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runKilledKops, runKopsAlone } from './killed-disk.ts'
import { createApi, init, projectFolder, snapshotFolder } from './project-folder.ts'
import { runKops, scratchFolder, trustFolder } from './run-kops.ts'

/*
 * Every command as a real process, killed at every third write (kill-every-write.test.ts takes each, in this
 * process): no file is ever half written, a command that writes nothing changes nothing, and `kops recover` leads to
 * the old tree or the new one.
 */

/** Commands that come next, in turn: one that reads the tree, and two that have no part in it. */
const nextCommands = [['manifests', '--check'], ['version'], ['markers', 'optional']] as const

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
    await expectUntouched(argvOfNext, directory)
    const { exitCode, stderr } = await runKopsAlone(['recover'], { directory })
    expect(exitCode, stderr).toBe(0)
    expect(stderr).toMatch(/^$|^(?:completed|rolled back) a kops command that was killed$/m)
    const tree = snapshotFolder(directory)
    const fates = [before, after].map((wanted) => differing(tree, wanted))
    expect(fates, `killed at ${writes}`).toContainEqual([])
    rmSync(directory, { recursive: true })
  }
  expect(writes).toBeGreaterThan(20)
})

/** A command that writes nothing leaves all as it is, and stops where it would read half a change. */
async function expectUntouched(argv: readonly string[], directory: string): Promise<void> {
  const left = snapshotFolder(directory)
  const isSealed = existsSync(join(directory, '.kops/journal/journal.json'))
  const { exitCode, stderr } = await runKopsAlone(argv, { directory })
  expect(snapshotFolder(directory)).toEqual(left)
  if (argv[0] !== 'manifests') expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  else if (isSealed) {
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/error\[project\/unfinished-command\][^]*`kops recover`/)
  } else expect(stderr).not.toContain('project/unfinished-command')
}

function copyOf(folder: string): string {
  const copy = scratchFolder()
  cpSync(folder, copy, { recursive: true })
  if (existsSync(join(copy, 'PROJECT'))) trustFolder(copy)
  return copy
}
