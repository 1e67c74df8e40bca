import { ts } from './compiler.ts'
import type { FileHost } from './file-host.ts'

/** Where a module specifier leads, or where it was looked for in vain. */
export type ResolvedModule = { readonly path: string } | { readonly tried: readonly string[] }

/** Finds the file behind a module specifier, as the project's own compiler would. */
export class ModuleResolver {
  readonly #host: FileHost
  readonly #options: ts.CompilerOptions
  readonly #cache: ts.ModuleResolutionCache
  readonly #known = new Map<string, ResolvedModule>()
  #probed: string[] = []

  constructor(host: FileHost, options: ts.CompilerOptions, root: string) {
    this.#host = host
    this.#options = withResolution(options)
    this.#cache = ts.createModuleResolutionCache(root, (name) => name, this.#options)
  }

  resolve(specifier: string, containingFile: string): ResolvedModule {
    const key = JSON.stringify([
      containingFile.slice(0, containingFile.lastIndexOf('/')),
      specifier,
    ])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.#probed = []
    const path =
      this.#find(specifier, containingFile, this.#options) ??
      this.#find(specifier, containingFile, lenient(this.#options))
    const resolved = path === undefined ? { tried: [...new Set(this.#probed)] } : { path }
    this.#known.set(key, resolved)
    return resolved
  }

  #find(specifier: string, file: string, options: ts.CompilerOptions): string | undefined {
    const cache = options === this.#options ? this.#cache : undefined
    const host: ts.ModuleResolutionHost = {
      fileExists: this.#fileExists,
      readFile: this.#host.readText,
      directoryExists: (path) => this.#host.directoryExists(path.replace(/(?<=.)\/$/, '')),
      realpath: this.#host.realpath,
    }
    const { resolvedModule } = ts.resolveModuleName(
      specifier,
      file,
      options,
      host,
      cache,
      undefined,
      ts.ModuleKind.ESNext,
    )
    const path = resolvedModule?.resolvedFileName
    return path !== undefined && /\.[cm]?tsx?$/.test(path) ? path : undefined
  }

  readonly #fileExists = (path: string): boolean => {
    const exists = this.#host.fileExists(path)
    if (!exists && /\.tsx?$/.test(path)) this.#probed.push(path)
    return exists
  }
}

/** A project that says nothing is read as a bundler would: it accepts every common way of writing. */
function withResolution(options: ts.CompilerOptions): ts.CompilerOptions {
  const { module, moduleResolution } = options
  if (moduleResolution !== undefined) return options
  const isNode =
    module !== undefined && module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext
  return isNode ? options : lenient(options)
}

function lenient(options: ts.CompilerOptions): ts.CompilerOptions {
  return {
    ...options,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
}
