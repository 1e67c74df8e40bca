import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { errorCode, type FileSystem } from './file-system.ts'
import {
  DamagedJournal,
  journalFolder,
  renderJournal,
  type Journal,
  type Step,
} from './journal-record.ts'
import type { Recovery } from './recovery.ts'

export const sealedFile = 'journal.json'
export const rollbackFile = 'rollback.json'
const unsealedFile = 'journal.new'

/** All that kops puts into a journal, but for its owners. */
const ownNames = /^(?:journal\.json|rollback\.json|journal\.new|\d+\.(?:new|old))$/

/** More is no list of steps that kops wrote. */
const mostListBytes = 64 * 1024 * 1024

/** One file that changes. `content` is absent where the file is to go. */
export interface FileChange {
  readonly path: string
  readonly content?: string | Uint8Array | undefined
}

interface DeskPlace {
  readonly root: string
  readonly fileSystem: FileSystem
  readonly recovery?: Recovery
}

/** The journal's folder and the tree beside it. */
export class JournalDesk {
  readonly #root: string
  readonly #folder: string
  readonly #fileSystem: FileSystem
  readonly #recovery: Recovery | undefined

  constructor({ root, fileSystem, recovery }: DeskPlace) {
    this.#root = root
    this.#folder = join(root, journalFolder)
    this.#fileSystem = fileSystem
    this.#recovery = recovery
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
    const root = this.#fileSystem.realPath(this.#root) ?? this.#root
    const text = renderJournal(journal, root, (each) => this.#recovery?.sign(each))
    this.#fileSystem.create(join(this.#folder, unsealedFile), text)
    this.#fileSystem.rename(join(this.#folder, unsealedFile), join(this.#folder, sealedFile))
  }

  /** Makes one change, unless it is made already or someone changed the file since. Tells whether it did. */
  forward(step: Step): boolean {
    const target = join(this.#root, step.path)
    const current = this.#fileSystem.read(target)
    const isUntouched = (current && hashOf(current)) === step.oldHash
    if (step.staged === undefined) {
      if (current === undefined || !isUntouched) return false
      this.#fileSystem.remove(target)
      return true
    }
    const staged = join(this.#folder, step.staged)
    if (this.#fileSystem.status(staged) === undefined || !isUntouched) return false
    this.#expectContent(step.staged, step.hash)
    for (const folder of foldersAbove(step.path))
      this.#fileSystem.makeFolder(join(this.#root, folder))
    this.#move(staged, target)
    return true
  }

  /** Takes one change back, unless it was not made or someone changed the file since. Tells whether it did. */
  #backward({ path, hash, old, oldHash }: Step): boolean {
    const target = join(this.#root, path)
    const current = this.#fileSystem.read(target)
    if ((current && hashOf(current)) !== hash) return false
    const kept = old === undefined ? undefined : join(this.#folder, old)
    if (kept === undefined || old === undefined) {
      if (current === undefined) return false
      this.#fileSystem.remove(target)
      return true
    }
    if (this.#fileSystem.status(kept) === undefined) return false
    this.#expectContent(old, oldHash)
    this.#move(kept, target)
    return true
  }

  /** The signature covers the hashes of what is moved; what is moved must have them. */
  #expectContent(name: string, hash: string | undefined): void {
    const path = join(this.#folder, name)
    const isFile = this.#fileSystem.status(path)?.type === 'file'
    const content = isFile ? this.#fileSystem.read(path) : undefined
    if (content === undefined || hashOf(content) !== hash) {
      throw new DamagedJournal(`\`${journalFolder}/${name}\` is not what was put there`)
    }
  }

  /** Takes all changes back, and returns the paths that were changed. */
  undo({ steps, folders }: Journal): string[] {
    const undone = steps.toReversed().filter((step) => this.#backward(step))
    for (const folder of folders.toReversed()) this.#removeEmpty(join(this.#root, folder))
    return undone.map(({ path }) => path)
  }

  /** Goes back to the old tree, in a way that a kill does not turn round. */
  rollBack(journal: Journal): string[] {
    const sealed = join(this.#folder, sealedFile)
    if (this.#fileSystem.status(sealed) !== undefined) {
      this.#fileSystem.rename(sealed, join(this.#folder, rollbackFile))
    }
    const undone = this.undo(journal)
    this.clear()
    return undone
  }

  /** A list of steps as it stands in the journal; undefined where there is none. */
  readText(name: string): string | undefined {
    const path = join(this.#folder, name)
    const status = this.#fileSystem.status(path)
    if (status === undefined) return undefined
    if (status.type !== 'file') throw new DamagedJournal(`\`${name}\` in it is no file`)
    if (status.size > mostListBytes) throw new DamagedJournal(`\`${name}\` in it is too large`)
    return this.#fileSystem.read(path)?.toString('utf8')
  }

  /** Ends the journal, and empties its folder of what kops puts there but for the owners. */
  clear(): void {
    // Without its list of steps, the rest is waste.
    for (const list of [sealedFile, rollbackFile]) {
      const path = join(this.#folder, list)
      if (this.#fileSystem.status(path) !== undefined) this.#fileSystem.remove(path)
    }
    for (const name of this.#fileSystem.list(this.#folder)) {
      if (ownNames.test(name)) this.#sweep(join(this.#folder, name))
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
