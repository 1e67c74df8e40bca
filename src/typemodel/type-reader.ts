import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { askChecker } from './checker-question.ts'
import type { Checker } from './checker.ts'
import type { ts } from './compiler.ts'
import { makeDeclaration, readDeclarations } from './declarations.ts'
import type { Declaration, LibraryType, NamedType, TypeModel } from './model.ts'
import type { Names } from './names.ts'
import { readNode } from './node-readers.ts'
import {
  emptyEnvironment,
  errorAt,
  spanOf,
  textOf,
  type Environment,
  type Reading,
  type Trail,
  type TypeUse,
} from './reading.ts'
import { reportCircular, reportEndless, reportSyntax, reportUnresolved } from './reports.ts'
import { queriedValues, reportRuntimeSchema } from './runtime-schemas.ts'
import type { Binding } from './scope.ts'
import { primitive } from './type-algebra.ts'
import { TypeKeys } from './type-keys.ts'
import { readUse, typeParametersOf } from './type-references.ts'

/** A generic type may be instantiated inside itself so often before it counts as endless. */
const deepestInstantiation = 200

interface Instance {
  readonly resolve: () => TypeModel
  readonly typeArguments: readonly TypeModel[]
}

/**
 * Reads type nodes into the model, without a checker as far as syntax and names go. Start reading at
 * `read`; what needs more than a few lines has a file of its own.
 */
export class TypeReader implements Reading {
  readonly names: Names
  readonly sink: DiagnosticSink
  readonly #checker: Checker
  readonly #instances = new Map<string, Instance>()
  readonly #argumentsByType = new WeakMap<NamedType, readonly TypeModel[]>()
  readonly #libraryStructures = new Map<string, TypeModel>()
  readonly #postponed = new Map<string, NamedType>()
  readonly #busyValues = new Set<Binding>()
  readonly #endless = new Set<Binding>()
  readonly #declarations = new Map<Binding, Declaration>()
  readonly #keys = new TypeKeys()

  constructor(names: Names, checker: Checker, sink: DiagnosticSink) {
    this.names = names
    this.#checker = checker
    this.sink = sink
  }

  readonly declarationOf = (binding: Binding): Declaration => {
    const known = this.#declarations.get(binding)
    if (known !== undefined) return known
    reportSyntax(binding.scope.unit, this.sink)
    const declaration = makeDeclaration(binding, this.names)
    this.#declarations.set(binding, declaration)
    return declaration
  }

  readonly keyOf = (type: TypeModel): string => this.#keys.keyOf(type)

  readonly read = (node: ts.TypeNode, environment: Environment): TypeModel =>
    readNode(node, environment, this)

  readonly readUse = (use: TypeUse, environment: Environment): TypeModel =>
    readUse(use, environment, this)

