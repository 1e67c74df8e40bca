import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { lstatSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createApi, init, snapshotFolder } from './project-folder.ts'
import {
  runKops,
  scratchFolder,
  spawnKops,
  startFile,
  trustFolder,
  userFolders,
} from './run-kops.ts'
import type { KopsRun } from './run-kops.ts'

/*
 * The built command where the machine refuses: too few descriptors, a full disk, a tree that cannot be written, other
 * commands at the same time, kills. `npm run build` makes it.
 */

type Tree = Record<string, string>

let origin: string
let before: Tree

beforeAll(async () => {
  origin = join(dirname(userFolders['XDG_STATE_HOME'] ?? ''), `kops-hard-${process.pid}/fleet`)
  mkdirSync(origin, { recursive: true })
  expect(await runKops(init({}), { directory: origin })).toMatchObject({ exitCode: 0 })
  expect(await createApi(origin, {})).toMatchObject({ exitCode: 0 })
  before = snapshotFolder(origin)
  return () => rmSync(dirname(origin), { recursive: true })
})

function copyProject(to = scratchFolder()): string {
  cpSync(origin, to, { recursive: true })
  trustFolder(to)
  return to
}

function api(kind: string): string[] {
  return ['create', 'api', '--group=ship', '--version=v1', `--kind=${kind}`]
}

/** A shell that sets a limit, which it cannot for another process, and becomes the command. */
function runLimited(
  limit: string,
  argv: readonly string[],
  { directory, environment = {}, node = [] }: LimitedSurroundings,
): KopsRun {
  const words = [process.execPath, ...node, startFile, ...argv]
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `ulimit ${limit} && exec "$@"`, 'sh', ...words],
    {
      cwd: directory,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: directory, ...userFolders, ...environment },
    },
  )
  return { exitCode: status, stdout, stderr }
}

interface LimitedSurroundings {
  readonly directory: string
  readonly environment?: Readonly<Record<string, string>>
  /** Options of Node. */
  readonly node?: readonly string[]
}

/** One diagnostic with a reason, and the tree and the lock as they were. */
function expectRefused({ exitCode, stderr }: KopsRun, directory: string, reason: RegExp): void {
  expect(exitCode, stderr).toBe(1)
  expect(stderr.match(/^error\[/gm), stderr).toHaveLength(1)
  expect(stderr).toMatch(reason)
  expect(stderr).not.toMatch(/^ {4}at |a bug in kops/m)
  expectSame(directory)
}

function expectSame(directory: string): void {
  expect(snapshotFolder(directory)).toEqual(before)
  expect(readdirSync(join(directory, '.kops'))).toEqual(readdirSync(join(origin, '.kops')))
}

/** What a command wrote is whole: nothing is left to recover, and generation has nothing to add. */
function expectWhole(directory: string): void {
  expect(spawnKops(['recover'], { directory })).toMatchObject({ stdout: 'nothing to recover\n' })
  const check = spawnKops(['manifests', '--check'], { directory })
  expect(check, check.stderr).toMatchObject({ exitCode: 0 })
}

describe.skipIf(process.platform === 'win32')('with few descriptors', () => {
  const hoard = fileURLToPath(new URL('hoard-descriptors.cjs', import.meta.url))

  test('a command works with one that is free beyond those of Node', () => {
    const directory = copyProject()
    const run = runLimited('-n 32', api('Boat'), { directory })
    expect(run, run.stderr).toMatchObject({ exitCode: 0 })
    expectWhole(directory)
  })

  test.for([0, 1, 2, 4, 9, 20])(
    'a command that can open %i files more ends with one diagnostic',
    (left) => {
      const directory = copyProject()
      const environment = { KOPS_TEST_OPEN: String(left) }
      const node = ['--require', hoard]
      const run = runLimited('-n 64', api('Boat'), { directory, environment, node })
      expect(run.exitCode, run.stderr).toBe(1)
      expect(run.stderr.match(/^error\[/gm), run.stderr).toHaveLength(1)
      expect(run.stderr).toContain('too many open files')
      // Where not even a folder can be listed, the lock of a process that is gone stays.
      spawnKops(['recover'], { directory })
      expectSame(directory)
    },
  )
})

describe.skipIf(process.platform === 'win32')('on a full disk', () => {
  test.for([0, 1, 4])('files of %i blocks at most leave the old tree', (blocks) => {
    const directory = copyProject()
    expectRefused(
      runLimited(`-f ${blocks}`, api('Boat'), { directory }),
      directory,
      /file too large/,
    )
    expect(spawnKops(api('Boat'), { directory })).toMatchObject({ exitCode: 0 })
    expectWhole(directory)
  })

  test('each size of what is left leaves the old tree, and room makes it go on', ({ skip }) => {
    const disk = scratchFolder()
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk])
    if (mounted.status !== 0) skip('this user cannot mount a file system')
    onTestFinished(() => void spawnSync('umount', [disk]))
    const directory = copyProject(join(disk, 'fleet'))
    const filling = join(disk, 'filling')
    fill(filling)
    for (const pages of [0, 1, 6]) {
      truncateSync(filling, lstatSync(filling).size - pages * 4096)
      expectRefused(spawnKops(api('Boat'), { directory }), directory, /no space is left/)
      fill(filling)
    }
    expect(spawnKops(['manifests', '--check'], { directory })).toMatchObject({ exitCode: 0 })
    rmSync(filling)
    expect(spawnKops(api('Boat'), { directory })).toMatchObject({ exitCode: 0 })
    expectWhole(directory)
  })

  function fill(path: string): void {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(4096), { flag: 'a' })
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
})

