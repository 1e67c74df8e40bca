import { posix } from 'node:path'
import type { DirectoryEntries, FileHost } from '../../typemodel/file-host.ts'
import { ask, type InputRecord, type RecordedAnswer } from '../../typemodel/input-record.ts'
import { sourceHost } from './source-host.ts'

/** What a run has made and removed, relative to the root. */
export interface Written {
  readonly created: readonly string[]
  readonly removed: readonly string[]
}

/**
 * The record of a run's inputs as they stand after the run has written its files: a folder that was
 * listed may hold a new one now. Undefined where anything else has changed meanwhile, or where the
 * change may matter to the result.
 */
export function settleInputs(
  record: InputRecord,
  { created, removed }: Written,
  root: string,
): InputRecord | undefined {
  const before = hostBefore({ created, removed }, root)
  const answers: RecordedAnswer[] = []
  for (const [question, path, answer] of record.answers) {
    const place = { root, path: posix.join(root, path) }
    const now = ask(question, place, sourceHost)
    if (now !== answer && !isOwnListing(question, ask(question, place, before), answer)) {
      return undefined
    }
    answers.push([question, path, now])
  }
  return { answers }
}

function isOwnListing(question: string, withoutOwn: string, answer: string): boolean {
  return (question === 'entries' || question === 'directory') && withoutOwn === answer
}

/** The disk as it was before the files were written. */
function hostBefore({ created, removed }: Written, root: string): FileHost {
  const madeHere = new Set(created.map((path) => posix.join(root, path)))
  const goneHere = removed.map((path) => posix.join(root, path))
  const isNew = (folder: string): boolean => {
    const entries = sourceHost.readDirectory(folder)
    if (entries === undefined) return false
    const isEmpty = entries.files.length + entries.directories.length === 0
    return (
      !isEmpty &&
      entries.files.every((name) => madeHere.has(`${folder}/${name}`)) &&
      entries.directories.every((name) => isNew(`${folder}/${name}`))
    )
  }
  return {
    ...sourceHost,
    directoryExists: (path) => sourceHost.directoryExists(path) && !isNew(path),
    readDirectory(path): DirectoryEntries | undefined {
      const now = sourceHost.readDirectory(path)
      if (now === undefined || isNew(path)) return undefined
      const gone = goneHere.filter((each) => posix.dirname(each) === path).map(posixName)
      const kept = now.files.filter((name) => !madeHere.has(`${path}/${name}`))
      return {
        files: [...kept, ...gone].sort(),
        directories: now.directories.filter((name) => !isNew(`${path}/${name}`)),
      }
    },
  }
}

function posixName(path: string): string {
  return posix.basename(path)
}
