import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { ts } from './compiler.ts'
import { constantOf } from './constant-expressions.ts'
import type {
  LibraryReference,
  LibraryType,
  NamedType,
  ObjectType,
  PropertyModel,
  TypeModel,
} from './model.ts'
import { accessOf, accessedProperty } from './property-comments.ts'
import { spanOf, textOf, type Environment, type Reading } from './reading.ts'
import { primitive } from './type-algebra.ts'

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
  const access = isProperty ? accessOf(member.type) : undefined
  if (access === undefined) return property
  const picked = (): PropertyModel | undefined => accessedProperty(access, environment, reading)
  return takingOver(property, picked, isProperty && isAccessAlone(member.type, access))
}

/** Whether the type is the access, or what is left of it without `undefined`. */
function isAccessAlone(type: ts.TypeNode | undefined, access: ts.TypeNode): boolean {
  if (type === undefined || type === access) return type === access
  return (
    ts.isTypeReferenceNode(type) &&
    ts.isIdentifier(type.typeName) &&
    type.typeName.text === 'NonNullable' &&
    type.typeArguments?.[0] === access
  )
}

/**
 * A property whose type is that of another: its comments go along, and the facts of Kubernetes' own
 * types where nothing else is said. Looked for when asked: the other type may still be under way.
 */
function takingOver(
  property: PropertyModel,
  find: () => PropertyModel | undefined,
  isSameType: boolean,
): PropertyModel {
  let found: { readonly picked: PropertyModel | undefined } | undefined
  const picked = (): PropertyModel | undefined => (found ??= { picked: find() }).picked
  return {
    ...property,
    get comments() {
      return [...(picked()?.comments ?? []), ...property.comments]
    },
    get library() {
      const { name = '', library } = picked() ?? {}
      return isSameType && library !== undefined ? { ...library, property: name } : property.library
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
  if (node === undefined) return primitive('any', span)
  const takesComments = accessOf(node) !== undefined
  return reading.readLater(node, takesComments ? { ...environment, takesComments } : environment)
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
