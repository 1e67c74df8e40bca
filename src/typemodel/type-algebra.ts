import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type {
  LiteralType,
  PrimitiveName,
  PrimitiveType,
  PropertyModel,
  TupleType,
  TypeModel,
} from './model.ts'

export function primitive(name: PrimitiveName, span: SourceSpan): PrimitiveType {
  return { kind: 'primitive', name, span }
}

export function literal(value: string | number | boolean, span: SourceSpan): LiteralType {
  return { kind: 'literal', value, span }
}

export function isPrimitive(type: TypeModel, name: PrimitiveName): boolean {
  return type.kind === 'primitive' && type.name === name
}

/** The members of a union, or the type itself. `never` has none. */
export function membersOf(type: TypeModel): readonly TypeModel[] {
  if (type.kind === 'union') return type.members
  return isPrimitive(type, 'never') ? [] : [type]
}

/** A flat union without repeats, in order of first mention; a single member stands for itself. */
export function unionOf(
  types: readonly TypeModel[],
  span: SourceSpan,
  keyOf: (type: TypeModel) => string,
): TypeModel {
  const members = new Map<string, TypeModel>()
  for (const member of types.flatMap(membersOf)) {
    const key = keyOf(member)
    if (!members.has(key)) members.set(key, member)
  }
  const kept = joinBooleans(absorb([...members.values()]))
  const wide = kept.find((each) => isPrimitive(each, 'any') || isPrimitive(each, 'unknown'))
  const [only] = kept
  if (wide !== undefined) return wide
  if (only === undefined) return primitive('never', span)
  return kept.length === 1 ? only : { kind: 'union', members: kept, span }
}

/** `'a' | string` is `string`; a literal that stands behind a name keeps its place. */
function absorb(types: readonly TypeModel[]): TypeModel[] {
  const wide = new Set<string>(types.map((each) => (each.kind === 'primitive' ? each.name : '')))
  return types.filter((each) => {
    if (each.kind === 'template') return !wide.has('string')
    return each.kind !== 'literal' || !wide.has(typeof each.value)
  })
}

/** `true | false` is `boolean`. */
function joinBooleans(types: TypeModel[]): TypeModel[] {
  const isBoolean = (type: TypeModel): boolean =>
    type.kind === 'literal' && typeof type.value === 'boolean'
  const booleans = types.filter(isBoolean)
  const [first] = booleans
  if (first === undefined || booleans.length < 2) return types
  return types.flatMap((each) => {
    if (each === first) return [primitive('boolean', first.span)]
    return isBoolean(each) ? [] : [each]
  })
}

/** A type without the members for which `isDropped` holds. */
export function without(type: TypeModel, isDropped: (member: TypeModel) => boolean): TypeModel {
  if (type.kind !== 'union') return isDropped(type) ? primitive('never', type.span) : type
  const members = type.members.filter((member) => !isDropped(member))
  const [only] = members
  if (only === undefined) return primitive('never', type.span)
  if (members.length === type.members.length) return type
  return members.length === 1 ? only : { ...type, members }
}

export function isUndefined(type: TypeModel): boolean {
  return isPrimitive(type, 'undefined')
}

/** What an element of a tuple may be, whichever it is. */
export function elementOf(tuple: TupleType, keyOf: (type: TypeModel) => string): TypeModel {
  const { elements, rest, span } = tuple
  const absent = elements.some(({ optional }) => optional) ? [primitive('undefined', span)] : []
  const types = [...elements.map(({ type }) => type), ...(rest === undefined ? [] : [rest])]
  return unionOf([...types, ...absent], span, keyOf)
}

/** A property as another type takes it over. */
export function changed(
  property: PropertyModel,
  changes: Partial<Pick<PropertyModel, 'name' | 'optional' | 'type' | 'comments'>>,
): PropertyModel {
  return { ...property, ...changes }
}
