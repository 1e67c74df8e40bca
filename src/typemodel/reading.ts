import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { ts } from './compiler.ts'
import type { Declaration, ErrorType, NamedType, TypeModel } from './model.ts'
import type { Meaning, Names } from './names.ts'
import type { Binding, Scope } from './scope.ts'

/** The generic instantiations that a type node is read inside of, innermost first. */
export interface Trail {
  readonly binding: Binding
  readonly parent: Trail | undefined
}

/** All that the meaning of a type node depends on besides itself. */
export interface Environment {
  readonly scope: Scope
  /** Type arguments by the name of their parameter; `infer` and mapped-type names as well. */
  readonly parameters: ReadonlyMap<string, TypeModel>
  /** The type parameters as declared, for their constraints. */
  readonly declared: readonly ts.TypeParameterDeclaration[]
  readonly trail: Trail | undefined
  /** What `this` means. */
  readonly self: TypeModel | undefined
  /** The named type around, for messages. */
  readonly owner: string | undefined
  /** Whether the comments of a property that the node picks (`T['name']`) are taken care of. */
  readonly takesComments?: boolean
  /** The name of a mapped type's key whose property's comments are taken care of. */
  readonly takenKey?: string
}

/** A use of a name with type arguments: a type reference, or what an interface extends. */
export interface TypeUse {
  readonly name: ts.EntityName | ts.Expression
  readonly typeArguments: readonly ts.TypeNode[]
  readonly node: ts.Node
  /** The module that the name is looked up in, for `import('…').Name`. */
  readonly container?: Meaning
}

/**
 * What the parts of the reader need of each other. `TypeReader` is the one implementation; the parts
 * take it as a parameter, so that they can call back without importing one another in a circle.
 */
export interface Reading {
  readonly names: Names
  readonly sink: DiagnosticSink
  /** The model of a type node. */
  readonly read: (node: ts.TypeNode, environment: Environment) => TypeModel
  /** As `read`, but a type whose parts are still being computed is put off behind a name. */
  readonly readLater: (node: ts.TypeNode, environment: Environment) => TypeModel
  readonly readUse: (use: TypeUse, environment: Environment) => TypeModel
  /** What stands behind names, as far as JSON's structure goes: never a `named` or a `library`. */
  readonly structureOf: (type: TypeModel) => TypeModel
  /** What stands behind a name of the user's; a library type stays. */
  readonly resolveNames: (type: TypeModel) => TypeModel
  /** A use of a user's type with its arguments filled in. */
  readonly instantiate: (
    binding: Binding,
    typeArguments: readonly TypeModel[],
    use: { readonly environment: Environment; readonly span: SourceSpan },
  ) => NamedType
  /** The arguments that a use was made with. */
  readonly argumentsOf: (type: NamedType) => readonly TypeModel[]
  /** What consumers see of a declaration: one object for each. */
  readonly declarationOf: (binding: Binding) => Declaration
  /** The type of a value; a value that needs its own type is an error. */
  readonly typeOfValue: (
    binding: Binding,
    span: SourceSpan,
    read: () => TypeModel | undefined,
  ) => TypeModel | undefined
  readonly keyOf: (type: TypeModel) => string
  /** Reports a value that a library makes and computes types from. True where it is one. */
  readonly reportRuntimeSchema: (name: ts.EntityName, environment: Environment) => boolean
  /** Asks the checker; reports where the answer would be wrong. */
  readonly askChecker: (node: ts.TypeNode, environment: Environment) => TypeModel
}

/** Where a node stands, by the path that messages use. */
export function spanOf(node: ts.Node, { scope }: Pick<Environment, 'scope'>): SourceSpan {
  return { path: scope.unit.name, start: node.getStart(scope.unit.file), end: node.end }
}

export function textOf(node: ts.Node, { scope }: Pick<Environment, 'scope'>): string {
  return scope.unit.text.slice(node.getStart(scope.unit.file), node.end)
}

export function withParameter(
  environment: Environment,
  name: string,
  type: TypeModel,
): Environment {
  return { ...environment, parameters: new Map(environment.parameters).set(name, type) }
}

/** Where nothing around a node gives it another meaning. */
export function emptyEnvironment(scope: Scope, owner?: string): Environment {
  return { scope, parameters: new Map(), declared: [], trail: undefined, self: undefined, owner }
}

export function errorAt(span: SourceSpan): ErrorType {
  return { kind: 'error', span }
}
