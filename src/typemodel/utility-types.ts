import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { ts } from './compiler.ts'
import { mapKeys } from './mapped-types.ts'
import { propertiesOf } from './object-properties.ts'
import { objectType } from './object-types.ts'
import type { PropertyModel, TupleType, TypeModel } from './model.ts'
import { accessOf, commentsOfAccess, reportLostRules } from './property-comments.ts'
import { spanOf, textOf, type Environment, type Reading, type TypeUse } from './reading.ts'
import { isAssignable } from './relations.ts'
import { changeCase } from './template-types.ts'
import { changed, isPrimitive, isUndefined, primitive, unionOf, without } from './type-algebra.ts'
import { partsOf } from './union-parts.ts'

interface BuiltinUse {
  /** The last argument as written. */
  readonly valueNode: ts.TypeNode | undefined

  readonly environment: Environment
  readonly reading: Reading
  readonly node: ts.Node
  readonly name: string
  readonly span: SourceSpan
}

type Builtin = (first: TypeModel, second: TypeModel, use: BuiltinUse) => TypeModel

/** What the language itself declares and JSON can carry, by name, with the number of its arguments. */
const builtins: Readonly<Record<string, readonly [number, Builtin]>> = {
  Array: [1, (element, _, { span }) => ({ kind: 'array', element, span })],
  ReadonlyArray: [1, (element, _, { span }) => ({ kind: 'array', element, span })],
  Record: [2, (keys, value, use) => record(keys, value, use)],
  Partial: [
    1,
    (type, _, use) => eachProperty(type, use, (each) => changed(each, { optional: true })),
  ],
  Required: [1, (type, _, use) => eachProperty(type, use, required)],
  Readonly: [1, (type) => type],
  NoInfer: [1, (type) => type],
  Pick: [2, (type, keys, use) => select(type, keys, { ...use, keeps: true })],
  Omit: [2, (type, keys, use) => select(type, keys, { ...use, keeps: false })],
  Exclude: [2, (type, excluded, use) => filter(type, use, (each) => !fits(each, excluded, use))],
  Extract: [2, (type, extracted, use) => filter(type, use, (each) => fits(each, extracted, use))],
  NonNullable: [1, (type, _, use) => filter(type, use, (each) => !isNullish(each, use))],
  Awaited: [1, (type) => type],
  ThisType: [1, (_first, _, { span }) => ({ kind: 'object', properties: [], bases: [], span })],
  Uppercase: [1, (type, _, use) => changeCase('Uppercase', type, placeOf(use))],
  Lowercase: [1, (type, _, use) => changeCase('Lowercase', type, placeOf(use))],
  Capitalize: [1, (type, _, use) => changeCase('Capitalize', type, placeOf(use))],
  Uncapitalize: [1, (type, _, use) => changeCase('Uncapitalize', type, placeOf(use))],
}

const unsupportedNames: ReadonlySet<string> = new Set(
  `Date Map Set WeakMap WeakSet WeakRef ReadonlyMap ReadonlySet RegExp Promise PromiseLike Function Symbol
  BigInt Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError
  Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array
  BigInt64Array BigUint64Array ArrayBuffer SharedArrayBuffer ArrayBufferLike ArrayBufferView DataView Buffer
  URL URLSearchParams Blob File FormData Headers Request Response ReadableStream AbortSignal AbortController
  Iterable Iterator IterableIterator AsyncIterable AsyncIterator AsyncIterableIterator Generator AsyncGenerator
  ArrayLike PropertyKey String Number Boolean Object Intl Temporal NodeJS CallableFunction NewableFunction
  TemplateStringsArray PropertyDescriptor Proxy Reflect Atomics Math JSON`.split(/\s+/),
)

/** Whether a global type of this name has no place in JSON. */
export function isUnsupportedName(name: string): boolean {
  return unsupportedNames.has(name)
}

