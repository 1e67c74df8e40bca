import { createHash } from 'node:crypto'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { findPathProblem } from './path-rules.ts'

/*
 * `.kops/files`: what kops wrote into a project, one line `<path> <template> <hash>` for each file, sorted.
 * It tells a file that someone edited from one that may be written again or removed.
 */

/** Relative to the project's root. */
export const writtenFilesPath = '.kops/files'

/** A file that kops wrote. */
export interface WrittenFile {
  readonly template: string
  /** More than one where two branches wrote the file and both lines were kept: either may hold. */
  readonly hashes: readonly string[]
}

/** By path. */
export type WrittenFiles = ReadonlyMap<string, WrittenFile>

const linePattern = /^(\S.*) (\S+) ([0-9a-f]{16})$/

/** Reads `.kops/files`; undefined where it has mistakes, which are reported. */
export function parseWrittenFiles(text: string, sink: DiagnosticSink): WrittenFiles | undefined {
  const files = new Map<string, WrittenFile>()
  let isGood = true
  let start = 0
  for (const [index, line] of text.split('\n').entries()) {
    const content = line.trimEnd()
    const span = { path: writtenFilesPath, start, end: start + content.length }
    start += line.length + 1
    if (content === '') continue
    if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(content)) {
      sink.report('project/merge-conflict', {}, { span, helps: ['keep the lines of both sides'] })
      return undefined
    }
    const match = linePattern.exec(content)
    if (match === null) {
      const details = { span, notes: ['a line is a path, a template and a hash'] }
      sink.report('project/invalid-record', { line: String(index + 1) }, details)
      isGood = false
      continue
    }
    const [, path = '', template = '', hash = ''] = match
    const problem = findPathProblem(path)
    if (problem !== undefined) {
      sink.report('project/invalid-record', { line: String(index + 1) }, { span, notes: [problem] })
      isGood = false
      continue
    }
    const hashes = files.get(path)?.hashes ?? []
    files.set(path, { template, hashes: [...new Set([...hashes, hash])] })
  }
  return isGood ? files : undefined
}

/** The text of `.kops/files`: the same files give the same bytes. */
export function renderWrittenFiles(files: WrittenFiles): string {
  return [...files]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([path, { template, hashes }]) =>
      hashes.toSorted().map((hash) => `${path} ${template} ${hash}\n`),
    )
    .join('')
}

/** A short hash of a file's content. Line ends do not count: version control may change them. */
export function hashContent(content: string | Uint8Array): string {
  const bytes = Buffer.from(content)
  const counted = bytes.includes(0) ? bytes : bytes.toString('latin1').replaceAll('\r\n', '\n')
  const hash = createHash('sha256')
  if (typeof counted === 'string') hash.update(counted, 'latin1')
  else hash.update(counted)
  return hash.digest('hex').slice(0, 16)
}

/** Whether the content is what kops wrote last. */
export function isUnedited(file: WrittenFile, content: string | Uint8Array): boolean {
  return file.hashes.includes(hashContent(content))
}
