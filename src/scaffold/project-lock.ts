import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { diskFileSystem, errorCode, type FileSystem } from './file-system.ts'
import { finishJournal, hasSteps, journalFolder } from './journal.ts'
import {
  highestOwner,
  identify,
  isHeld,
  isProcessRunning,
  lastOwner,
  ownerFile,
  ownerNumbers,
  readOwner,
  unknownOwner,
  type ProcessIdentity,
} from './lock-owner.ts'
import type { Recovery } from './recovery.ts'
import { reportUnwritable } from './report-unwritable.ts'

/*
 * One kops command at a time changes a project. The lock and the journal are one folder, so that a kill
 * leaves nothing else behind: whoever creates the next `owner.<n>` in `.kops/journal` owns it, which is
 * allowed only where the process of the last `owner` is gone. Start reading at `withProjectLock`.
 */

/** What a lock needs of the world around it. */
export interface LockOptions {
  readonly sink: DiagnosticSink
  readonly recovery: Recovery
  /** A command that writes nothing takes no lock, and completes nothing. */
  readonly dryRun?: boolean | undefined
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
  if (world.dryRun) return (await isSettled(root, world)) ? body() : undefined
  if (!(await acquireOrReport(root, world))) return undefined
  try {
    return finishJournal({ root, ...world }, world.sink) ? await body() : undefined
  } finally {
    release(root, world)
  }
}

/**
 * Completes or rolls back what a killed command left in the folder. Every command that writes begins with
 * this; one that writes nothing reports it, for it would read a half-applied tree. Costs one look.
 */
export async function settleProject(root: string, options: LockOptions): Promise<void> {
  const world = toWorld(options)
  if (world.fileSystem.status(join(root, journalFolder)) === undefined) return
  await withProjectLock(root, options, () => undefined)
}

function toWorld(options: LockOptions): World {
  return {
    sink: options.sink,
    recovery: options.recovery,
    dryRun: options.dryRun ?? false,
    fileSystem: options.fileSystem ?? diskFileSystem,
    self: options.self ?? identify(process.pid),
    isRunning: options.isRunning ?? isProcessRunning,
    patienceMs: options.patienceMs ?? 10_000,
  }
}

const pauseMs = 25

/** Whether the tree is whole, once a command that is writing has ended. */
async function isSettled(root: string, world: World): Promise<boolean> {
  if (!isPlainFolder(root, world)) return false
  const deadline = Date.now() + world.patienceMs
  for (;;) {
    if (!hasSteps(root, world.fileSystem)) return true
    const writer = findHolder(root, world)
    if (writer === undefined) {
      const helps = ['run `kops recover`, which completes it or rolls it back']
      world.sink.report('project/unfinished-command', {}, { helps })
      return false
    }
    if (Date.now() >= deadline) {
      reportLocked(writer, world.sink)
      return false
    }
    await delay(pauseMs)
  }
}

/** The process that holds the folder's lock, if one does. */
function findHolder(root: string, { fileSystem, isRunning }: World): ProcessIdentity | undefined {
  const folder = join(root, journalFolder)
  const last = lastOwner(folder, fileSystem)
  const owner = last === undefined ? undefined : readOwner(folder, last, fileSystem)
  if (owner === undefined || !isHeld(owner, isRunning)) return undefined
  return owner.identity ?? unknownOwner
}

/** A journal that is a link leads elsewhere: nothing is read or written through it. */
function isPlainFolder(root: string, { fileSystem, sink }: World): boolean {
  const link = [dirname(journalFolder), journalFolder].find(
    (path) => fileSystem.status(join(root, path))?.type === 'link',
  )
  if (link === undefined) return true
  const reason = `\`${link}\` is a symbolic link`
  sink.report('project/broken-journal', { reason }, { helps: [`remove \`${link}\``] })
  return false
}

/** A folder that cannot be written to is the user's to mend. */
async function acquireOrReport(root: string, world: World): Promise<boolean> {
  if (!isPlainFolder(root, world)) return false
  try {
    return await acquire(root, world)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    reportUnwritable(dirname(journalFolder), error, world.sink)
    release(root, world, 'folders')
    return false
  }
}

async function acquire(root: string, world: World): Promise<boolean> {
  const deadline = Date.now() + world.patienceMs
  for (let attempt = 0; ; attempt += 1) {
    const result = tryAcquire(root, world)
    if (result === 'acquired') return true
    if (Date.now() >= deadline && (result !== 'retry' || attempt >= fewestRetries)) {
      reportLocked(result === 'retry' ? unknownOwner : result, world.sink)
      return false
    }
    await delay(result === 'retry' ? 1 : pauseMs)
  }
}

/** Losing a race to another command a few times is no reason to give up, even without patience. */
const fewestRetries = 50

function reportLocked({ pid, host }: ProcessIdentity, sink: DiagnosticSink): void {
  const place = host === hostname() ? '' : ` on \`${host}\``
  const notes = pid === unknownOwner.pid ? [] : [`it is process ${pid}${place}`]
  const helps = [
    'wait for it, or stop it, and try again',
    'where there is no such command, `kops recover --discard` removes the lock',
  ]
  sink.report('project/locked', {}, { notes, helps })
}

/** Takes the lock, or tells who has it. `retry`: another command was quicker with what was in the way. */
function tryAcquire(root: string, world: World): 'acquired' | 'retry' | ProcessIdentity {
  const { fileSystem, self, isRunning } = world
  const folder = join(root, journalFolder)
  fileSystem.makeFolder(dirname(folder))
  try {
    fileSystem.makeFolder(folder)
    const last = lastOwner(folder, fileSystem)
    const before = last === undefined ? undefined : readOwner(folder, last, fileSystem)
    if (before !== undefined && isHeld(before, isRunning)) return before.identity ?? unknownOwner
    if (last === highestOwner) {
      fileSystem.remove(join(folder, ownerFile(last)))
      return 'retry'
    }
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

/**
 * Gives the lock back, the own name last. A journal that could not be completed stays, and so does what the system
 * refuses to remove: the next command takes the lock over, since this process is gone by then.
 */
function release(root: string, { fileSystem }: World, what: 'all' | 'folders' = 'all'): void {
  const folder = join(root, journalFolder)
  try {
    const numbers = what === 'all' ? ownerNumbers(folder, fileSystem) : []
    for (const number of numbers) {
      const path = join(folder, ownerFile(number))
      if (fileSystem.status(path)?.type !== 'directory') fileSystem.remove(path)
    }
    removeEmptyFolder(folder, fileSystem)
    removeEmptyFolder(dirname(folder), fileSystem)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  }
}

/** Others may have put something into it. */
function removeEmptyFolder(path: string, fileSystem: FileSystem): void {
  try {
    fileSystem.removeFolder(path)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error
  }
}
