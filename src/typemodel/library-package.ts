import { posix } from 'node:path'
import type { FileHost } from './file-host.ts'

/** Whether a specifier names kops's own package: its types are known by name and need no file. */
export function isLibraryModule(specifier: string): boolean {
  return specifier === 'kops' || specifier.startsWith('kops/')
}

/**
 * kops's own package on disk, read only where the structure of one of its types is asked for: the
 * project's copy, else the running command's own.
 */
export class LibraryPackage {
  readonly #host: FileHost
  readonly #roots: readonly string[]
  #entries: ReadonlyMap<string, string> | undefined
  #modules: ReadonlyMap<string, string> | undefined
  #folder: string | undefined

  constructor(host: FileHost, { root, own }: { root: string; own: string | undefined }) {
    this.#host = host
    const above = foldersFrom(root).map((folder) => posix.join(folder, 'node_modules/kops'))
    this.#roots = own === undefined ? above : [...above, own]
  }

  /** The declaration file of an entry. */
  fileOf(module: string): string | undefined {
    return this.entries.get(module)
  }

  /** The entry whose declaration file this is. */
  moduleOf(file: string): string | undefined {
    this.#modules ??= new Map([...this.entries].map(([module, path]) => [path, module]))
    return this.#modules.get(file)
  }

  /** Whether a file belongs to the package, as far as that has been opened. */
  holds(path: string): boolean {
    return this.#folder !== undefined && path.startsWith(`${this.#folder}/`)
  }

  /** The declaration files of the package's entries, by module specifier. */
  get entries(): ReadonlyMap<string, string> {
    this.#entries ??= this.#readEntries()
    return this.#entries
  }

  #readEntries(): Map<string, string> {
    for (const root of this.#roots) {
      const manifest = this.#host.readText(posix.join(root, 'package.json'))
      if (manifest === undefined) continue
      const folder = this.#host.realpath(root)
      const entries = this.#entriesOf(folder, manifest)
      if (entries.size === 0) continue
      this.#folder = folder
      return entries
    }
    return new Map()
  }

  #entriesOf(root: string, manifest: string): Map<string, string> {
    const entries = new Map<string, string>()
    for (const [subpath, target] of Object.entries(exportsOf(manifest))) {
      const types = typesOf(target)
      if (types === undefined) continue
      for (const [module, file] of this.#expand(root, { subpath, types })) entries.set(module, file)
    }
    return entries
  }

  /** One entry, or one for each file that a `*` stands for. */
  #expand(
    root: string,
    { subpath, types }: { readonly subpath: string; readonly types: string },
  ): (readonly [string, string])[] {
    const star = types.indexOf('*')
    if (star === -1) {
      const file = this.#declarationFile(posix.join(root, types))
      return file === undefined ? [] : [[posix.join('kops', subpath), file]]
    }
    const folder = posix.join(root, types.slice(0, star), '.')
    const ending = types.slice(star + 1)
    return this.#filesBelow(folder)
      .filter((file) => file.endsWith(ending))
      .map((file) => {
        const name = file.slice(0, -ending.length)
        return [posix.join('kops', subpath.replace('*', name)), posix.join(folder, file)]
      })
  }

  #filesBelow(folder: string): string[] {
    const { files = [], directories = [] } = this.#host.readDirectory(folder) ?? {}
    return [
      ...files,
      ...directories.flatMap((name) =>
        this.#filesBelow(posix.join(folder, name)).map((file) => `${name}/${file}`),
      ),
    ]
  }

  /** A checkout of kops that is not built has the sources instead. */
  #declarationFile(file: string): string | undefined {
    const source = file.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts')
    return [file, source].find((each) => this.#host.fileExists(each))
  }
}

function foldersFrom(folder: string): string[] {
  const parent = posix.dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)]
}

function exportsOf(manifest: string): Readonly<Record<string, unknown>> {
  try {
    const { exports } = JSON.parse(manifest) as { readonly exports?: unknown }
    return isRecord(exports) ? exports : {}
  } catch {
    // A broken package.json offers no entries, and the next folder is tried.
    return {}
  }
}

function typesOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target.endsWith('.d.ts') ? target : undefined
  if (!isRecord(target)) return undefined
  const { types } = target
  return typeof types === 'string' ? types : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
