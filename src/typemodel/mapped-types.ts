import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { ts } from './compiler.ts'
import { nameLiterals, propertiesOf } from './object-properties.ts'
import { objectType } from './object-types.ts'
import type { Comment, ObjectType, PropertyModel, TypeModel } from './model.ts'
import { accessOf, commentsOfAccess } from './property-comments.ts'
import { spanOf, withParameter, type Environment, type Reading } from './reading.ts'
import {
  isPrimitive,
  isUndefined,
  literal,
  membersOf,
  primitive,
  unionOf,
  without,
} from './type-algebra.ts'

/** `keyof T`: names as literals, and `string` for an index. */
export function readKeyof(
  node: ts.TypeOperatorNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const taking = { ...environment, takesComments: true }
  return keysOf(reading.read(node.type, taking), spanOf(node, environment), reading)
}

function keysOf(type: TypeModel, span: SourceSpan, reading: Reading): TypeModel {
  const structure = reading.structureOf(type)
  switch (structure.kind) {
    case 'object': {
      const index = structure.index === undefined ? [] : [structure.index.key]
      return unionOf([...index, ...nameLiterals(structure, span)], span, reading.keyOf)
    }
    case 'map':
      return structure.key
    case 'union': {
      const [first, ...others] = structure.members.map((each) => keysOf(each, span, reading))
      const keys = others.map((each) => new Set(membersOf(each).map(reading.keyOf)))
      return without(first ?? primitive('never', span), (each) =>
        keys.some((set) => !set.has(reading.keyOf(each))),
      )
    }
    case 'error':
      return structure
    default:
      return isPrimitive(structure, 'any') ? primitive('string', span) : primitive('never', span)
  }
}

interface KeyedParts {
  readonly reading: Reading
  readonly span: SourceSpan
  /** The property for a key that is a literal. */
  readonly propertyOf: (name: string, key: TypeModel) => PropertyModel | undefined
  /** The value for all keys of a kind. */
  readonly valueOf: (key: TypeModel) => TypeModel
}

/** An object with a property for each literal of a key type and an index for what is open in it. */
export function mapKeys(keys: TypeModel, parts: KeyedParts): TypeModel {
  const { reading, span, propertyOf, valueOf } = parts
  const properties = new Map<string, PropertyModel>()
  let index: ObjectType['index']
  for (const key of keyMembers(keys, reading)) {
    if (key.kind === 'error') return key
    if (key.kind === 'literal') {
      const property = propertyOf(String(key.value), key)
      if (property !== undefined) properties.set(property.name, property)
    } else if (key.kind === 'unsupported') {
      return key
    } else index ??= { key, value: valueOf(key), span: key.span }
  }
  return objectType({ properties: [...properties.values()], index, bases: [], span })
}

/** Keys one by one, names followed. An open key that has a name keeps it, and so its markers. */
function keyMembers(keys: TypeModel, reading: Reading): TypeModel[] {
  return membersOf(keys).flatMap((member): readonly TypeModel[] => {
    const structure = reading.structureOf(member)
    if (structure.kind === 'union') return keyMembers(structure, reading)
    if (structure.kind === 'enum') {
      return structure.members.map(({ value, span }) => literal(value, span))
    }
    const isOpen = structure.kind === 'primitive' || structure.kind === 'template'
    return [isOpen ? member : structure]
  })
}

/** `{ [K in Keys as Name]: Type }`. */
export function readMapped(
  node: ts.MappedTypeNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const { constraint } = node.typeParameter
  const span = spanOf(node, environment)
  if (constraint === undefined) return primitive('any', span)
  const source = homomorphicSource(constraint, environment, reading)
  const direct = ts.isTypeOperatorNode(constraint) ? source : undefined
  const context: MappedContext = { node, environment, reading, span }
  return direct === undefined
    ? readKeyed(reading.read(constraint, environment), source, context)
    : overSource(direct, context)
}

interface MappedContext {
  readonly node: ts.MappedTypeNode
  readonly environment: Environment
  readonly reading: Reading
  readonly span: SourceSpan
}

