import type { SourceSpan } from '../diagnostics/diagnostic.ts'

/*
 * The type model: what kops knows of the user's TypeScript, free of any compiler's objects.
 * Start reading at `Program`; `TypeModel` is the heart.
 */

/** One line of a comment, without the comment's own delimiters. */
export interface CommentLine {
  /** The text after `//`, or after `/**` and a leading ` * `; one leading blank removed. */
  readonly text: string
  /** Where `text` stands. */
  readonly span: SourceSpan
}

/** A comment as written: a run of one `//` line, a JSDoc block or another block comment. */
export interface Comment {
  readonly form: 'line' | 'jsdoc' | 'block'
  readonly lines: readonly CommentLine[]
  readonly span: SourceSpan
}

/** A file that belongs to the program. */
export interface SourceFileModel {
  readonly path: string
  readonly text: string
  /** Every comment of the file, in source order, wherever it stands. */
  readonly comments: readonly Comment[]
  /** The comments that stand above a type declaration or a property and so describe it. */
  readonly attached: ReadonlySet<Comment>
}

/** A folder of source files: one group and version. */
export interface PackageModel {
  /** Path of the folder. */
  readonly path: string
  readonly files: readonly SourceFileModel[]
  /** Exported, non-generic types that are kops's `CustomResource`, in order of path and position. */
  readonly kinds: readonly KindModel[]
}

export interface KindModel {
  /** The name under which the type is exported: the kind. */
  readonly name: string
  readonly type: NamedType
}

/** All that one run reads. */
export interface Program {
  readonly packages: readonly PackageModel[]
  /** The text of any file that a span names, files outside the packages included. */
  readonly readText: (path: string) => string | undefined
  /** The files that types of a file of the packages can be made of, itself included. */
  readonly reach?: ((path: string) => ReadonlySet<string>) | undefined
}

/** Where a named type or an enum is declared. Two references to one declaration share the object. */
export interface Declaration {
  readonly name: string
  /** The name in the declaration. */
  readonly span: SourceSpan
  /** Comments above it; those of every merged declaration, in source order. */
  readonly comments: readonly Comment[]
}

export interface PropertyModel {
  readonly name: string
  /** The name as written. */
  readonly span: SourceSpan
  /** `?`, before `| undefined` in the type is looked at. */
  readonly optional: boolean
  readonly type: TypeModel
  /** Comments above the property. They travel with it through `Pick`, `Omit`, `Partial`, `T['name']`. */
  readonly comments: readonly Comment[]
  /** The interface or literal it was written in, for messages (`TunnelSpec`); absent where it has no name. */
  readonly owner?: string
  /** Set where the property belongs to one of Kubernetes' own types, so that its facts are used. */
  readonly library?: LibraryPropertyReference | undefined
}

/** A type that kops's own package exports, by module specifier and name. */
export interface LibraryReference {
  /** `kops` or `kops/kubernetes/<group>/<version>`. */
  readonly module: string
  readonly name: string
}

/** A property of such a type. */
export interface LibraryPropertyReference extends LibraryReference {
  /** Its name there, where another property has taken it over by `T['name']`. */
  readonly property?: string
}

export type PrimitiveName =
  'string' | 'number' | 'boolean' | 'null' | 'undefined' | 'unknown' | 'any' | 'never' | 'object'

export interface PrimitiveType {
  readonly kind: 'primitive'
  readonly name: PrimitiveName
  readonly span: SourceSpan
}

export interface LiteralType {
  readonly kind: 'literal'
  readonly value: string | number | boolean
  readonly span: SourceSpan
}

/** `` `a-${number}` ``: `texts` has one element more than `types`. */
export interface TemplateType {
  readonly kind: 'template'
  readonly texts: readonly string[]
  readonly types: readonly TypeModel[]
  readonly span: SourceSpan
}

export interface ArrayType {
  readonly kind: 'array'
  readonly element: TypeModel
  readonly span: SourceSpan
}

export interface TupleType {
  readonly kind: 'tuple'
  readonly elements: readonly { readonly type: TypeModel; readonly optional: boolean }[]
  readonly rest?: TypeModel
  readonly span: SourceSpan
}

/** An object type without named properties but with an index: `Record<string, T>`, `{ [key: string]: T }`. */
export interface MapType {
  readonly kind: 'map'
  readonly key: TypeModel
  readonly value: TypeModel
  readonly span: SourceSpan
}

/**
 * An object type with its members resolved: `extends`, `&`, `Pick`, `Omit`, `Partial`, mapped types and
 * interface merging are folded into `properties`, in source order, the base's first.
 */
export interface ObjectType {
  readonly kind: 'object'
  readonly properties: readonly PropertyModel[]
  /** An index signature beside named properties. */
  readonly index?: { readonly key: TypeModel; readonly value: TypeModel; readonly span: SourceSpan }
  /** Types whose own rules hold here too, because this one `extends` or intersects them, nearest first. */
  readonly bases: readonly (NamedType | LibraryType)[]
  readonly span: SourceSpan
}

/** Members in source order; `T | U | V` is one flat union of three unless an alias stands between. */
export interface UnionType {
  readonly kind: 'union'
  readonly members: readonly TypeModel[]
  readonly span: SourceSpan
}

export interface EnumMember {
  readonly name: string
  readonly value: string | number
  readonly span: SourceSpan
}

/** A TypeScript `enum`, members in source order, reached through a `NamedType`. */
export interface EnumType {
  readonly kind: 'enum'
  readonly members: readonly EnumMember[]
  readonly span: SourceSpan
}

/** A use of an interface, alias or enum by name. Its declaration's markers apply at each use. */
export interface NamedType {
  readonly kind: 'named'
  readonly declaration: Declaration
  /** The same for equal declarations with equal type arguments: what cycle detection compares. */
  readonly id: string
  /** What stands behind the name, type arguments filled in. Computed once; a cycle comes back to an equal `id`. */
  readonly resolve: () => TypeModel
  /** Where the name is used. */
  readonly span: SourceSpan
}

/** A use of a type that kops's package exports. The schema knows it by name. */
export interface LibraryType extends LibraryReference {
  readonly kind: 'library'
  readonly typeArguments: readonly TypeModel[]
  readonly span: SourceSpan
}

/** What JSON cannot carry or a schema cannot say, already named for the message. */
export interface UnsupportedType {
  readonly kind: 'unsupported'
  /** A key for the remedy: `Date`, `bigint`, `Map`, `Set`, `Uint8Array`, `function`, `symbol`, `class`, … */
  readonly reason: string
  /** As the user wrote it. */
  readonly text: string
  readonly span: SourceSpan
}

/** Something the reader has reported already: consumers stay silent about it. */
export interface ErrorType {
  readonly kind: 'error'
  readonly span: SourceSpan
}

export type TypeModel =
  | PrimitiveType
  | LiteralType
  | TemplateType
  | ArrayType
  | TupleType
  | MapType
  | ObjectType
  | UnionType
  | EnumType
  | NamedType
  | LibraryType
  | UnsupportedType
  | ErrorType
