import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { JsonValue } from '../apimachinery/json.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { errorCode, type FileSystem } from './file-system.ts'

/*
 * Changes many files as one. The new contents and second names of the old ones are put into
 * `.kops/journal`; then the list of steps is put there under its name, which seals the journal; then each
 * file is moved to its place; then the list is taken away. A kill before the seal leaves the old tree, a
 * kill after it a journal from which `finishJournal` makes the new tree. Where a step fails, the journal
 * is renamed to one that leads back, and `finishJournal` makes the old tree.
 *
 * A file is moved, never written in place, so that each is whole at every moment.
 */

/** Relative to the project's root. */
export const journalFolder = '.kops/journal'

const sealedFile = 'journal.json'
const rollbackFile = 'rollback.json'
const unsealedFile = 'journal.new'

/** One file that changes. `content` is absent where the file is to go. */
export interface FileChange {
  readonly path: string
  readonly content?: string | Uint8Array | undefined
}

/** One change as the journal has it. Names are those of files in the journal. */
interface Step {
  readonly path: string
  /** The new content, and its hash; absent where the file is to go. */
  readonly staged?: string | undefined
  readonly hash?: string | undefined
  /** The old file; absent where there was none. */
  readonly old?: string | undefined
  readonly oldHash?: string | undefined
}

interface Journal {
  readonly steps: readonly Step[]
  /** The folders that the steps need and that were not there, outermost first. */
  readonly folders: readonly string[]
}

/** A change that the system refused; the tree is as it was. */
export class WriteFailure extends Error {
  readonly path: string

  constructor(path: string, cause: unknown) {
    super(`cannot write ${path}`, { cause })
    this.path = path
  }
}

class DamagedJournal extends Error {}

/** Makes all changes, or none and throws a `WriteFailure`. The caller holds the project's lock. */
export function commitChanges(
  root: string,
  changes: readonly FileChange[],
  fileSystem: FileSystem,
): void {
  const desk = new Desk(root, fileSystem)
  const steps: Step[] = []
  let path = journalFolder
  try {
    for (const [index, change] of changes.entries()) {
      path = change.path
      steps.push(desk.stage(change, index))
    }
    path = journalFolder
    const journal = { steps, folders: desk.missingFolders(changes) }
    desk.seal(journal)
    for (const step of steps) {
      path = step.path
      desk.forward(step)
    }
    path = journalFolder
    desk.clear()
  } catch (error) {
    desk.rollBack()
    throw new WriteFailure(path, error)
  }
}

/** Completes or rolls back what is in the journal. False where that is not possible, which is reported. */
export function finishJournal(root: string, fileSystem: FileSystem, sink: DiagnosticSink): boolean {
  const desk = new Desk(root, fileSystem)
  try {
    const rollback = desk.read(rollbackFile)
    const sealed = desk.read(sealedFile)
    if (rollback !== undefined) desk.undo(rollback)
    else if (sealed !== undefined) completeOrUndo(desk, sealed)
    desk.clear()
    return true
  } catch (error) {
    const reason = error instanceof DamagedJournal ? error.message : errorCode(error)
    if (reason === undefined) throw error
    const helps = ['mend what is in the way and run any kops command']
    sink.report('project/broken-journal', { reason }, { helps })
    return false
  }
}

/** A step that fails again, as in a folder that is read-only now, leads back. */
function completeOrUndo(desk: Desk, journal: Journal): void {
  try {
    for (const step of journal.steps) desk.forward(step)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    desk.rollBack()
  }
}

/** The journal's folder and the tree beside it. */
class Desk {
  readonly #root: string
  readonly #folder: string
  readonly #fileSystem: FileSystem

  constructor(root: string, fileSystem: FileSystem) {
    this.#root = root
    this.#folder = join(root, journalFolder)
    this.#fileSystem = fileSystem
  }

  /** Puts new and old content of a file into the journal. */
  stage({ path, content }: FileChange, index: number): Step {
    const target = join(this.#root, path)
    const before = this.#fileSystem.read(target)
    const mode = this.#fileSystem.status(target)?.mode
    const [staged, old] = [`${index}.new`, `${index}.old`]
    if (before !== undefined) this.#keep(target, join(this.#folder, old), before)
    if (content !== undefined)
      this.#fileSystem.create(join(this.#folder, staged), content, { mode })
    return {
      path,
      ...(content === undefined ? {} : { staged, hash: hashOf(content) }),
      ...(before === undefined ? {} : { old, oldHash: hashOf(before) }),
    }
  }

  /** A second name costs nothing; where there are none, a copy. */
  #keep(target: string, old: string, content: Buffer): void {
    try {
      this.#fileSystem.link(target, old)
    } catch (error) {
      if (!['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK', 'ENOSYS'].includes(errorCode(error) ?? ''))
        throw error
      const mode = this.#fileSystem.status(target)?.mode
      this.#fileSystem.create(old, content, { mode })
    }
  }

