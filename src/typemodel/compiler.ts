import { ts } from 'ts-morph'

/*
 * The one door to the TypeScript compiler. Everything else in this folder that needs it imports it
 * from here, so that loading it can be put off and replaced in one place.
 */
export { ts }

/** What a folder holds, by name. */
interface FolderEntries {
  readonly files: readonly string[]
  readonly directories: readonly string[]
}

/** A search for the files that `include` and `exclude` of a tsconfig name. */
export interface FileSearch {
  readonly directory: string
  readonly extensions: readonly string[]
  readonly excludes: readonly string[] | undefined
  readonly includes: readonly string[]
  readonly depth?: number | undefined
  readonly entriesOf: (directory: string) => FolderEntries
  readonly realpath: (path: string) => string
}

// oxlint-disable-next-line max-params -- the compiler's own signature
type MatchFiles = (
  path: string,
  extensions: readonly string[],
  excludes: readonly string[] | undefined,
  includes: readonly string[],
  useCaseSensitiveFileNames: boolean,
  currentDirectory: string,
  depth: number | undefined,
  getFileSystemEntries: (path: string) => FolderEntries,
  realpath: (path: string) => string,
) => string[]

/** The compiler's own glob matching, which its public declarations leave out, over any file system. */
export function matchFiles(search: FileSearch): string[] {
  const { matchFiles: match } = ts as unknown as { readonly matchFiles: MatchFiles }
  return match(
    search.directory,
    search.extensions,
    search.excludes,
    search.includes,
    true,
    search.directory,
    search.depth,
    search.entriesOf,
    search.realpath,
  )
}

/** What the parser could not make sense of, which its public declarations leave out. */
export function syntaxErrorsOf(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  const { parseDiagnostics } = file as unknown as {
    readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[]
  }
  return parseDiagnostics
}
