import { ts } from './compiler.ts'
import { isLibraryModule } from './library-package.ts'
import type { ModuleResolver } from './module-resolver.ts'
import type { SourceUnit } from './source-unit.ts'

/** What following imports needs. */
export interface ImportContext {
  readonly resolver: ModuleResolver
  readonly loadUnit: (path: string) => SourceUnit | undefined
}

/**
 * The files that types of a file can be made of, itself included: what it imports and re-exports, over any
 * number of files. Names that are seen everywhere (`declare global`, `declare module`) are not among them.
 */
export function importClosure(unit: SourceUnit, context: ImportContext): ReadonlySet<string> {
  const reached = new Map<string, SourceUnit>([[unit.path, unit]])
  for (const each of reached.values()) {
    for (const specifier of specifiersOf(each)) {
      const target = context.resolver.resolve(specifier, each.path)
      const found = 'path' in target ? context.loadUnit(target.path) : undefined
      if (found !== undefined) reached.set(found.path, found)
    }
  }
  return new Set([...reached.values()].map(({ name }) => name))
}

const known = new WeakMap<SourceUnit, readonly string[]>()

/** Module names in imports, re-exports and `import('…')`; kops's own need no file. */
function specifiersOf(unit: SourceUnit): readonly string[] {
  const found = known.get(unit)
  if (found !== undefined) return found
  const { importedFiles } = ts.preProcessFile(unit.text, true, false)
  const specifiers = importedFiles
    .map(({ fileName }) => fileName)
    .filter((specifier) => !isLibraryModule(specifier))
  known.set(unit, specifiers)
  return specifiers
}

/** Whether a file's names are seen only where it is imported. */
export function isPlainModule(text: string): boolean {
  return /\b(?:import|export)\b/.test(text) && !/\bdeclare\s+(?:global|module)\b/.test(text)
}