/** The type whose keys are mapped: `T` of `keyof T`, also where it is a parameter's constraint. */
function homomorphicSource(
  constraint: ts.TypeNode,
  environment: Environment,
  reading: Reading,
): TypeModel | undefined {
  if (ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword) {
    return reading.read(constraint.type, { ...environment, takesComments: true })
  }
  if (!ts.isTypeReferenceNode(constraint) || !ts.isIdentifier(constraint.typeName)) return undefined
  const { text } = constraint.typeName
  const declared = environment.declared.find(({ name }) => name.text === text)?.constraint
  return declared === undefined || !ts.isTypeOperatorNode(declared)
    ? undefined
    : homomorphicSource(declared, environment, reading)
}

/** A mapped type over `keyof T` goes through unions and arrays and leaves scalars alone. */
function overSource(source: TypeModel, context: MappedContext): TypeModel {
  const { reading, span } = context
  const structure = reading.structureOf(source)
  switch (structure.kind) {
    case 'union':
      return unionOf(
        structure.members.map((each) => overSource(each, context)),
        span,
        reading.keyOf,
      )
    case 'array':
      return { kind: 'array', element: elementOf(structure.element, structure, context), span }
    case 'tuple': {
      const elements = structure.elements.map((each) => ({
        type: elementOf(each.type, structure, context),
        optional: optionality(context.node) ?? each.optional,
      }))
      const rest =
        structure.rest === undefined ? {} : { rest: elementOf(structure.rest, structure, context) }
      return { kind: 'tuple', elements, ...rest, span }
    }
    case 'object':
    case 'map':
      return readKeyed(keysOf(structure, span, reading), structure, {
        ...context,
        environment: withSource(context, source, structure),
      })
    default:
      return source
  }
}

/** Inside a member of a union, `T` is that member. */
function withSource(context: MappedContext, source: TypeModel, structure: TypeModel): Environment {
  const name = sourceParameter(context.node)
  if (name === undefined) return context.environment
  return withParameter(context.environment, name, source.kind === 'named' ? source : structure)
}

function sourceParameter({ typeParameter }: ts.MappedTypeNode): string | undefined {
  const { constraint } = typeParameter
  if (constraint === undefined || !ts.isTypeOperatorNode(constraint)) return undefined
  const { type } = constraint
  return ts.isTypeReferenceNode(type) &&
    ts.isIdentifier(type.typeName) &&
    type.typeArguments === undefined
    ? type.typeName.text
    : undefined
}

/** The template with `T[K]` standing for one element. */
function elementOf(element: TypeModel, source: TypeModel, context: MappedContext): TypeModel {
  const { node, reading, span } = context
  const name = sourceParameter(node)
  if (node.type === undefined || name === undefined) return element
  const array: TypeModel = { kind: 'array', element, span: source.span }
  const environment = withParameter(context.environment, name, array)
  const parameter = node.typeParameter.name.text
  const inner = withParameter(environment, parameter, primitive('number', span))
  return reading.read(node.type, { ...inner, takenKey: parameter })
}

function readKeyed(
  keys: TypeModel,
  source: TypeModel | undefined,
  { node, environment, reading, span }: MappedContext,
): TypeModel {
  const structure = source === undefined ? undefined : reading.structureOf(source)
  const sources = new Map(
    (structure === undefined ? [] : propertiesOf(structure)).map((each) => [each.name, each]),
  )
  const parameter = node.typeParameter.name.text
  const access = accessOf(node.type)
  const valueFor = (key: TypeModel): TypeModel =>
    node.type === undefined
      ? primitive('any', span)
      : reading.read(node.type, {
          ...withParameter(environment, parameter, key),
          takenKey: parameter,
          takesComments: access !== undefined,
        })
  const propertyOf = (name: string, key: TypeModel): PropertyModel | undefined => {
    const accessed = accessedProperty(name, { node, environment, reading, span })
    const inner = withParameter(environment, parameter, key)
    // Where the modifiers do not go along, an optional property may be `undefined` instead.
    const isSame = accessed !== undefined && (sources.has(name) || !accessed.optional)
    const from = sources.get(name) ?? accessed
    const comments =
      from === undefined && access !== undefined ? commentsOfAccess(access, inner, reading) : []
    const newName = renamed(key, { node, environment, reading, span })
    if (newName === undefined) return undefined
    return keyedProperty(newName, {
      key,
      from,
      isHomomorphic: sources.has(name),
      type: isSame ? accessed.type : valueFor(key),
      node,
      comments,
      environment,
    })
  }
  return mapKeys(keys, { reading, span, propertyOf, valueOf: valueFor })
}

