import { isLibraryModule, type LibraryPackage } from './library-package.ts'
import type { LibraryReference } from './model.ts'
import type { ModuleResolver } from './module-resolver.ts'
import type { Binding, ModuleName, Scope, TypeDeclaration } from './scope.ts'
import type { SourceUnit } from './source-unit.ts'
import { ts } from './compiler.ts'

/** What a name turned out to mean. */
export type Meaning =
  | { readonly kind: 'binding'; readonly binding: Binding }
  | { readonly kind: 'module'; readonly scope: Scope }
  | ({ readonly kind: 'library' } & LibraryReference)
  | { readonly kind: 'library-module'; readonly module: string }
  | UnresolvedImport
  | { readonly kind: 'not-exported'; readonly import: ModuleName; readonly unit: SourceUnit }

export interface UnresolvedImport {
  readonly kind: 'unresolved-import'
  readonly import: ModuleName
  readonly unit: SourceUnit
  /** Absolute paths. */
  readonly tried: readonly string[]
}

/** A type declaration with the scope its own names are looked up in. */
export interface ScopedDeclaration {
  readonly node: TypeDeclaration
  readonly scope: Scope
}

/** What the names of a program need from outside. */
export interface NamesContext {
  readonly resolver: ModuleResolver
  readonly library: LibraryPackage
  readonly loadUnit: (path: string) => SourceUnit | undefined
  /** Every file that the tsconfig names, declaration files included. */
  readonly projectFiles: readonly string[]
}

/** Follows names through scopes, imports, re-exports and namespaces, opening only files on the way. */
export class Names {
  readonly #context: NamesContext
  #globals: readonly Scope[] | undefined
  #ambient: ReadonlyMap<string, readonly Scope[]> | undefined
  #libraryNames: ReadonlyMap<Binding, LibraryReference> | undefined

  constructor(context: NamesContext) {
    this.#context = context
  }

