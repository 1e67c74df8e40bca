import { posix } from 'node:path'
import type { FileHost } from './file-host.ts'
import type { LibraryPackage } from './library-package.ts'
import { SourceUnit } from './source-unit.ts'

/** Parsed files by path. A file whose text is the same as in the last run is taken from there. */
export class UnitStore {
  readonly #previous: ReadonlyMap<string, SourceUnit>
  readonly #host: FileHost
  readonly #root: string
  readonly #library: LibraryPackage
  readonly #units = new Map<string, SourceUnit>()

  constructor(
    previous: ReadonlyMap<string, SourceUnit>,
    { host, root, library }: { host: FileHost; root: string; library: LibraryPackage },
  ) {
    this.#previous = previous
    this.#host = host
    this.#root = root
    this.#library = library
  }

  /** What has been loaded so far. */
  get loaded(): ReadonlyMap<string, SourceUnit> {
    return this.#units
  }

  readonly load = (path: string): SourceUnit | undefined => {
    const known = this.#units.get(path)
    if (known !== undefined) return known
    const text = this.#host.readText(path)
    if (text === undefined) return undefined
    const unit = this.#reuse(path, text) ?? this.#parse(path, text)
    this.#units.set(path, unit)
    return unit
  }

  #reuse(path: string, text: string): SourceUnit | undefined {
    const previous = this.#previous.get(path)
    return previous?.text === text ? previous : undefined
  }

  #parse(path: string, text: string): SourceUnit {
    const name = posix.relative(this.#root, path)
    return new SourceUnit({ path, name, text, isLibrary: this.#library.holds(path) })
  }

  /** The text of a file by the name that spans give it. */
  readonly readText = (name: string): string | undefined => {
    const path = posix.join(this.#root, name)
    return this.#units.get(path)?.text ?? this.#host.readText(path)
  }
}
