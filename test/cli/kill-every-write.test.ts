import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { diskFileSystem } from '../../src/scaffold/file-system.ts'
import { settleProject } from '../../src/scaffold/project-lock.ts'
import { DyingDisk } from '../scaffold/fault-file-system.ts'
import { TrustRecord } from '../../src/cli/trust/trust-record.ts'
import { UserRecovery } from '../../src/cli/trust/user-recovery.ts'
import { init, snapshotFolder } from './project-folder.ts'
import { runKops, scratchFolder, trustFolder, userFolders } from './run-kops.ts'

type Snapshot = Readonly<Record<string, string>>

interface Step {
  readonly name: string
  readonly argv: readonly string[]
  /** What a person does before. */
  readonly prepare?: (folder: string) => void
}

const createApi = ['create', 'api', '--version=v1', '--kind=Frigate']

const frigate = ['--group=ship', '--version=v1', '--kind=Frigate']

/** A life of a project: each step starts from the tree of the one before. */
const steps: readonly Step[] = [
  { name: 'init', argv: init({}) },
  { name: 'create api', argv: [...createApi, '--group=ship'] },
  {
    name: 'create api in another group',
    argv: [...createApi, '--group=crew', '--namespaced=false', '--controller=false'],
  },
  {
    name: 'create api of a second version',
    argv: ['create', 'api', '--group=ship', '--version=v2', '--kind=Frigate'],
  },
  {
    name: 'create webhook',
    argv: ['create', 'webhook', ...frigate, '--defaulting', '--programmatic-validation'],
  },
  {
    name: 'create api with a conversion',
    argv: ['create', 'api', '--group=ship', '--version=v3', '--kind=Frigate', '--from=v1'],
  },
  { name: 'edit', argv: ['edit', '--prometheus', '--network-policy'] },
  { name: 'manifests', argv: ['manifests'], prepare: (folder) => renameKind(folder) },
  { name: 'generate', argv: ['generate'] },
]

/** Makes old files stale and new ones needed. */
function renameKind(folder: string): void {
  const path = join(folder, 'api/crew/v1/frigate.ts')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Frigate', 'Ketch'))
  const project = join(folder, 'PROJECT')
  const text = readFileSync(project, 'utf8')
  writeFileSync(project, text.replace(/(group: crew\n\s+kind: )Frigate/, '$1Ketch'))
}

/** Where caches stand, each run's own, gone at the end. */
const caches = mkdtempSync(join(tmpdir(), 'kops-caches-'))
afterAll(() => rmSync(caches, { recursive: true, force: true }))

function run(argv: readonly string[], directory: string): ReturnType<typeof runKops> {
  const cache = mkdtempSync(join(caches, 'cache-'))
  return runKops(argv, { directory, environment: { XDG_CACHE_HOME: cache } })
}

/** Runs a command on a disk in the place of the real one. */
async function runOn(disk: DyingDisk, argv: readonly string[], directory: string): Promise<void> {
  const real = { ...diskFileSystem }
  Object.assign(diskFileSystem, disk)
  try {
    await run(argv, directory)
  } catch {
    // A command that is killed says nothing.
  } finally {
    Object.assign(diskFileSystem, real)
  }
}

/** The process of the killed command is gone, though it is this one. */
function buryOwner(folder: string): void {
  const journal = join(folder, '.kops/journal')
  for (const name of diskFileSystem.list(journal)) {
    const path = join(journal, name)
    if (!name.startsWith('owner.')) continue
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"started":"[^"]*"/, '"started":"-"'))
  }
}

function copyOf(folder: string): string {
  const copy = scratchFolder()
  cpSync(folder, copy, { recursive: true })
  // An empty folder is trusted by the command that makes the project.
  if (readdirSync(copy).length > 0) trustFolder(copy)
  return copy
}

describe('a kill at any write leaves the old tree, the new tree, or what the next command mends', () => {
  let before = ''
  test.for(steps)('$name', { timeout: 300_000 }, async ({ argv, prepare }) => {
    if (before === '') before = scratchFolder()
    const start = mkdtempSync(join(tmpdir(), 'kops-kill-'))
    const base = join(start, 'fleet')
    cpSync(before, base, { recursive: true })
    prepare?.(base)
    const old = snapshotFolder(base)

    const done = copyOf(base)
    const living = new DyingDisk(Infinity)
    await runOn(living, argv, done)
    const wanted = snapshotFolder(done)
    expect(wanted).not.toEqual(old)

    for (let killAt = 0; killAt < living.writes; killAt++) {
      const folder = copyOf(base)
      const disk = new DyingDisk(killAt, { isHalf: killAt % 2 === 1 })
      await runOn(disk, argv, folder)
      expectWhole(snapshotFolder(folder), old, wanted)
      buryOwner(folder)
      const sink = new DiagnosticSink()
      const recovery = new UserRecovery(new TrustRecord(userFolders), () => {})
      await settleProject(folder, { sink, recovery })
      expect(sink.diagnostics).toEqual([])
      expect([old, wanted], `after write ${killAt}`).toContainEqual(snapshotFolder(folder))
    }
    before = join(start, 'fleet-done')
    cpSync(done, before, { recursive: true })
  })
})

function expectWhole(left: Snapshot, old: Snapshot, wanted: Snapshot): void {
  for (const [path, content] of Object.entries(left)) {
    if (path.startsWith('.kops/journal/')) continue
    expect([old[path], wanted[path]], path).toContain(content)
  }
}

test('the same command again finishes what a killed one began', async () => {
  const argv = init({})
  const done = scratchFolder()
  const living = new DyingDisk(Infinity)
  await runOn(living, argv, done)
  for (const share of [0.2, 0.5, 0.8, 0.95]) {
    const folder = scratchFolder()
    await runOn(new DyingDisk(Math.floor(living.writes * share)), argv, folder)
    buryOwner(folder)
    expect((await run(argv, folder)).exitCode).toBe(0)
    expect(snapshotFolder(folder)).toEqual(snapshotFolder(done))
    expect(readdirSync(join(folder, '.kops'))).toEqual(['files'])
  }
})
