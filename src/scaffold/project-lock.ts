import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { diskFileSystem, errorCode, type FileSystem } from './file-system.ts'
import { finishJournal, journalFolder } from './journal.ts'
import { reportUnwritable } from './report-unwritable.ts'

/*
 * One kops command at a time changes a project. The lock and the journal are one folder, so that a kill
 * leaves nothing else behind: whoever creates the next `owner.<n>` in `.kops/journal` owns it, which is
 * allowed only where the process of the last `owner` is gone. Start reading at `withProjectLock`.
 */

/** A process, told from later ones of the same number. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** When it started, in the system's own form; empty where the system does not tell. */
  readonly started: string
}

/** What a lock needs of the world around it. */
export interface LockOptions {
  readonly sink: DiagnosticSink
  readonly fileSystem?: FileSystem | undefined
  readonly self?: ProcessIdentity | undefined
  readonly isRunning?: ((owner: ProcessIdentity) => boolean) | undefined
  /** How long to wait for another command. */
  readonly patienceMs?: number | undefined
}

type World = { [Key in keyof LockOptions]-?: NonNullable<LockOptions[Key]> }

/**
 * Runs `body` while no other kops command writes to the folder, after what a killed command left has
 * been completed or rolled back. Undefined where that is not possible, which is reported.
 */
export async function withProjectLock<Result>(
  root: string,
  options: LockOptions,
  body: () => Promise<Result> | Result,
): Promise<Result | undefined> {
  const world = toWorld(options)
  if (!(await acquireOrReport(root, world))) return undefined
  try {
    return finishJournal(root, world.fileSystem, world.sink) ? await body() : undefined
  } finally {
    release(root, world)
  }
}

/**
 * Completes or rolls back what a killed command left in the folder or in one above it. Every command
 * that does not take the lock itself begins with this; it costs a look at each folder.
 */
export async function finishInterrupted(directory: string, options: LockOptions): Promise<void> {
  const root = findJournal(directory, toWorld(options).fileSystem)
  if (root !== undefined) await withProjectLock(root, options, () => undefined)
}

function toWorld(options: LockOptions): World {
  return {
    sink: options.sink,
    fileSystem: options.fileSystem ?? diskFileSystem,
    self: options.self ?? identify(process.pid),
    isRunning: options.isRunning ?? isRunning,
    patienceMs: options.patienceMs ?? 10_000,
  }
}

/** A journal of another user is not ours to complete. */
function findJournal(directory: string, fileSystem: FileSystem): string | undefined {
  const status = fileSystem.status(join(directory, journalFolder))
  const userId = process.getuid?.() ?? status?.userId
  if (status?.type === 'directory' && status.userId === userId) return directory
  const parent = dirname(directory)
  return parent === directory ? undefined : findJournal(parent, fileSystem)
}

const pauseMs = 25

/** A folder that cannot be written to is the user's to mend. */
async function acquireOrReport(root: string, world: World): Promise<boolean> {
  try {
    return await acquire(root, world)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    reportUnwritable(dirname(journalFolder), error, world.sink)
    return false
  }
}

async function acquire(root: string, world: World): Promise<boolean> {
  const deadline = Date.now() + world.patienceMs
  for (;;) {
    const attempt = tryAcquire(root, world)
    if (attempt === 'acquired') return true
    if (attempt !== 'retry' && Date.now() >= deadline) {
      reportLocked(attempt, world.sink)
      return false
    }
    if (attempt !== 'retry') await delay(pauseMs)
  }
}

function reportLocked({ pid, host }: ProcessIdentity, sink: DiagnosticSink): void {
  const place = host === hostname() ? '' : ` on \`${host}\``
  sink.report(
    'project/locked',
    {},
    { notes: [`it is process ${pid}${place}`], helps: ['wait for it, or stop it, and try again'] },
  )
}

