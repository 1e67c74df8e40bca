import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { diskFileHost, type FileHost } from './file-host.ts'

/*
 * What a result depended on, as plain JSON, and whether it still stands. This file must not load the
 * compiler: a run in which nothing changed ends here.
 */

/** The questions that can be put to a file system. */
export type Question = 'text' | 'file' | 'directory' | 'entries' | 'realpath'

/** One question, the path relative to the record's root, and the answer then given. */
export type RecordedAnswer = readonly [question: Question, path: string, answer: string]

/** Every question that a run put to the file system, sorted, with the answers. */
export interface InputRecord {
  readonly answers: readonly RecordedAnswer[]
}

/** Whether every question of `record` has the same answer today. `root` is where its paths start. */
export function recordHolds(
  record: InputRecord,
  root: string,
  host: FileHost = diskFileHost,
): boolean {
  return record.answers.every(
    ([question, path, answer]) =>
      ask(question, { root, path: posix.join(root, path) }, host) === answer,
  )
}

/** The answer to one question, short and comparable. */
export function ask(
  question: Question,
  { root, path }: { readonly root: string; readonly path: string },
  host: FileHost,
): string {
  switch (question) {
    case 'text':
      return digest(host.readText(path))
    case 'file':
      return String(host.fileExists(path))
    case 'directory':
      return String(host.directoryExists(path))
    case 'entries':
      return digest(JSON.stringify(host.readDirectory(path)))
    case 'realpath':
      return posix.relative(root, host.realpath(path))
  }
}

/** A digest of a text; empty where there is none. */
function digest(text: string | undefined): string {
  return text === undefined ? '' : createHash('sha256').update(text).digest('base64url')
}