  readonly askChecker = (node: ts.TypeNode, environment: Environment): TypeModel => {
    const isReported = queriedValues(node).some((name) =>
      this.reportRuntimeSchema(name, environment),
    )
    if (isReported) return errorAt(spanOf(node, environment))
    return askChecker(node, environment, { reading: this, source: this.#checker })
  }

  readonly reportRuntimeSchema = (name: ts.EntityName, environment: Environment): boolean =>
    reportRuntimeSchema({ name, environment }, this, this.#checker)

  readonly instantiate = (
    binding: Binding,
    typeArguments: readonly TypeModel[],
    { environment, span }: { readonly environment: Environment; readonly span: SourceSpan },
  ): NamedType => {
    const declaration = this.declarationOf(binding)
    const place = `${declaration.span.path}:${declaration.span.start}`
    const list = typeArguments.length === 0 ? '' : `<${typeArguments.map(this.keyOf).join()}>`
    const id = `${binding.name}@${place}${list}`
    const instance =
      this.#instances.get(id) ??
      this.#addInstance(id, { binding, typeArguments, environment, span })
    const type: NamedType = { kind: 'named', declaration, id, resolve: instance.resolve, span }
    this.#argumentsByType.set(type, typeArguments)
    return type
  }

  #addInstance(id: string, use: InstanceUse): Instance {
    const { binding, typeArguments, environment } = use
    const trail: Trail | undefined =
      typeArguments.length === 0 ? undefined : { binding, parent: environment.trail }
    const read = (): TypeModel => {
      if (this.#isEndless(trail, use)) return errorAt(use.span)
      return readDeclarations(binding, this.#inside(use, { trail, id }), this)
    }
    const instance = { resolve: this.#once(read, use), typeArguments }
    this.#instances.set(id, instance)
    return instance
  }

  /** Computes at most once, and tells of a type that is needed for its own computation. */
  #once(read: () => TypeModel, { binding, span }: InstanceUse): () => TypeModel {
    let state: TypeModel | 'new' | 'busy' = 'new'
    const signal = new TypeIsBusy()
    return () => {
      if (state === 'busy') throw signal
      if (state !== 'new') return state
      state = 'busy'
      try {
        return (state = read())
      } catch (error) {
        if (error !== signal) {
          state = 'new'
          throw error
        }
        reportCircular(this.declarationOf(binding), this.sink)
        return (state = errorAt(span))
      }
    }
  }

  readonly readLater = (node: ts.TypeNode, environment: Environment): TypeModel => {
    try {
      return this.read(node, environment)
    } catch (error) {
      if (!(error instanceof TypeIsBusy)) throw error
      return this.#postpone(node, environment)
    }
  }

  /** A type that is asked for while something it needs is being computed: its own text names it. */
  #postpone(node: ts.TypeNode, environment: Environment): TypeModel {
    const span = spanOf(node, environment)
    const name = textOf(node, environment)
    const filled = [...environment.parameters.values()].map(this.keyOf).join()
    const id = `${name}@${span.path}:${span.start}<${filled}>`
    const known = this.#postponed.get(id)
    if (known !== undefined) return known
    let state: TypeModel | undefined
    const resolve = (): TypeModel => (state ??= this.read(node, environment))
    const type: NamedType = {
      kind: 'named',
      declaration: { name, span, comments: [] },
      id,
      resolve,
      span,
    }
    this.#postponed.set(id, type)
    return type
  }

  readonly typeOfValue = (
    binding: Binding,
    span: SourceSpan,
    read: () => TypeModel | undefined,
  ): TypeModel | undefined => {
    if (this.#busyValues.has(binding)) {
      reportCircular({ name: binding.name, span }, this.sink)
      return errorAt(span)
    }
    this.#busyValues.add(binding)
    try {
      return read()
    } finally {
      this.#busyValues.delete(binding)
    }
  }

  #isEndless(trail: Trail | undefined, { binding, span }: InstanceUse): boolean {
    if (trail === undefined) return false
    const isKnown = this.#endless.has(binding)
    let count = 0
    for (let each: Trail | undefined = trail; each !== undefined; each = each.parent) {
      if (each.binding === binding) count += 1
    }
    if (isKnown) return count > 1
    if (count <= deepestInstantiation) return false
    this.#endless.add(binding)
    reportEndless(this.declarationOf(binding), { span, sink: this.sink })
    return true
  }

  #inside(
    { binding, typeArguments, span }: InstanceUse,
    { trail, id }: { readonly trail: Trail | undefined; readonly id: string },
  ): Environment {
    const declared = typeParametersOf(binding)
    const parameters = new Map(
      declared.map((each, index) => [each.name.text, typeArguments[index] ?? errorAt(span)]),
    )
    const declaration = this.declarationOf(binding)
    const resolve = (): TypeModel => this.#instances.get(id)?.resolve() ?? errorAt(span)
    const self: NamedType = { kind: 'named', declaration, id, resolve, span: declaration.span }
    return { scope: binding.scope, parameters, declared, trail, self, owner: binding.name }
  }

  readonly argumentsOf = (type: NamedType): readonly TypeModel[] =>
    this.#argumentsByType.get(type) ?? []

  readonly resolveNames = (type: TypeModel): TypeModel => {
    const seen = new Set<string>()
    let current = type
    while (current.kind === 'named') {
      if (seen.has(current.id)) {
        reportCircular(current.declaration, this.sink)
        return errorAt(current.span)
      }
      seen.add(current.id)
      current = current.resolve()
    }
    return current
  }

  readonly structureOf = (type: TypeModel): TypeModel => {
    let current = this.resolveNames(type)
    for (let steps = 0; current.kind === 'library' && steps < 100; steps += 1) {
      current = this.resolveNames(this.#libraryStructure(current))
    }
    return current
  }

  #libraryStructure(type: LibraryType): TypeModel {
    const key = this.keyOf(type)
    const known = this.#libraryStructures.get(key)
    if (known !== undefined) return known
    const structure = this.#readLibrary(type)
    this.#libraryStructures.set(key, structure)
    return structure
  }

  #readLibrary(type: LibraryType): TypeModel {
    const { module, name, typeArguments, span } = type
    if (module === 'kops' && numberBrands.has(name)) return primitive('number', span)
    const scope = this.names.libraryScope(module)
    const meaning = scope === undefined ? undefined : this.names.exported(scope, name)
    if (meaning?.kind === 'library')
      return { kind: 'library', module: meaning.module, name: meaning.name, typeArguments, span }
    if (meaning?.kind !== 'binding') {
      reportUnresolved.libraryType(type, { isPackageRead: scope !== undefined, sink: this.sink })
      return errorAt(span)
    }
    const environment = emptyEnvironment(meaning.binding.scope)
    return this.instantiate(meaning.binding, typeArguments, { environment, span }).resolve()
  }
}

/** Thrown to where something can wait, or to where waiting would be for itself. */
class TypeIsBusy extends Error {}

interface InstanceUse {
  readonly binding: Binding
  readonly typeArguments: readonly TypeModel[]
  readonly environment: Environment
  readonly span: SourceSpan
}

/** Numbers in JSON, enums in their declaration so that the name survives. */
const numberBrands: ReadonlySet<string> = new Set(['Int32', 'Int64', 'Integer', 'Float', 'Double'])