  missingFolders(changes: readonly FileChange[]): string[] {
    const parents = changes
      .filter(({ content }) => content !== undefined)
      .flatMap(({ path }) => foldersAbove(path))
    return [...new Set(parents)]
      .sort()
      .filter((folder) => this.#fileSystem.status(join(this.#root, folder)) === undefined)
  }

  /** From here on, the changes will be made. */
  seal(journal: Journal): void {
    const text = `${JSON.stringify({ version: 1, ...journal })}\n`
    this.#fileSystem.create(join(this.#folder, unsealedFile), text)
    this.#fileSystem.rename(join(this.#folder, unsealedFile), join(this.#folder, sealedFile))
  }

  /** Makes one change, unless it is made already or someone changed the file since. */
  forward(step: Step): void {
    const target = join(this.#root, step.path)
    const current = this.#fileSystem.read(target)
    const isUntouched = (current && hashOf(current)) === step.oldHash
    if (step.staged === undefined) {
      if (current !== undefined && isUntouched) this.#fileSystem.remove(target)
      return
    }
    const staged = join(this.#folder, step.staged)
    if (this.#fileSystem.status(staged) === undefined || !isUntouched) return
    for (const folder of foldersAbove(step.path))
      this.#fileSystem.makeFolder(join(this.#root, folder))
    this.#move(staged, target)
  }

  /** Takes one change back, unless it was not made or someone changed the file since. */
  #backward({ path, hash, old }: Step): void {
    const target = join(this.#root, path)
    const current = this.#fileSystem.read(target)
    if ((current && hashOf(current)) !== hash) return
    const kept = old === undefined ? undefined : join(this.#folder, old)
    if (kept === undefined) this.#fileSystem.remove(target)
    else if (this.#fileSystem.status(kept) !== undefined) this.#move(kept, target)
  }

  undo({ steps, folders }: Journal): void {
    for (const step of steps.toReversed()) this.#backward(step)
    for (const folder of folders.toReversed()) this.#removeEmpty(join(this.#root, folder))
  }

  /** Goes back to the old tree, in a way that a kill does not turn round. */
  rollBack(): void {
    const sealed = join(this.#folder, sealedFile)
    if (this.#fileSystem.status(sealed) !== undefined) {
      this.#fileSystem.rename(sealed, join(this.#folder, rollbackFile))
    }
    const journal = this.read(rollbackFile)
    if (journal !== undefined) this.undo(journal)
    this.clear()
  }

  read(name: string): Journal | undefined {
    const text = this.#fileSystem.read(join(this.#folder, name))?.toString('utf8')
    return text === undefined ? undefined : parseJournal(text)
  }

  /** Ends the journal, and empties its folder but for the owners. */
  clear(): void {
    // Without its list of steps, the rest is waste.
    for (const list of [sealedFile, rollbackFile]) {
      const path = join(this.#folder, list)
      if (this.#fileSystem.status(path) !== undefined) this.#fileSystem.remove(path)
    }
    for (const name of this.#fileSystem.list(this.#folder)) {
      if (!name.startsWith('owner.')) this.#sweep(join(this.#folder, name))
    }
  }

  #sweep(path: string): void {
    try {
      this.#fileSystem.remove(path)
    } catch (error) {
      // All is done already, and the next command sweeps again.
      if (errorCode(error) === undefined) throw error
    }
  }

  /** Moves a file, by way of a copy beside the target where that is on another device. */
  #move(from: string, to: string): void {
    try {
      this.#fileSystem.rename(from, to)
    } catch (error) {
      if (errorCode(error) !== 'EXDEV') throw error
      const beside = join(dirname(to), `.${basename(to)}.kops`)
      if (this.#fileSystem.status(beside) !== undefined) this.#fileSystem.remove(beside)
      const content = this.#fileSystem.read(from) ?? ''
      this.#fileSystem.create(beside, content, { mode: this.#fileSystem.status(from)?.mode })
      this.#fileSystem.rename(beside, to)
      this.#fileSystem.remove(from)
    }
  }

  #removeEmpty(folder: string): void {
    if (this.#fileSystem.status(folder)?.type !== 'directory') return
    if (this.#fileSystem.list(folder).length === 0) this.#fileSystem.removeFolder(folder)
  }
}

/** `a/b/c.ts` stands in `a` and `a/b`. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function parseJournal(text: string): Journal {
  const value: JsonValue = parseJson(text)
  const fields = new Map(Object.entries(value ?? {}))
  const [steps, folders] = [fields.get('steps'), fields.get('folders')]
  if (fields.get('version') !== 1 || !Array.isArray(steps) || !Array.isArray(folders)) {
    throw new DamagedJournal('it was written by another version of kops, or is damaged')
  }
  return { steps: steps.map(toStep), folders: folders.map(toPath) }
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DamagedJournal('it is damaged', { cause })
  }
}

function toStep(value: unknown): Step {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}))
  const text = (name: string): string | undefined => {
    const field = fields.get(name)
    return typeof field === 'string' ? field : undefined
  }
  const names = { staged: text('staged'), old: text('old') }
  for (const name of Object.values(names)) {
    if (name !== undefined && !/^\d+\.(?:new|old)$/.test(name))
      throw new DamagedJournal('it is damaged')
  }
  return { path: toPath(text('path')), ...names, hash: text('hash'), oldHash: text('oldHash') }
}

/** A journal never leads out of its project. */
function toPath(value: unknown): string {
  if (typeof value !== 'string' || !isInnerPath(value))
    throw new DamagedJournal('it names a path outside')
  return value
}

/** Whether a path with forward slashes stays below the folder that it is relative to. */
export function isInnerPath(path: string): boolean {
  const parts = path.split('/')
  return !path.includes('\\') && parts.every((part) => part !== '' && part !== '.' && part !== '..')
}