  /** What an unqualified name means in a scope; `undefined` where nothing of the project declares it. */
  lookup(name: string, scope: Scope): Meaning | undefined {
    for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
      const binding = each.names.get(name)
      if (binding !== undefined) return this.#follow(binding)
    }
    for (const each of this.#globalScopes()) {
      const binding = each.names.get(name)
      if (binding !== undefined && each !== scope) return this.#follow(binding)
    }
    return undefined
  }

  /** What `name` means inside a namespace or module. */
  member(container: Meaning, name: string): Meaning | undefined {
    switch (container.kind) {
      case 'module':
        return this.exported(container.scope, name)
      case 'binding':
        return container.binding.namespace === undefined
          ? undefined
          : this.exported(container.binding.namespace, name)
      case 'library-module':
        return { kind: 'library', module: container.module, name }
      case 'library':
        return { kind: 'library', module: container.module, name: `${container.name}.${name}` }
      default:
        return container
    }
  }

  /** What a dotted name means. */
  entity(name: ts.EntityName | ts.Expression, scope: Scope): Meaning | undefined {
    if (ts.isIdentifier(name)) return this.lookup(name.text, scope)
    const [left, right] = ts.isQualifiedName(name)
      ? [name.left, name.right]
      : ts.isPropertyAccessExpression(name)
        ? [name.expression, name.name]
        : []
    if (left === undefined || right === undefined) return undefined
    const container = this.entity(left, scope)
    return container === undefined ? undefined : this.member(container, right.text)
  }

  /** What a scope exports under `name`, through any number of re-exports. */
  exported(scope: Scope, name: string, seen: ReadonlySet<Scope> = new Set()): Meaning | undefined {
    const target = scope.exports.get(name)
    if (target !== undefined) {
      return target.from === 'here'
        ? this.lookup(target.name, scope)
        : this.imported(target, scope.unit)
    }
    if (name === 'default' || seen.has(scope)) return undefined
    return this.#exportedByStars(scope, name, new Set([...seen, scope]))
  }

  #exportedByStars(scope: Scope, name: string, seen: ReadonlySet<Scope>): Meaning | undefined {
    let library: string | undefined
    let failed: Meaning | undefined
    for (const specifier of scope.stars) {
      if (isLibraryModule(specifier.text)) {
        if (this.#libraryExports(specifier.text, name)) library ??= specifier.text
        continue
      }
      const star: ModuleName = { specifier, name: '*', node: specifier }
      const container = this.imported(star, scope.unit)
      if (container.kind === 'unresolved-import') failed ??= container
      if (container.kind !== 'module') continue
      const found = this.exported(container.scope, name, seen)
      if (found !== undefined) return found
    }
    return library === undefined ? failed : { kind: 'library', module: library, name }
  }

  /** Where kops's package cannot be read, any name may come from it. */
  #libraryExports(module: string, name: string): boolean {
    const scope = this.libraryScope(module)
    return scope === undefined || this.exported(scope, name) !== undefined
  }

  /** What an import leads to. */
  imported(target: ModuleName, unit: SourceUnit): Meaning {
    const { specifier, name } = target
    if (isLibraryModule(specifier.text)) {
      const module = specifier.text
      return name === '*' ? { kind: 'library-module', module } : { kind: 'library', module, name }
    }
    const container = this.module(specifier.text, unit)
    if ('tried' in container) {
      return { kind: 'unresolved-import', import: target, unit, tried: container.tried }
    }
    if (name === '*') return { kind: 'module', scope: container.scope }
    return this.exported(container.scope, name) ?? { kind: 'not-exported', import: target, unit }
  }

  /** The names of the module behind a specifier. */
  module(
    specifier: string,
    unit: SourceUnit,
  ): { readonly scope: Scope } | { readonly tried: readonly string[] } {
    const resolved = this.#context.resolver.resolve(specifier, unit.path)
    const found = 'path' in resolved ? this.#context.loadUnit(resolved.path) : undefined
    if (found !== undefined) return { scope: found.scope }
    const [ambient] = this.#ambientModules().get(specifier) ?? []
    if (ambient !== undefined) return { scope: ambient }
    return { tried: 'tried' in resolved ? resolved.tried : [resolved.path] }
  }

  /** The names that one of kops's own entries exports, read from its declaration file. */
  libraryScope(module: string): Scope | undefined {
    const file = this.#context.library.fileOf(module)
    return file === undefined ? undefined : this.#context.loadUnit(file)?.scope
  }

  /** The name under which kops exports a declaration of its own package. */
  libraryNameOf(binding: Binding): LibraryReference | undefined {
    const { scope, name } = binding
    if (!scope.unit.isLibrary) return undefined
    const module = this.#context.library.moduleOf(scope.unit.path)
    const target = module === undefined ? undefined : scope.exports.get(name)
    if (module !== undefined && target?.from === 'here' && target.name === name) {
      return { module, name }
    }
    this.#libraryNames ??= this.#collectLibraryNames()
    return this.#libraryNames.get(binding)
  }

  #collectLibraryNames(): Map<Binding, LibraryReference> {
    const names = new Map<Binding, LibraryReference>()
    const modules = [...this.#context.library.entries.keys()].sort()
    for (const module of modules) {
      const scope = this.libraryScope(module)
      for (const name of scope === undefined ? [] : this.exportedNames(scope)) {
        const meaning = scope === undefined ? undefined : this.exported(scope, name)
        if (meaning?.kind === 'binding' && !names.has(meaning.binding)) {
          names.set(meaning.binding, { module, name })
        }
      }
    }
    return names
  }

  /** Every name that a scope exports; `export *` of kops's own modules left out. */
  exportedNames(scope: Scope, seen: ReadonlySet<Scope> = new Set()): Set<string> {
    const names = new Set(scope.exports.keys())
    if (seen.has(scope)) return names
    for (const specifier of scope.stars) {
      if (isLibraryModule(specifier.text)) continue
      const container = this.module(specifier.text, scope.unit)
      if ('tried' in container) continue
      for (const name of this.exportedNames(container.scope, new Set([...seen, scope]))) {
        if (name !== 'default') names.add(name)
      }
    }
    return names
  }

  /** All declarations of a type: those of its scope, then those that augment it from elsewhere. */
  declarationsOf(binding: Binding): readonly ScopedDeclaration[] {
    const own = binding.types.map((node) => ({ node, scope: binding.scope }))
    if (binding.types.every((node) => !ts.isInterfaceDeclaration(node))) return own
    return [...own, ...this.#augmentationsOf(binding)]
  }

  #augmentationsOf(binding: Binding): ScopedDeclaration[] {
    const key = binding.scope.unit.path
    if (binding.scope.parent !== undefined) return []
    return (this.#ambientModules().get(key) ?? []).flatMap((scope) =>
      (scope.names.get(binding.name)?.types ?? []).map((node) => ({ node, scope })),
    )
  }

  /** What `binding` stands for, imports and aliases followed. */
  #follow(binding: Binding): Meaning | undefined {
    const { imported, alias, scope } = binding
    if (binding.types.length > 0 || (imported === undefined && alias === undefined)) {
      return { kind: 'binding', binding }
    }
    if (imported !== undefined) return this.imported(imported, scope.unit)
    return alias === undefined ? undefined : this.entity(alias, scope)
  }

  #globalScopes(): readonly Scope[] {
    this.#globals ??= this.#projectUnits(
      (text) => text.includes('declare global') || !/\b(?:import|export)\b/.test(text),
    ).flatMap(({ scope }) => [
      ...(scope.isModule ? [] : [scope]),
      ...scope.ambient.filter(({ name }) => name === 'global').map((each) => each.scope),
    ])
    return this.#globals
  }

  /** `declare module` blocks: under the path of the file they augment, else under their own name. */
  #ambientModules(): ReadonlyMap<string, readonly Scope[]> {
    if (this.#ambient !== undefined) return this.#ambient
    const ambient = new Map<string, Scope[]>()
    this.#ambient = ambient
    for (const unit of this.#projectUnits((text) => /declare\s+module\s/.test(text))) {
      for (const { name, scope } of unit.scope.ambient) {
        if (name === 'global') continue
        const resolved = this.#context.resolver.resolve(name.text, unit.path)
        const key = unit.scope.isModule && 'path' in resolved ? resolved.path : name.text
        ambient.set(key, [...(ambient.get(key) ?? []), scope])
      }
    }
    return ambient
  }

  #projectUnits(isWanted: (text: string) => boolean): SourceUnit[] {
    return this.#context.projectFiles
      .map((path) => this.#context.loadUnit(path))
      .filter((unit) => unit !== undefined)
      .filter((unit) => isWanted(unit.text))
  }
}
