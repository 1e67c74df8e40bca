import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { ts } from './compiler.ts'
import { constantOf } from './constants.ts'
import type {
  Comment,
  LibraryReference,
  LibraryType,
  NamedType,
  ObjectType,
  PropertyModel,
  TypeModel,
} from './model.ts'
import { spanOf, textOf, type Environment, type Reading } from './reading.ts'
import { literal, primitive } from './type-algebra.ts'

type Index = NonNullable<ObjectType['index']>

/** The members of an interface declaration or a type literal. */
export interface Members {
  readonly properties: readonly PropertyModel[]
  readonly index: Index | undefined
  /** The first call or construct signature. */
  readonly signature: ts.Node | undefined
}

export function readMembers(
  members: readonly ts.TypeElement[],
  environment: Environment,
  reading: Reading,
): Members {
  const properties = new Map<string, PropertyModel>()
  let index: Index | undefined
  let signature: ts.Node | undefined
  for (const member of members) {
    if (ts.isIndexSignatureDeclaration(member)) {
      index ??= readIndex(member, environment, reading)
    } else if (
      ts.isCallSignatureDeclaration(member) ||
      ts.isConstructSignatureDeclaration(member)
    ) {
      signature ??= member
    } else {
      const property = readProperty(member, environment, reading)
      if (property !== undefined && !properties.has(property.name)) {
        properties.set(property.name, property)
      }
    }
  }
  return { properties: [...properties.values()], index, signature }
}

export function readTypeLiteral(
  node: ts.TypeLiteralNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const { properties, index, signature } = readMembers(node.members, environment, reading)
  const span = spanOf(node, environment)
  if (signature !== undefined) {
    return { kind: 'unsupported', reason: 'function', text: textOf(node, environment), span }
  }
  return objectType({ properties, index, bases: [], span })
}

/** An object, or a map where there is an index and nothing else. */
export function objectType(parts: {
  readonly properties: readonly PropertyModel[]
  readonly index: Index | undefined
  readonly bases: readonly (NamedType | LibraryType)[]
  readonly span: SourceSpan
}): TypeModel {
  const { properties, index, bases, span } = parts
  if (index === undefined) return { kind: 'object', properties, bases, span }
  if (properties.length === 0 && bases.length === 0) {
    return { kind: 'map', key: index.key, value: index.value, span }
  }
  return { kind: 'object', properties, bases, index, span }
}

function readIndex(
  node: ts.IndexSignatureDeclaration,
  environment: Environment,
  reading: Reading,
): Index {
  const [parameter] = node.parameters
  const span = spanOf(node, environment)
  const key =
    parameter?.type === undefined
      ? primitive('string', span)
      : reading.read(parameter.type, environment)
  return { key, value: reading.readLater(node.type, environment), span }
}

function readProperty(
  member: ts.TypeElement,
  environment: Environment,
  reading: Reading,
): PropertyModel | undefined {
  const { name } = member
  if (name === undefined || ts.isSetAccessorDeclaration(member)) return undefined
  const { unit } = environment.scope
  const key = propertyName(name, environment, reading)
  const span = spanOf(name, environment)
  const isProperty = ts.isPropertySignature(member) || ts.isGetAccessorDeclaration(member)
  const comments = unit.commentsAbove(member, name)
  const unsupported = (reason: string, node: ts.Node): TypeModel => ({
    kind: 'unsupported',
    reason,
    text: textOf(node, environment),
    span: spanOf(node, environment),
  })
  const type =
    key === undefined
      ? unsupported('symbol', name)
      : isProperty
        ? readPropertyType(member.type, { span, environment, reading })
        : unsupported('function', member)
  const property: PropertyModel = {
    name: key ?? textOf(name, environment),
    span,
    optional: member.questionToken !== undefined,
    type,
    comments,
    ...(environment.owner === undefined ? {} : { owner: environment.owner }),
    ...libraryOwner(environment, reading),
  }
  const node = isProperty ? member.type : undefined
  return node !== undefined && ts.isIndexedAccessTypeNode(node)
    ? withTravellingComments(property, () => travellingComments(node, environment, reading))
    : property
}

/** Looked for when asked: the type that they come from may still be under way. */
function withTravellingComments(
  property: PropertyModel,
  find: () => readonly Comment[],
): PropertyModel {
  let all: readonly Comment[] | undefined
  return {
    ...property,
    get comments() {
      return (all ??= [...find(), ...property.comments])
    },
  }
}

function readPropertyType(
  node: ts.TypeNode | undefined,
  place: {
    readonly span: SourceSpan
    readonly environment: Environment
    readonly reading: Reading
  },
): TypeModel {
  const { span, environment, reading } = place
  return node === undefined ? primitive('any', span) : reading.readLater(node, environment)
}

/** `a: T['name']` takes the comments of `name` along. */
function travellingComments(
  node: ts.IndexedAccessTypeNode,
  environment: Environment,
  reading: Reading,
): readonly Comment[] {
  const index = reading.resolveNames(reading.read(node.indexType, environment))
  if (index.kind !== 'literal') return []
  const object = reading.structureOf(reading.read(node.objectType, environment))
  return propertiesOf(object).find(({ name }) => name === String(index.value))?.comments ?? []
}

function libraryOwner(
  { scope, owner }: Environment,
  { names }: Reading,
): { readonly library?: LibraryReference } {
  if (!scope.unit.isLibrary || owner === undefined) return {}
  const binding = scope.names.get(owner)
  const library = binding === undefined ? undefined : names.libraryNameOf(binding)
  return library === undefined ? {} : { library }
}

/** A name as JSON has it; `undefined` for a symbol. */
export function propertyName(
  name: ts.PropertyName,
  environment: Environment,
  reading: Reading,
): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) return name.text
  if (ts.isNumericLiteral(name)) return String(Number(name.text))
  if (!ts.isComputedPropertyName(name)) return undefined
  const value = constantOf(name.expression, {
    scope: environment.scope,
    names: reading.names,
  })
  return value === undefined ? undefined : String(value)
}

const resourceProperties = ['apiVersion', 'kind', 'metadata']

/**
 * All properties of an object, those included that a kind has from `CustomResource` and its
 * `ObjectType` leaves to that base.
 */
export function propertiesOf(type: TypeModel): readonly PropertyModel[] {
  if (type.kind !== 'object') return []
  const base = type.bases.find(isCustomResource)
  if (base === undefined) return type.properties
  const own = new Set(type.properties.map(({ name }) => name))
  const inherited = resourceProperties
    .filter((name) => !own.has(name))
    .map((name) => resourceProperty(name, base.span))
  return [...inherited, ...type.properties]
}

function resourceProperty(name: string, span: SourceSpan): PropertyModel {
  const type: TypeModel =
    name === 'metadata'
      ? { kind: 'library', module: 'kops', name: 'ObjectMeta', typeArguments: [], span }
      : primitive('string', span)
  const library = { module: 'kops', name: 'CustomResource' }
  return { name, span, optional: false, type, comments: [], owner: 'CustomResource', library }
}

/** Whether a type is kops's `CustomResource` itself. */
export function isCustomResource(
  type: TypeModel,
): type is LibraryType & { readonly name: 'CustomResource' } {
  return type.kind === 'library' && type.module === 'kops' && type.name === 'CustomResource'
}

/** The names of an object's properties as a union of literals, in source order. */
export function nameLiterals(type: TypeModel, span: SourceSpan): TypeModel[] {
  return propertiesOf(type).map(({ name }) => literal(name, span))
}
