import { lstatSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { diskFileSystem } from './file-system.ts'
import { journalFolder, namedPaths } from './journal-record.ts'
import { rollbackFile, sealedFile } from './journal-desk.ts'
import { isCertain, isHeld, isProcessRunning, lastOwner, readOwner } from './lock-owner.ts'

/**
 * Removes a project's journal and lock, whoever wrote them, and leaves every other file as it is. Returns
 * the paths that the journal named; undefined where there is none, or where it must stay, which is reported.
 */
export function discardJournal(root: string, sink: DiagnosticSink): string[] | undefined {
  const parent = dirname(journalFolder)
  const path = [parent, journalFolder].find((each) => isLink(join(root, each))) ?? journalFolder
  if (lstatSync(join(root, path), { throwIfNoEntry: false }) === undefined) return undefined
  if (path === parent) {
    const helps = [`remove \`${parent}\``]
    sink.report('project/broken-journal', { reason: `\`${parent}\` is a symbolic link` }, { helps })
    return undefined
  }
  const isOwnFolder = !isLink(join(root, path))
  if (isOwnFolder && isAtWork(join(root, journalFolder))) {
    sink.report('project/locked', {}, { helps: ['wait for it, or stop it, and try again'] })
    return undefined
  }
  const paths = isOwnFolder ? [rollbackFile, sealedFile].flatMap((name) => read(root, name)) : []
  // A link is removed itself, and never what it leads to.
  rmSync(join(root, path), { recursive: true, force: true })
  return [...new Set(paths)].sort()
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/** Only what no file can pretend keeps a journal: a lock may be forged. */
function isAtWork(folder: string): boolean {
  const last = lastOwner(folder, diskFileSystem)
  const owner = last === undefined ? undefined : readOwner(folder, last, diskFileSystem)
  const { identity } = owner ?? {}
  if (owner === undefined || identity === undefined) return false
  return isCertain(identity) && isHeld(owner, isProcessRunning)
}

const mostBytes = 16 * 1024 * 1024

function read(root: string, name: string): string[] {
  const path = join(root, journalFolder, name)
  const status = diskFileSystem.status(path)
  if (status?.type !== 'file' || status.size > mostBytes) return []
  return namedPaths(diskFileSystem.read(path)?.toString('utf8') ?? '')
}
