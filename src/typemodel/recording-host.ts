import { posix } from 'node:path'
import type { DirectoryEntries, FileHost } from './file-host.ts'
import { ask, type InputRecord, type Question } from './input-record.ts'

/**
 * Passes every question on and remembers it, so that a later run can tell whether anything that this
 * one depended on has changed. Each question is put once: a run sees one state of each file.
 */
export class RecordingHost implements FileHost {
  readonly #host: FileHost
  readonly #root: string
  readonly #texts = new Map<string, string | undefined>()
  readonly #files = new Map<string, boolean>()
  readonly #directories = new Map<string, boolean>()
  readonly #entries = new Map<string, DirectoryEntries | undefined>()
  readonly #realpaths = new Map<string, string>()

  constructor(host: FileHost, root: string) {
    this.#host = host
    this.#root = root
  }

  readonly readText = (path: string): string | undefined =>
    once(this.#texts, path, this.#host.readText)

  readonly fileExists = (path: string): boolean => once(this.#files, path, this.#host.fileExists)

  readonly directoryExists = (path: string): boolean =>
    once(this.#directories, path, this.#host.directoryExists)

  readonly readDirectory = (path: string): DirectoryEntries | undefined =>
    once(this.#entries, path, this.#host.readDirectory)

  readonly realpath = (path: string): string => once(this.#realpaths, path, this.#host.realpath)

  /** Puts the questions of an earlier run again, and gives those whose answer is another now. */
  changesSince(earlier: RecordingHost): readonly AskedQuestion[] {
    return [
      ...changed('text', earlier.#texts, this.readText),
      ...changed('file', earlier.#files, this.fileExists),
      ...changed('directory', earlier.#directories, this.directoryExists),
      ...changed('entries', earlier.#entries, this.readDirectory),
      ...changed('realpath', earlier.#realpaths, this.realpath),
    ]
  }

  /** Everything asked so far. Take it when all types have been resolved: reading goes on until then. */
  record(): InputRecord {
    const asked: readonly (readonly [Question, Iterable<string>])[] = [
      ['text', this.#texts.keys()],
      ['file', this.#files.keys()],
      ['directory', this.#directories.keys()],
      ['entries', this.#entries.keys()],
      ['realpath', this.#realpaths.keys()],
    ]
    return {
      answers: asked.flatMap(([question, paths]) =>
        [...paths].sort().map((path) => {
          const answer = ask(question, { root: this.#root, path }, this)
          return [question, posix.relative(this.#root, path), answer] as const
        }),
      ),
    }
  }
}

function once<Answer>(
  known: Map<string, Answer>,
  path: string,
  question: (path: string) => Answer,
): Answer {
  const answer = known.get(path)
  if (answer !== undefined || known.has(path)) return answer as Answer
  const asked = question(path)
  known.set(path, asked)
  return asked
}

/** A question and what it was put about, with both answers. */
export interface AskedQuestion {
  readonly question: Question
  readonly path: string
  readonly before: unknown
  readonly now: unknown
}

function changed<Answer>(
  question: Question,
  earlier: ReadonlyMap<string, Answer>,
  put: (path: string) => Answer,
): AskedQuestion[] {
  return [...earlier]
    .map(([path, before]) => ({ question, path, before, now: put(path) }))
    .filter(({ before, now }) => !isSame(before, now))
}

function isSame(before: unknown, now: unknown): boolean {
  if (typeof before !== 'object' || typeof now !== 'object') return before === now
  return JSON.stringify(before) === JSON.stringify(now)
}
