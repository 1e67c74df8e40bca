import { join } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { errorCode, type FileReader, type FileSystem } from './file-system.ts'
import { JournalDesk, rollbackFile, sealedFile, type FileChange } from './journal-desk.ts'
import {
  DamagedJournal,
  isSigned,
  journalFolder,
  namedPaths,
  parseJournal,
  type Journal,
  type Step,
} from './journal-record.ts'
import { findObstacle } from './project-paths.ts'
import type { Recovery } from './recovery.ts'

export { journalFolder } from './journal-record.ts'
export type { FileChange } from './journal-desk.ts'

/*
 * Changes many files as one. The new contents and second names of the old ones are put into
 * `.kops/journal`; then the list of steps, signed, is put there under its name, which seals the journal; then
 * each file is moved to its place; then the list is taken away. A kill before the seal leaves the old tree, a
 * kill after it a journal from which `finishJournal` makes the new tree. Where a step fails, the journal
 * is renamed to one that leads back, and `finishJournal` makes the old tree.
 *
 * A file is moved, never written in place, so that each is whole at every moment. The tree may be a
 * stranger's: a journal is completed only where this user signed it and trusts the folder.
 */

/** A change that the system refused; the tree is as it was. */
export class WriteFailure extends Error {
  readonly path: string

  constructor(path: string, cause: unknown) {
    super(`cannot write ${path}`, { cause })
    this.path = path
  }
}

/** The project that a journal belongs to. */
export interface JournalPlace {
  readonly root: string
  readonly fileSystem: FileSystem
  readonly recovery: Recovery
}

/** Makes all changes, or none and throws a `WriteFailure`. The caller holds the project's lock. */
export function commitChanges(changes: readonly FileChange[], place: JournalPlace): void {
  const desk = new JournalDesk(place)
  let path = journalFolder
  let journal: Journal = { steps: [], folders: [] }
  try {
    const steps: Step[] = []
    for (const [index, change] of changes.entries()) {
      path = change.path
      steps.push(desk.stage(change, index))
    }
    path = journalFolder
    journal = { steps, folders: desk.missingFolders(changes) }
    desk.seal(journal)
    for (const step of steps) {
      path = step.path
      desk.forward(step)
    }
    path = journalFolder
    desk.clear()
  } catch (error) {
    desk.rollBack(journal)
    throw new WriteFailure(path, error)
  }
}

/** Whether a folder's journal lists steps, so that the tree may be half-applied. */
export function hasSteps(root: string, reader: FileReader): boolean {
  const folder = join(root, journalFolder)
  return [rollbackFile, sealedFile].some((name) => reader.status(join(folder, name)) !== undefined)
}

/** Completes or rolls back what is in the journal. False where that is not possible, which is reported. */
export function finishJournal(place: JournalPlace, sink: DiagnosticSink): boolean {
  const desk = new JournalDesk(place)
  try {
    const [rollback, sealed] = [desk.readText(rollbackFile), desk.readText(sealedFile)]
    const text = rollback ?? sealed
    if (text !== undefined) {
      if (!mayReplay(text, place, sink)) return false
      const journal = parseJournal(text)
      checkPaths(journal, place)
      place.recovery.announce(
        rollback === undefined ? completeOrUndo(desk, journal) : undo(desk, journal),
      )
    }
    desk.clear()
    return true
  } catch (error) {
    const reason = error instanceof DamagedJournal ? error.message : errorCode(error)
    if (reason === undefined) throw error
    const helps = ['clear what is in the way and run any kops command', discardHelp]
    sink.report('project/broken-journal', { reason }, { helps })
    return false
  }
}

const discardHelp =
  '`kops recover --discard` removes the journal and leaves the files as they are now'

function mayReplay(
  text: string,
  { root, recovery, fileSystem }: JournalPlace,
  sink: DiagnosticSink,
): boolean {
  const realRoot = fileSystem.realPath(root) ?? root
  if (!isSigned(text, realRoot, recovery.sign)) {
    sink.report('project/unsigned-journal', {}, { notes: listPaths(text), helps: [discardHelp] })
    return false
  }
  if (recovery.isTrusted(realRoot)) return true
  const helps = ['run `kops trust` and the command again', discardHelp]
  sink.report('project/untrusted-journal', {}, { notes: listPaths(text), helps })
  return false
}

const mostListed = 20

function listPaths(text: string): string[] {
  const paths = namedPaths(text)
  const listed = paths.slice(0, mostListed).map((path) => `it would change ${JSON.stringify(path)}`)
  const rest = paths.length - listed.length
  return rest > 0 ? [...listed, `and ${rest} more`] : listed
}

/** Holds every path of a journal against the tree as it is now, before the first one is touched. */
function checkPaths({ steps, folders }: Journal, { root, fileSystem }: JournalPlace): void {
  const tree = { root, reader: fileSystem }
  const obstacles = [
    ...steps.map(({ path }) => findObstacle(path, tree)),
    ...folders.map((path) => findObstacle(path, tree, 'directory')),
  ]
  const [first] = obstacles.filter((each) => each !== undefined)
  if (first !== undefined) throw new DamagedJournal(`\`${first.path}\` is ${first.is}`)
}

/** A step that fails again, as in a folder that is read-only now, leads back. */
function completeOrUndo(desk: JournalDesk, journal: Journal): string {
  try {
    const done = journal.steps.filter((step) => desk.forward(step))
    return describe(
      'completed',
      done.map(({ path, staged, old }) => {
        const verb = staged === undefined ? 'removed' : old === undefined ? 'created' : 'changed'
        return `${verb} ${path}`
      }),
    )
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return describe(
      'rolled back',
      desk.rollBack(journal).map((path) => `restored ${path}`),
    )
  }
}

function undo(desk: JournalDesk, journal: Journal): string {
  return describe(
    'rolled back',
    desk.undo(journal).map((path) => `restored ${path}`),
  )
}

function describe(what: string, lines: readonly string[]): string {
  return [`${what} a kops command that was killed`, ...lines.map((line) => `  ${line}`), ''].join(
    '\n',
  )
}
