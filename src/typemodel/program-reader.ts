import { posix } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { Checker } from './checker.ts'
import type { FileHost } from './file-host.ts'
import { importClosure } from './import-closure.ts'
import { KindFinder } from './kinds.ts'
import { LibraryPackage } from './library-package.ts'
import type { PackageModel, Program, SourceFileModel } from './model.ts'
import { ModuleResolver } from './module-resolver.ts'
import { Names } from './names.ts'
import { findProjectFiles, type ProgramOptions } from './project-files.ts'
import type { SourceUnit } from './source-unit.ts'
import { TypeReader } from './type-reader.ts'
import { UnitStore } from './unit-store.ts'

export type { ProgramOptions } from './project-files.ts'

/**
 * Reads a project's types. Start reading here: find the files, find the kinds among their exports, and
 * leave all else to the moment when a type is asked for.
 */
export function readProgram(
  options: ProgramOptions,
  host: FileHost,
  sink: DiagnosticSink,
): Program {
  return new ProgramReader(options).read(host, sink)
}

/** The files that `readProgram` would look for kinds in, relative to the root. */
export function listSourceFiles(
  options: ProgramOptions,
  host: FileHost,
  sink: DiagnosticSink,
): string[] {
  const { sources } = findProjectFiles(options, host, sink)
  return sources.map((path) => posix.relative(options.root, path))
}

/** For a process that stays: reading again parses only the files whose text has changed. */
export class ProgramReader {
  readonly #options: ProgramOptions
  #units: ReadonlyMap<string, SourceUnit> = new Map()

  constructor(options: ProgramOptions) {
    this.#options = options
  }

  read(host: FileHost, sink: DiagnosticSink): Program {
    const files = findProjectFiles(this.#options, host, sink)
    const { root, packageDirectory: own } = this.#options
    const library = new LibraryPackage(host, { root, own })
    const units = new UnitStore(this.#units, { host, root, library })
    this.#units = units.loaded
    const resolver = new ModuleResolver(host, files.compilerOptions, root)
    const context = { resolver, library, loadUnit: units.load }
    const names = new Names({ ...context, projectFiles: files.all })
    const finder = new KindFinder(new TypeReader(names, new Checker(context), sink))
    const sources = files.sources.map(units.load).filter((unit) => unit !== undefined)
    const reach = (path: string): ReadonlySet<string> => {
      const unit = units.load(posix.join(root, path))
      return unit === undefined ? new Set() : importClosure(unit, context)
    }
    return { packages: packagesOf(sources, finder), readText: units.readText, reach }
  }
}

function packagesOf(units: readonly SourceUnit[], finder: KindFinder): PackageModel[] {
  const byFolder = new Map<string, SourceUnit[]>()
  for (const unit of units) {
    const folder = posix.dirname(unit.name)
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), unit])
  }
  return [...byFolder.keys()].sort().map((path) => {
    const members = byFolder.get(path) ?? []
    return {
      path,
      files: members.map(toSourceFile),
      kinds: members.flatMap((unit) => finder.kindsOf(unit)),
    }
  })
}

function toSourceFile(unit: SourceUnit): SourceFileModel {
  return {
    path: unit.name,
    text: unit.text,
    get comments() {
      return unit.comments
    },
    get attached() {
      return unit.attached
    },
  }
}
