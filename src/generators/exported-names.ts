import { posix } from 'node:path'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { SourceFileModel } from '../typemodel/model.ts'

/** A name that a file exports by a declaration of its own. */
export interface ExportedName {
  readonly name: string
  readonly isType: boolean
  /** The file's name. */
  readonly file: string
  readonly span: SourceSpan
}

const declaration =
  /^[ \t]*export\s+(?:declare\s+)?(?:abstract\s+)?(const\s+enum|interface|type|enum|class|function|const|let|var|namespace)\s+([A-Za-z_$][\w$]*)/gm

/** The declarations that a file exports, in source order; commented-out ones are none. */
export function exportedNames({ path, text, comments }: SourceFileModel): ExportedName[] {
  const inComment = (index: number): boolean =>
    comments.some(({ span }) => span.start <= index && index < span.end)
  return [...text.matchAll(declaration)]
    .filter(({ index }) => !inComment(index))
    .map(([matched, keyword, name = ''], order, all) => {
      const end = (all[order]?.index ?? 0) + matched.length
      return {
        name,
        isType: keyword === 'interface' || keyword === 'type',
        file: posix.basename(path),
        span: { path, start: end - name.length, end },
      }
    })
}

/**
 * The names that several files of a folder export, each from the first of them. An index that passes on
 * all of every file has to say which one it means, and the user is told.
 */
export function settleRepeatedExports(
  files: readonly SourceFileModel[],
  kinds: ReadonlySet<string>,
  sink: DiagnosticSink,
): ExportedName[] {
  const first = new Map<string, ExportedName>()
  const repeated = new Map<string, ExportedName>()
  for (const exported of files.flatMap(exportedNames)) {
    const { name, file, span } = exported
    const known = first.get(name)
    first.set(name, known ?? exported)
    if (known === undefined || known.file === file || kinds.has(name)) continue
    repeated.set(name, known)
    sink.report(
      'type/repeated-export',
      { name, first: known.file, second: file },
      {
        span,
        notes: [{ message: 'the folder’s index passes on this one', span: known.span }],
        helps: ['rename one of the two, or import the other from its own file'],
      },
    )
  }
  return [...repeated.values()]
}