/** Takes the lock, or tells who has it. `retry`: someone else was quicker with what was in the way. */
function tryAcquire(root: string, world: World): 'acquired' | 'retry' | ProcessIdentity {
  const { fileSystem, self } = world
  const folder = join(root, journalFolder)
  fileSystem.makeFolder(dirname(folder))
  try {
    fileSystem.makeFolder(folder)
    const last = lastOwner(folder, fileSystem)
    const before = last === undefined ? undefined : readOwner(folder, last, fileSystem)
    if (before !== undefined && isHeld(before, world)) return before.identity ?? unknownOwner
    const mine = last === undefined ? 0 : last + 1
    const name = `${JSON.stringify(self)}\n`
    fileSystem.create(join(folder, ownerFile(mine)), name, { isLasting: false })
    const after = last === undefined ? undefined : readOwner(folder, last, fileSystem)
    const isAlone = before?.text === after?.text && lastOwner(folder, fileSystem) === mine
    if (isAlone) return 'acquired'
    fileSystem.remove(join(folder, ownerFile(mine)))
    return 'retry'
  } catch (error) {
    // EEXIST: another process took it. ENOENT: another process gave it back in between.
    if (['EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) return 'retry'
    throw error
  }
}

const ownerPattern = /^owner\.(\d+)$/

function ownerFile(number: number): string {
  return `owner.${number}`
}

function ownerNumbers(folder: string, fileSystem: FileSystem): number[] {
  return fileSystem
    .list(folder)
    .flatMap((name) => ownerPattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right)
}

function lastOwner(folder: string, fileSystem: FileSystem): number | undefined {
  return ownerNumbers(folder, fileSystem).at(-1)
}

interface Owner {
  readonly text: string
  /** Absent while the file is being written, and where it was cut off. */
  readonly identity: ProcessIdentity | undefined
  readonly ageMs: number
}

const unknownOwner: ProcessIdentity = { pid: 0, host: hostname(), started: '' }

function readOwner(folder: string, number: number, fileSystem: FileSystem): Owner | undefined {
  const path = join(folder, ownerFile(number))
  const [text, status] = [fileSystem.read(path)?.toString('utf8'), fileSystem.status(path)]
  if (text === undefined || status === undefined) return undefined
  return { text, identity: parseIdentity(text), ageMs: Date.now() - status.modifiedMs }
}

function parseIdentity(text: string): ProcessIdentity | undefined {
  const match = /^\{"pid":(\d+),"host":"([^"]*)","started":"([^"]*)"\}\n$/.exec(text)
  if (match === null) return undefined
  const [, pid, host = '', started = ''] = match
  return { pid: Number(pid), host, started }
}

/** Processes elsewhere cannot be asked: no command takes this long. */
const longestElsewhereMs = 120_000
const longestWriteMs = 500

function isHeld({ identity, ageMs }: Owner, { isRunning }: World): boolean {
  if (identity === undefined) return ageMs < longestWriteMs
  return identity.host === hostname() ? isRunning(identity) : ageMs < longestElsewhereMs
}

function isRunning({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is there, and another user's.
    if (errorCode(error) !== 'EPERM') return false
  }
  return started === '' || startOf(pid) === started
}

function identify(pid: number): ProcessIdentity {
  return { pid, host: hostname(), started: startOf(pid) }
}

/** On Linux, boot and clock tick of the start; elsewhere nothing. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${boot}-${fields[19] ?? ''}`
  } catch {
    // No /proc: the number of the process has to do.
    return ''
  }
}

/** Gives the lock back, the own name last. A journal that could not be completed stays. */
function release(root: string, { fileSystem }: World): void {
  const folder = join(root, journalFolder)
  for (const number of ownerNumbers(folder, fileSystem)) {
    fileSystem.remove(join(folder, ownerFile(number)))
  }
  removeEmptyFolder(folder, fileSystem)
  removeEmptyFolder(dirname(folder), fileSystem)
}

/** Others may have put something into it. */
function removeEmptyFolder(path: string, fileSystem: FileSystem): void {
  try {
    fileSystem.removeFolder(path)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error
  }
}
