import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { ts } from './compiler.ts'
import { enumValues, memberName } from './constant-expressions.ts'
import { isCustomResource } from './object-properties.ts'
import { objectType, readMembers, type Members } from './object-types.ts'
import type {
  Declaration,
  EnumMember,
  LibraryType,
  NamedType,
  ObjectType,
  PropertyModel,
  TypeModel,
} from './model.ts'
import type { Names, ScopedDeclaration } from './names.ts'
import { spanOf, textOf, type Environment, type Reading } from './reading.ts'
import type { Binding } from './scope.ts'

/** What consumers see of a declaration. */
export function makeDeclaration(binding: Binding, names: Names): Declaration {
  const declarations = names.declarationsOf(binding)
  const [first] = declarations
  const name = first?.node.name ?? first?.node
  if (first === undefined || name === undefined) {
    const { name: path } = binding.scope.unit
    return { name: binding.name, span: { path, start: 0, end: 0 }, comments: [] }
  }
  return {
    name: binding.name,
    span: spanOf(name, first),
    comments: declarations.flatMap(({ node, scope }) =>
      scope.unit.commentsAbove(node, node.name ?? node),
    ),
  }
}

/** What stands behind a name: the body of its declarations, read in `environment`. */
export function readDeclarations(
  binding: Binding,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const declarations = reading.names.declarationsOf(binding)
  for (const { node } of declarations) {
    if (ts.isTypeAliasDeclaration(node)) return reading.read(node.type, environment)
    if (ts.isEnumDeclaration(node)) return readEnum(binding, environment, reading)
    if (ts.isClassDeclaration(node)) {
      const span = spanOf(node.name ?? node, environment)
      return { kind: 'unsupported', reason: 'class', text: binding.name, span }
    }
  }
  return readInterface(declarations, environment, reading)
}

function readInterface(
  declarations: readonly ScopedDeclaration[],
  environment: Environment,
  reading: Reading,
): TypeModel {
  const parts = declarations.flatMap(({ node, scope }) =>
    ts.isInterfaceDeclaration(node) ? [readPart(node, { ...environment, scope }, reading)] : [],
  )
  const bases = parts.flatMap((part) => part.bases)
  const failure = bases.find((base) => base.failure !== undefined)?.failure
  if (failure !== undefined) return failure
  const span = placeOf(declarations, environment)
  if (parts.some(({ members }) => members.signature !== undefined)) {
    return { kind: 'unsupported', reason: 'function', text: environment.owner ?? '', span }
  }
  const inherited = firstByName(bases.flatMap((base) => base.properties))
  const own = firstByName(parts.flatMap(({ members }) => members.properties))
  const indexes = [...parts.map(({ members }) => members.index), ...bases.map(({ index }) => index)]
  return objectType({
    properties: [...new Map([...inherited, ...own]).values()],
    index: indexes.find((index) => index !== undefined),
    bases: withoutRepeats(
      bases.flatMap((base) => base.bases),
      reading,
    ),
    span,
  })
}

/** One of the declarations that make up an interface. */
function readPart(
  node: ts.InterfaceDeclaration,
  environment: Environment,
  reading: Reading,
): { readonly members: Members; readonly bases: readonly Base[] } {
  return {
    bases: heritageOf(node).map((heritage) => readBase(heritage, environment, reading)),
    members: readMembers(node.members, environment, reading),
  }
}

function firstByName(properties: readonly PropertyModel[]): Map<string, PropertyModel> {
  const byName = new Map<string, PropertyModel>()
  for (const each of properties) if (!byName.has(each.name)) byName.set(each.name, each)
  return byName
}

function placeOf([first]: readonly ScopedDeclaration[], { scope }: Environment): SourceSpan {
  const name = first?.node.name
  return name === undefined || first === undefined
    ? { path: scope.unit.name, start: 0, end: 0 }
    : spanOf(name, first)
}

export function heritageOf(node: ts.InterfaceDeclaration): ts.ExpressionWithTypeArguments[] {
  return (node.heritageClauses ?? []).flatMap((clause) => [...clause.types])
}

/** What an object takes over from a type that it extends or intersects. */
export interface Base {
  readonly properties: readonly PropertyModel[]
  readonly index: ObjectType['index']
  readonly bases: readonly (NamedType | LibraryType)[]
  /** Stands for the whole where the base cannot be folded in. */
  readonly failure: TypeModel | undefined
}

function readBase(
  heritage: ts.ExpressionWithTypeArguments,
  environment: Environment,
  reading: Reading,
): Base {
  const type = reading.readUse(
    { name: heritage.expression, typeArguments: heritage.typeArguments ?? [], node: heritage },
    environment,
  )
  const base = baseFrom(type, reading)
  if (base !== undefined) return base
  const failure: TypeModel = {
    kind: 'unsupported',
    reason: 'extends',
    text: textOf(heritage, environment),
    span: spanOf(heritage, environment),
  }
  return { properties: [], index: undefined, bases: [], failure }
}

/** `undefined` where `type` is no object. */
export function baseFrom(type: TypeModel, reading: Reading): Base | undefined {
  const nothing = { properties: [], index: undefined, failure: undefined }
  if (isCustomResource(type)) return { ...nothing, bases: [type] }
  const structure = reading.structureOf(type)
  const own = type.kind === 'named' || type.kind === 'library' ? [type] : []
  switch (structure.kind) {
    case 'object': {
      const { index, bases, properties } = structure
      return { properties, index, bases: [...own, ...bases], failure: undefined }
    }
    case 'map': {
      const { key, value, span } = structure
      return { ...nothing, index: { key, value, span }, bases: own }
    }
    case 'error':
      return { ...nothing, bases: [], failure: structure }
    default:
      return undefined
  }
}

/** Each base once, the nearest first. */
export function withoutRepeats(
  bases: readonly (NamedType | LibraryType)[],
  { keyOf }: Reading,
): (NamedType | LibraryType)[] {
  return [...new Map(bases.map((base) => [keyOf(base), base])).values()]
}

function readEnum(binding: Binding, environment: Environment, { names }: Reading): TypeModel {
  const values = enumValues(binding.types, { scope: binding.scope, names })
  const members: EnumMember[] = []
  for (const node of binding.types) {
    if (!ts.isEnumDeclaration(node)) continue
    for (const member of node.members) {
      const name = memberName(member)
      const value = values.get(name)
      const span = spanOf(member, environment)
      if (value === undefined) {
        return {
          kind: 'unsupported',
          reason: 'computed-enum',
          text: textOf(member, environment),
          span,
        }
      }
      members.push({ name, value, span: spanOf(member.name, environment) })
    }
  }
  const [first] = binding.types
  const span = spanOf(first?.name ?? environment.scope.unit.file, environment)
  return { kind: 'enum', members, span }
}