const checkerNames: ReadonlySet<string> = new Set([
  'ReturnType',
  'Parameters',
  'ConstructorParameters',
  'InstanceType',
  'ThisParameterType',
  'OmitThisParameter',
])

/** What these do to their last argument does not depend on what it is. */
const mayWait: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray', 'Record'])

/** For suggestions. */
export const builtinNames: readonly string[] = Object.keys(builtins)

/** A type of the language; `undefined` where the name is none. */
export function readBuiltin(
  use: TypeUse,
  environment: Environment,
  reading: Reading,
): TypeModel | undefined {
  const { node } = use
  const name = rootName(use.name)
  if (name === undefined) return undefined
  const span = spanOf(node, environment)
  const text = textOf(node, environment)
  if (unsupportedNames.has(name))
    return { kind: 'unsupported', reason: textOf(use.name, environment), text, span }
  if (checkerNames.has(name) && ts.isTypeNode(node)) return reading.askChecker(node, environment)
  const [count, builtin] = Object.hasOwn(builtins, name) ? (builtins[name] ?? []) : []
  if (count === undefined || builtin === undefined || !ts.isIdentifier(use.name)) return undefined
  const read = mayWait.has(name) ? reading.readLater : reading.read
  const valueNode = use.typeArguments.at(-1)
  const takesComments = environment.takesComments === true || name === 'Record'
  const typeArguments = use.typeArguments.map((each) =>
    read(each, { ...environment, takesComments }),
  )
  const [first, second = primitive('unknown', span)] = typeArguments
  if (first === undefined || typeArguments.length < count) return primitive('any', span)
  return builtin(first, second, { environment, reading, node, name, span, valueNode })
}

function rootName(name: TypeUse['name']): string | undefined {
  if (ts.isIdentifier(name)) return name.text
  if (ts.isQualifiedName(name)) return rootName(name.left)
  return ts.isPropertyAccessExpression(name) ? rootName(name.expression) : undefined
}

function placeOf({
  span,
  node,
  environment,
  reading,
}: BuiltinUse): Parameters<typeof changeCase>[2] {
  return { span, text: textOf(node, environment), reading }
}

function record(keys: TypeModel, value: TypeModel, use: BuiltinUse): TypeModel {
  const { reading, span, environment, valueNode } = use
  const access = accessOf(valueNode)
  const comments = access === undefined ? [] : commentsOfAccess(access, environment, reading)
  return mapKeys(keys, {
    reading,
    span,
    propertyOf: (name, key) => ({ name, span: key.span, optional: false, type: value, comments }),
    valueOf: () => {
      // The values of a record have no property of their own to take the comments.
      const losing = { ...environment, takesComments: false }
      if (access !== undefined) reportLostRules(access, losing, reading)
      return value
    },
  })
}

/** The same object with each property changed; arrays and scalars stay, unions member by member. */
function eachProperty(
  type: TypeModel,
  use: BuiltinUse,
  change: (property: PropertyModel, reading: Reading) => PropertyModel,
): TypeModel {
  const { reading, span } = use
  const structure = reading.structureOf(type)
  switch (structure.kind) {
    case 'object': {
      const properties = propertiesOf(structure).map((each) => change(each, reading))
      return objectType({ properties, index: structure.index, bases: [], span })
    }
    case 'tuple':
      return {
        ...structure,
        elements: structure.elements.map((each) => changedElement(each, use, change)),
      }
    case 'union':
      return unionOf(
        structure.members.map((member) => eachProperty(member, use, change)),
        span,
        reading.keyOf,
      )
    default:
      return type
  }
}

/** An element is to its tuple as a property is to its object. */
function changedElement(
  element: TupleType['elements'][number],
  { reading, span }: BuiltinUse,
  change: (property: PropertyModel, reading: Reading) => PropertyModel,
): TupleType['elements'][number] {
  const { type, optional } = change({ ...element, name: '', span, comments: [] }, reading)
  return { type, optional }
}

