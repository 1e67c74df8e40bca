import { posix } from 'node:path'
import ts from 'typescript'

/** A file to type-check, by a path of its own. */
export interface CheckedSource {
  readonly path: string
  readonly content: string
}

/** The folder that the sources are thought to stand in. */
const root = '/conformance'

/** As a careful project has them: whoever imports the types may have any of these. */
const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  noEmit: true,
  noLib: false,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
}

/**
 * What the compiler says of all sources, in one program, so that its library is read once. `kops` is the package in
 * `packageDirectory`, as it was built.
 */
export function typeCheck(sources: readonly CheckedSource[], packageDirectory: string): string[] {
  const texts = new Map(sources.map(({ path, content }) => [posix.join(root, path), content]))
  texts.set(posix.join(root, 'package.json'), '{"type":"module"}')
  const host = ts.createCompilerHost(options, true)
  const disk = { ...host }
  const real = (path: string): string => path.replace(`${root}/node_modules/kops`, packageDirectory)
  host.readFile = (path) => texts.get(path) ?? disk.readFile(real(path))
  host.fileExists = (path) => texts.has(path) || disk.fileExists(real(path))
  host.directoryExists = (path) => ts.sys.directoryExists(real(path)) || isFolder(path, texts)
  host.realpath = (path) => path
  host.getSourceFile = (path, languageVersion) => {
    const text = texts.get(path)
    if (text === undefined) return disk.getSourceFile(real(path), languageVersion)
    return ts.createSourceFile(path, text, languageVersion)
  }
  const roots = [...texts.keys()].filter((path) => path.endsWith('.ts'))
  const program = ts.createProgram(roots, { ...options }, host)
  return ts.getPreEmitDiagnostics(program).map(describe)
}

function isFolder(path: string, texts: ReadonlyMap<string, string>): boolean {
  return path === root || path.startsWith(`${root}/node_modules`)
    ? [root, `${root}/node_modules`].includes(path)
    : [...texts.keys()].some((each) => each.startsWith(`${path}/`))
}

function describe({ file, start = 0, messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, ' ')
  if (file === undefined) return message
  const { line } = ts.getLineAndCharacterOfPosition(file, start)
  return `${file.fileName.slice(root.length + 1)}:${line + 1}: ${message}`
}