interface KeyedProperty {
  readonly key: TypeModel
  readonly from: PropertyModel | undefined
  readonly isHomomorphic: boolean
  readonly type: TypeModel
  readonly node: ts.MappedTypeNode
  /** Of the property that the template picks, where there is no other source. */
  readonly comments: readonly Comment[]
  readonly environment: Environment
}

function keyedProperty(name: string, parts: KeyedProperty): PropertyModel {
  const { key, from, isHomomorphic, node, environment } = parts
  const inherits = isHomomorphic && from !== undefined
  const optional = optionality(node) ?? (inherits && from.optional)
  const strips = node.questionToken?.kind === ts.SyntaxKind.MinusToken && inherits && from.optional
  const type = strips ? without(parts.type, isUndefined) : parts.type
  if (from !== undefined) {
    const comments = picksKey(node.type, node) ? from.comments : []
    const { library, ...rest } = from
    const isKept = library !== undefined && isAccess(node)
    const kept = isKept ? { library: { ...library, property: library.property ?? from.name } } : {}
    return { ...rest, ...kept, name, optional, type, comments }
  }
  const { owner } = environment
  return {
    name,
    span: key.span,
    optional,
    type,
    comments: parts.comments,
    ...(owner === undefined ? {} : { owner }),
  }
}

/** The property of `T` where the template is `T[K]` itself and the keys are not `keyof T`. */
function accessedProperty(name: string, context: MappedContext): PropertyModel | undefined {
  const { node, environment, reading } = context
  const template = node.type
  if (template === undefined || !isAccess(node) || !ts.isIndexedAccessTypeNode(template)) {
    return undefined
  }
  const object = reading.structureOf(
    reading.read(template.objectType, { ...environment, takesComments: true }),
  )
  return propertiesOf(object).find((each) => each.name === name)
}

/** Whether the template makes use of `T[K]`: only then do the rules of a property fit its new type. */
function picksKey(node: ts.Node | undefined, mapped: ts.MappedTypeNode): boolean {
  if (node === undefined) return false
  if (ts.isTypeNode(node) && isKeyAccess(node, mapped)) return true
  return ts.forEachChild(node, (child) => picksKey(child, mapped) || undefined) ?? false
}

/** Whether the template is `T[K]` itself, so that each property stays as it was declared. */
function isAccess(node: ts.MappedTypeNode): boolean {
  return node.type !== undefined && isKeyAccess(node.type, node)
}

function isKeyAccess(type: ts.TypeNode, { typeParameter }: ts.MappedTypeNode): boolean {
  return (
    ts.isIndexedAccessTypeNode(type) &&
    ts.isTypeReferenceNode(type.indexType) &&
    ts.isIdentifier(type.indexType.typeName) &&
    type.indexType.typeName.text === typeParameter.name.text
  )
}

/** `undefined` where nothing is asked, else what `?` or `-?` says. */
function optionality({ questionToken }: ts.MappedTypeNode): boolean | undefined {
  return questionToken === undefined ? undefined : questionToken.kind !== ts.SyntaxKind.MinusToken
}

/** The name that `as` gives; `undefined` where it drops the key. */
function renamed(key: TypeModel, context: MappedContext): string | undefined {
  const { node, environment, reading } = context
  if (node.nameType === undefined) return key.kind === 'literal' ? String(key.value) : undefined
  const inner = withParameter(environment, node.typeParameter.name.text, key)
  const name = reading.structureOf(reading.read(node.nameType, inner))
  return name.kind === 'literal' ? String(name.value) : undefined
}