describe.skipIf(process.platform === 'win32')('as a user who cannot write', () => {
  const stranger = 65_532

  /** Root runs the command as another user; any other user takes the right to write from the tree. */
  function runReadOnly(argv: readonly string[], surroundings: KopsSurroundings): KopsRun {
    const { directory, environment = {} } = surroundings
    const user = isRoot() ? { uid: stranger, gid: stranger } : {}
    const { status, stdout, stderr } = spawnSync(process.execPath, [startFile, ...argv], {
      cwd: directory,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...environment },
      ...user,
    })
    return { exitCode: status, stdout, stderr }
  }

  interface KopsSurroundings {
    readonly directory: string
    readonly environment?: Readonly<Record<string, string>>
  }

  function isRoot(): boolean {
    return process.getuid?.() === 0
  }

  /** Another user may enter neither a temporary folder nor, sometimes, Node or the checkout. */
  function isOutOfReach(): boolean {
    if (!isRoot()) return false
    const user = { uid: stranger, gid: stranger }
    return spawnSync(process.execPath, [startFile, 'version'], { cwd: '/', ...user }).status !== 0
  }

  function closedProject(): string {
    const directory = copyProject()
    chmodSync(dirname(directory), 0o755)
    if (!isRoot()) {
      setModes(directory, 0o555, 0o444)
      onTestFinished(() => setModes(directory, 0o755, 0o644))
    }
    return directory
  }

  function setModes(folder: string, folderMode: number, fileMode: number): void {
    chmodSync(folder, 0o755)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) setModes(path, folderMode, fileMode)
      else chmodSync(path, fileMode)
    }
    chmodSync(folder, folderMode)
  }

  test('what writes nothing works without any folder of the user, and without a word of it', ({
    skip,
  }) => {
    if (isOutOfReach()) skip('another user may not run this copy of kops')
    const directory = closedProject()
    const environment = { HOME: '/dev/null/home' }
    const lines = [
      ['manifests', '--check'],
      ['manifests', '--dry-run'],
      ['generate', '--check'],
      [...api('Boat'), '--dry-run'],
      ['explain', 'project/locked'],
      ['markers', 'optional'],
      ['recover'],
      ['version'],
    ]
    for (const argv of lines) {
      const { exitCode, stderr } = runReadOnly(argv, { directory, environment })
      expect(exitCode, `${argv.join(' ')}: ${stderr}`).toBe(0)
      expect(stderr).not.toMatch(/^(?:error|warning)/m)
    }
    expectSame(directory)
  })

  test('what writes names the first file that it may not write', ({ skip }) => {
    if (isOutOfReach()) skip('another user may not run this copy of kops')
    const directory = closedProject()
    const environment = { HOME: '/dev/null/home' }
    for (const argv of [api('Boat'), ['edit', '--metrics=false'], ['manifests'], ['generate']]) {
      const run = runReadOnly(argv, { directory, environment })
      expectRefused(run, directory, /cannot read or write `\.kops`: permission denied/)
    }
  })

  test('without a state folder, a command writes and says once that it has no crash recovery', () => {
    const directory = copyProject()
    const environment = { XDG_STATE_HOME: '/dev/null/state' }
    const run = spawnKops(api('Boat'), { directory, environment })
    expect(run, run.stderr).toMatchObject({ exitCode: 0 })
    expect(run.stderr.match(/^warning\[project\/no-crash-recovery\]/gm)).toHaveLength(1)
    expect(run.stderr).toContain('a part of the path is a file, not a folder')
    expectWhole(directory)
  })
})

