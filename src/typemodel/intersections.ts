import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { baseFrom, withoutRepeats, type Base } from './declarations.ts'
import { hasMarkers } from './marker-text.ts'
import { objectType } from './object-types.ts'
import type { NamedType, ObjectType, PropertyModel, TypeModel } from './model.ts'
import type { Reading } from './reading.ts'
import { changed, isPrimitive, primitive, unionOf } from './type-algebra.ts'
import { isAssignable } from './relations.ts'

interface Place {
  readonly span: SourceSpan
  readonly text: string
  readonly reading: Reading
}

/** `A & B & …`. */
export function intersect(types: readonly TypeModel[], place: Place): TypeModel {
  const { reading, span } = place
  const failed = types.map(reading.structureOf).find(({ kind }) => kind === 'error')
  if (failed !== undefined) return failed
  const position = types.findIndex((type) => reading.structureOf(type).kind === 'union')
  if (position !== -1 && types.length > 1) return distribute(types, position, place)
  return types.reduce<TypeModel>(
    (left, right) => intersectTwo(left, right, place),
    primitive('unknown', span),
  )
}

/** `(A | B) & C` is `A & C | B & C`; an alias of the union goes on to rule each member. */
function distribute(types: readonly TypeModel[], position: number, place: Place): TypeModel {
  const { reading, span } = place
  const union = types[position]
  const structure = union === undefined ? undefined : reading.structureOf(union)
  if (union === undefined || structure?.kind !== 'union') return primitive('never', span)
  const members = structure.members.map((member) => {
    const joined = intersect(types.with(position, member), place)
    return union.kind === 'named' ? withBase(joined, union) : joined
  })
  return unionOf(members, span, reading.keyOf)
}

function withBase(type: TypeModel, base: NamedType): TypeModel {
  return type.kind === 'object' ? { ...type, bases: [...type.bases, base] } : type
}

function intersectTwo(left: TypeModel, right: TypeModel, place: Place): TypeModel {
  const { reading, span } = place
  if (reading.keyOf(left) === reading.keyOf(right)) return left
  const extreme = withExtreme(left, right) ?? withExtreme(right, left)
  if (extreme !== undefined) return extreme
  const leftIsObject = isObjectLike(left, reading)
  const rightIsObject = isObjectLike(right, reading)
  if (leftIsObject && rightIsObject) return joinObjects(left, right, place)
  if (!leftIsObject && !rightIsObject) {
    return narrower(left, right, place) ?? primitive('never', span)
  }
  return besideObject(leftIsObject ? right : left, place)
}

/** `unknown` gives way; `any` and `never` stay. */
function withExtreme(type: TypeModel, other: TypeModel): TypeModel | undefined {
  if (isPrimitive(type, 'unknown')) return other
  return isPrimitive(type, 'any') || isPrimitive(type, 'never') ? type : undefined
}

/**
 * What is no object beside an object: a scalar stays what it is in JSON when an object is intersected
 * to tell it apart in TypeScript, and nothing is both an object and nothing.
 */
function besideObject(type: TypeModel, { reading, span, text }: Place): TypeModel {
  const structure = reading.structureOf(type)
  if (isPrimitive(structure, 'null') || isPrimitive(structure, 'undefined')) {
    return primitive('never', span)
  }
  return scalarKinds.has(structure.kind)
    ? type
    : { kind: 'unsupported', reason: 'intersection', text, span }
}

const scalarKinds: ReadonlySet<string> = new Set(['primitive', 'literal', 'template', 'enum'])

function isObjectLike(type: TypeModel, reading: Reading): boolean {
  const structure = reading.structureOf(type)
  return structure.kind === 'object' || structure.kind === 'map' || isPrimitive(structure, 'object')
}

/** The one of two scalars that admits less. */
function narrower(left: TypeModel, right: TypeModel, place: Place): TypeModel | undefined {
  const { reading } = place
  const leftFits = isAssignable(left, right, reading) === 'yes'
  const rightFits = isAssignable(right, left, reading) === 'yes'
  if (!leftFits && !rightFits) return undefined
  const [kept, dropped] =
    leftFits && !(rightFits && rules(right) && !rules(left)) ? [left, right] : [right, left]
  if (rules(dropped) && dropped.kind === 'named') {
    reading.sink.report(
      'type/lost-marker',
      { name: dropped.declaration.name },
      {
        span: dropped.span,
        notes: [
          { message: 'its markers stand here', span: dropped.declaration.span },
          'of two intersected scalars the narrower one stays, and its markers alone',
        ],
        helps: ['put the markers of both on one alias'],
      },
    )
  }
  return kept
}

function rules(type: TypeModel): boolean {
  return type.kind === 'named' && hasMarkers(type.declaration.comments)
}

function joinObjects(left: TypeModel, right: TypeModel, place: Place): TypeModel {
  const { reading, span } = place
  const bases = [left, right].map((each) => baseFrom(each, reading) ?? objectKeyword)
  const properties = new Map<string, PropertyModel>()
  for (const each of bases.flatMap((base) => base.properties)) {
    const known = properties.get(each.name)
    properties.set(each.name, known === undefined ? each : joinProperties(known, each, place))
  }
  const rulers = bases.flatMap((base) => base.bases)
  return objectType({
    properties: [...properties.values()],
    index: joinIndexes(bases, place),
    bases: withoutRepeats(rulers, reading),
    span,
  })
}

/** `object` beside a real object type adds nothing. */
const objectKeyword: Base = { properties: [], index: undefined, bases: [], failure: undefined }

function joinIndexes(bases: readonly Base[], place: Place): ObjectType['index'] {
  const [first, second] = bases.map(({ index }) => index).filter((index) => index !== undefined)
  if (first === undefined || second === undefined) return first
  return { ...first, value: intersect([first.value, second.value], place) }
}

function joinProperties(left: PropertyModel, right: PropertyModel, place: Place): PropertyModel {
  const { keyOf } = place.reading
  const { library, ...rest } = left
  const isSame = library !== undefined && keyOf(left.type) === keyOf(right.type)
  return {
    ...changed(isSame ? left : rest, {
      optional: left.optional && right.optional,
      type: intersect([left.type, right.type], place),
    }),
    comments: [...new Set([...left.comments, ...right.comments])],
  }
}
