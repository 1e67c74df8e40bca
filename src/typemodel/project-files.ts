import { posix } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { matchFiles, ts } from './compiler.ts'
import type { FileHost } from './file-host.ts'

/** What to read and how. Paths are absolute or relative to `root`, with forward slashes. */
export interface ProgramOptions {
  /** The folder that paths of results are relative to; absolute. */
  readonly root: string
  /** Default: `tsconfig.json` in the root, where there is one. */
  readonly tsconfig?: string | undefined
  /** Folders or globs to read in place of the files that the tsconfig names. */
  readonly paths?: readonly string[] | undefined
  /** The running command's own package, where the project has no copy of kops. */
  readonly packageDirectory?: string | undefined
}

/** The files of a project as its tsconfig has them, and those among them that kops reads for kinds. */
export interface ProjectFiles {
  readonly compilerOptions: ts.CompilerOptions
  /** Every file of the tsconfig, absolute, sorted. */
  readonly all: readonly string[]
  /** The files to read: no tests, outputs or declaration files. Absolute, sorted. */
  readonly sources: readonly string[]
}

const extensions = ['.ts', '.tsx', '.mts', '.cts']

const skippedFolders: ReadonlySet<string> = new Set([
  '__tests__',
  'dist',
  'node_modules',
  'test',
  'tests',
  'vendor',
])

export function findProjectFiles(
  options: ProgramOptions,
  host: FileHost,
  sink: DiagnosticSink,
): ProjectFiles {
  const { compilerOptions, files } = readConfig(options, host, sink)
  const all = sortedUnique(files)
  const { root, paths = [] } = options
  const sources =
    paths.length === 0
      ? all.filter((file) => isSource(posix.relative(root, file)))
      : sortedUnique(paths.flatMap((path) => filesAt(path, { root, host, sink })))
  return { compilerOptions, all, sources }
}

function sortedUnique(files: readonly string[]): string[] {
  return [...new Set(files)].sort()
}

/** Whether a relative path is the user's own code: no test, output or declaration file. */
function isSource(path: string): boolean {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  return isSourceName(name) && !folders.some((folder) => skippedFolders.has(folder))
}

function isSourceName(name: string): boolean {
  return /\.[cm]?tsx?$/.test(name) && !/\.(?:d|test|spec)\.(?:[^.]+\.)?[cm]?tsx?$/.test(name)
}

interface Place {
  readonly root: string
  readonly host: FileHost
  readonly sink: DiagnosticSink
}

/** The files that one of the `--paths` names. */
function filesAt(path: string, { root, host, sink }: Place): string[] {
  const found = expandBraces(path.replace(/\/?\.\.\.$/, '') || '.').flatMap((each) => {
    const target = posix.resolve(root, each)
    if (host.fileExists(target)) return [target]
    return filesMatching(target, host)
  })
  if (found.length === 0) {
    sink.report(
      'type/no-files',
      { path },
      {
        notes: [
          'paths are folders or globs, relative to the folder that kops works in',
          'tests, declaration files, `dist`, `vendor` and `node_modules` are left out',
        ],
        helps: ["kops manifests --paths 'api/**'"],
      },
    )
  }
  return found
}

function filesMatching(target: string, host: FileHost): string[] {
  const isGlob = /[*?]/.test(target)
  if (!isGlob && !host.directoryExists(target)) return []
  const base = isGlob ? posix.dirname(target.slice(0, target.search(/[*?]/) + 1)) : target
  const glob = posix.relative(base, target)
  const files = matchFiles({
    directory: base,
    extensions,
    excludes: ['**/node_modules'],
    includes: isGlob ? [glob, `${glob}/**/*`] : ['**/*'],
    ...searchOn(host),
  })
  return files.filter((file) => isSource(posix.relative(base, file)))
}

/** `a/{b,c}` is `a/b` and `a/c`. */
export function expandBraces(pattern: string): string[] {
  const close = pattern.indexOf('}')
  const open = pattern.lastIndexOf('{', close)
  if (close === -1 || open === -1) return [pattern]
  const before = pattern.slice(0, open)
  const after = pattern.slice(close + 1)
  return pattern
    .slice(open + 1, close)
    .split(',')
    .flatMap((each) => expandBraces(`${before}${each}${after}`))
}

function searchOn(
  host: FileHost,
): Pick<Parameters<typeof matchFiles>[0], 'entriesOf' | 'realpath'> {
  return {
    entriesOf: (directory) => host.readDirectory(directory) ?? { files: [], directories: [] },
    realpath: host.realpath,
  }
}

interface Config {
  readonly compilerOptions: ts.CompilerOptions
  readonly files: readonly string[]
}

function readConfig(options: ProgramOptions, host: FileHost, sink: DiagnosticSink): Config {
  const { root, tsconfig } = options
  const path = posix.resolve(root, tsconfig ?? 'tsconfig.json')
  const file = host.directoryExists(path) ? posix.join(path, 'tsconfig.json') : path
  if (tsconfig !== undefined || host.fileExists(file)) {
    return parseConfig(file, { root, host, sink })
  }
  return parseContent({}, { path: file, root, host, sink })
}

function parseConfig(path: string, place: Place): Config {
  const text = place.host.readText(path)
  if (text === undefined) {
    place.sink.report(
      'type/tsconfig-not-found',
      { path: posix.relative(place.root, path) },
      { notes: ['there is no such file'], helps: ['kops manifests --tsconfig tsconfig.json'] },
    )
    return { compilerOptions: {}, files: [] }
  }
  const { config, error } = ts.parseConfigFileTextToJson(path, text) as {
    readonly config?: object
    readonly error?: ts.Diagnostic
  }
  if (error !== undefined) reportConfig(error, { ...place, path })
  return parseContent(config ?? {}, { ...place, path })
}

function parseContent(json: object, place: Place & { readonly path: string }): Config {
  const { host, path } = place
  const directory = posix.dirname(path)
  const parsed = ts.parseJsonConfigFileContent(json, parseHost(host), directory, undefined, path)
  for (const error of parsed.errors) {
    if (error.code !== noInputsFound) reportConfig(error, place)
  }
  const { fileNames, options, projectReferences = [] } = parsed
  if (fileNames.length > 0 || projectReferences.length === 0) {
    return { compilerOptions: options, files: fileNames }
  }
  const referenced = projectReferences.map((reference) => {
    const target = ts.resolveProjectReferencePath(reference)
    return parseConfig(target, place)
  })
  return {
    compilerOptions: referenced[0]?.compilerOptions ?? options,
    files: referenced.flatMap(({ files }) => files),
  }
}

/** TypeScript's own complaints of an empty file list: a project may have no types yet. */
const noInputsFound = 18003

function parseHost(host: FileHost): ts.ParseConfigHost {
  return {
    useCaseSensitiveFileNames: true,
    fileExists: host.fileExists,
    readFile: host.readText,
    // oxlint-disable-next-line max-params -- the compiler's own signature
    readDirectory: (directory, wanted, excludes, includes, depth) =>
      matchFiles({
        directory,
        extensions: wanted,
        excludes,
        includes,
        depth,
        ...searchOn(host),
      }),
  }
}

function reportConfig(
  error: ts.Diagnostic,
  { root, sink, path }: Place & { readonly path: string },
): void {
  const file = posix.relative(root, error.file?.fileName ?? path)
  const { start = 0, length = 0 } = error
  sink.report(
    'type/invalid-tsconfig',
    { path: file },
    {
      span: { path: file, start, end: start + length },
      notes: [ts.flattenDiagnosticMessageText(error.messageText, ' ')],
      helps: ['npx tsc --showConfig'],
    },
  )
}
