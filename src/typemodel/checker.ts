import { checkerLibrary } from './checker-library.ts'
import { ts } from './compiler.ts'
import type { LibraryPackage } from './library-package.ts'
import { isLibraryModule } from './library-package.ts'
import type { ModuleResolver } from './module-resolver.ts'
import type { SourceUnit } from './source-unit.ts'

/** What a checker reads files and modules with. */
export interface CheckerContext {
  readonly resolver: ModuleResolver
  readonly library: LibraryPackage
  readonly loadUnit: (path: string) => SourceUnit | undefined
}

const libraryPath = '/kops-checker-library.d.ts'

/**
 * The compiler's own checker, built when something first asks what syntax cannot tell. It works on the
 * very nodes that the reader has parsed, so that question and answer need no translation of places.
 */
export class Checker {
  readonly #context: CheckerContext
  readonly #roots = new Set<string>()
  #program: ts.Program | undefined

  constructor(context: CheckerContext) {
    this.#context = context
  }

  /** A checker that knows the file of `unit`. */
  checkerFor(unit: SourceUnit): ts.TypeChecker {
    const isKnown = this.#program?.getSourceFile(unit.path) !== undefined
    if (this.#program === undefined || !isKnown) {
      this.#roots.add(unit.path)
      this.#program = this.#createProgram()
    }
    return this.#program.getTypeChecker()
  }

  /** The unit that a node of the checker's belongs to. */
  unitOf(node: ts.Node): SourceUnit | undefined {
    const { fileName } = node.getSourceFile()
    return fileName === libraryPath ? undefined : this.#context.loadUnit(fileName)
  }

  #createProgram(): ts.Program {
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      noEmit: true,
      types: [],
      noLib: false,
    }
    return ts.createProgram({
      rootNames: [...this.#roots],
      options,
      host: this.#createHost(),
      ...(this.#program === undefined ? {} : { oldProgram: this.#program }),
    })
  }

  #createHost(): ts.CompilerHost {
    const { loadUnit } = this.#context
    const library = ts.createSourceFile(libraryPath, checkerLibrary, ts.ScriptTarget.ES2023)
    const fileOf = (path: string): ts.SourceFile | undefined =>
      path === libraryPath ? library : loadUnit(path)?.file
    return {
      getSourceFile: fileOf,
      getDefaultLibFileName: () => libraryPath,
      writeFile: () => undefined,
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (path) => path,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: (path) => fileOf(path) !== undefined,
      readFile: (path) => loadUnit(path)?.text,
      resolveModuleNameLiterals: (literals, containingFile) =>
        literals.map(({ text }) => ({ resolvedModule: this.#resolve(text, containingFile) })),
    }
  }

  #resolve(specifier: string, containingFile: string): ts.ResolvedModuleFull | undefined {
    const { library, resolver } = this.#context
    const resolved = isLibraryModule(specifier)
      ? { path: library.fileOf(specifier) }
      : resolver.resolve(specifier, containingFile)
    if (!('path' in resolved) || resolved.path === undefined) return undefined
    const { path } = resolved
    const extension = path.endsWith('.d.ts') ? ts.Extension.Dts : path.slice(path.lastIndexOf('.'))
    return { resolvedFileName: path, extension }
  }
}