interface Running {
  readonly argv: readonly string[]
  readonly ended: Promise<KopsRun>
  readonly kill: () => void
}

function startKops(argv: readonly string[], directory: string): Running {
  const child = spawn(process.execPath, [startFile, ...argv], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: directory, ...userFolders },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()))
  const ended = new Promise<KopsRun>((resolve) =>
    child.on('close', (exitCode) => resolve({ exitCode, ...written })),
  )
  return { argv, ended, kill: () => void child.kill('SIGKILL') }
}

test('commands at the same time lose nothing of each other', async () => {
  const directory = copyProject()
  const kinds = ['Barge', 'Boat', 'Canoe']
  const others = [['edit', '--network-policy'], ['generate'], ['manifests']]
  const all = [...kinds.map(api), ...others].map((argv) => startKops(argv, directory))
  const lost: string[] = []
  for (const { argv, ended } of all) {
    const { exitCode, stderr } = await ended
    if (exitCode === 0) continue
    expect({ exitCode, stderr }, argv.join(' ')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('error[project/locked]'),
    })
    lost.push(argv.join(' '))
  }
  const tree = snapshotFolder(directory)
  for (const kind of kinds) {
    const isThere = !lost.includes(api(kind).join(' '))
    expect(tree['PROJECT']?.includes(`kind: ${kind}\n`), kind).toBe(isThere)
    expect(Object.hasOwn(tree, `api/ship/v1/${kind.toLowerCase()}.ts`), kind).toBe(isThere)
  }
  expect(lost.length).toBeLessThan(kinds.length)
  expectWhole(directory)
})

test(
  'a command that is killed at any time is completed or rolled back',
  { timeout: 120_000 },
  async () => {
    const whole = copyProject()
    const started = performance.now()
    expect(spawnKops(api('Boat'), { directory: whole })).toMatchObject({ exitCode: 0 })
    const duration = performance.now() - started
    const after = snapshotFolder(whole)
    for (let time = 0; time < 10; time += 1) {
      const directory = copyProject()
      const running = startKops(api('Boat'), directory)
      await delay(duration * (0.3 + 0.7 * Math.random()))
      running.kill()
      await running.ended
      const recovered = spawnKops(['recover'], { directory })
      expect(recovered, recovered.stderr).toMatchObject({ exitCode: 0 })
      expect([before, after]).toContainEqual(snapshotFolder(directory))
      expect(existsSync(join(directory, '.kops/journal'))).toBe(false)
      rmSync(directory, { recursive: true })
    }
  },
)