function required(property: PropertyModel, reading: Reading): PropertyModel {
  const type = property.optional ? withoutUndefined(property.type, reading) : property.type
  return changed(property, { optional: false, type })
}

/** A union without `undefined`; a name that does not hide one stays a name. */
export function withoutUndefined(type: TypeModel, reading: Reading): TypeModel {
  if (type.kind === 'union') return without(type, isUndefined)
  const structure = type.kind === 'named' ? reading.structureOf(type) : type
  const hides = structure.kind === 'union' && structure.members.some(isUndefined)
  return hides ? without(structure, isUndefined) : type
}

function select(
  type: TypeModel,
  keys: TypeModel,
  use: BuiltinUse & { readonly keeps: boolean },
): TypeModel {
  const { reading, span, keeps } = use
  const structure = reading.structureOf(type)
  if (structure.kind === 'error') return structure
  if (structure.kind === 'union' && keeps) {
    return unionOf(
      structure.members.map((each) => select(each, keys, use)),
      span,
      reading.keyOf,
    )
  }
  const names = literalNames(keys, reading)
  if (structure.kind === 'map') return structure
  if (structure.kind === 'union') return selectCommon(structure.members, names, use)
  if (structure.kind !== 'object') {
    return { kind: 'unsupported', reason: use.name, text: textOf(use.node, use.environment), span }
  }
  const properties = propertiesOf(structure).filter(({ name }) => names.has(name) === keeps)
  const index = keeps ? undefined : structure.index
  return objectType({ properties, index, bases: [], span })
}

/** `Omit` of a union keeps only what all members have. */
function selectCommon(
  members: readonly TypeModel[],
  names: ReadonlySet<string>,
  { reading, span }: BuiltinUse,
): TypeModel {
  const [first = [], ...others] = members.map((each) => propertiesOf(reading.structureOf(each)))
  const properties = first
    .filter(({ name }) => !names.has(name))
    .flatMap((property) => {
      const same = others.map((list) => list.find(({ name }) => name === property.name))
      const found = same.filter((each) => each !== undefined)
      if (found.length < others.length) return []
      const all = [property, ...found]
      const { library: _, ...own } = property
      return [
        changed(own, {
          optional: all.some(({ optional }) => optional),
          type: unionOf(
            all.map((each) => each.type),
            property.type.span,
            reading.keyOf,
          ),
        }),
      ]
    })
  return objectType({ properties, index: undefined, bases: [], span })
}

function literalNames(keys: TypeModel, reading: Reading): Set<string> {
  const names = new Set<string>()
  const visit = (type: TypeModel): void => {
    const structure = reading.structureOf(type)
    if (structure.kind === 'literal') names.add(String(structure.value))
    else if (structure.kind === 'union') structure.members.forEach(visit)
    else if (structure.kind === 'enum') {
      for (const { value } of structure.members) names.add(String(value))
    }
  }
  visit(keys)
  return names
}

/** The members for which `keeps` holds; a name whose type stays whole remains that name. */
function filter(
  type: TypeModel,
  use: BuiltinUse,
  keeps: (member: TypeModel) => boolean,
): TypeModel {
  const { reading, span } = use
  const visit = (member: TypeModel): TypeModel => {
    const parts = partsOf(member, reading)
    if (parts === undefined) return keeps(member) ? member : primitive('never', span)
    const kept = parts.map(visit)
    return kept.every((part, position) => part === parts[position])
      ? member
      : unionOf(kept, span, reading.keyOf)
  }
  return visit(type)
}

function fits(type: TypeModel, target: TypeModel, { reading }: BuiltinUse): boolean {
  return isAssignable(type, target, reading) === 'yes'
}

function isNullish(type: TypeModel, { reading }: BuiltinUse): boolean {
  const structure = reading.structureOf(type)
  return isPrimitive(structure, 'null') || isPrimitive(structure, 'undefined')
}
