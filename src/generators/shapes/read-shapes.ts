import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { packageFacts } from '../../kubernetes/facts.ts'
import type { LibraryType, ObjectType, TypeModel } from '../../typemodel/model.ts'
import { pascalCase } from '../generated-code.ts'
import type { DefinedKind } from '../kinds-by-folder.ts'
import type { FolderShapes, Shape, Struct, StructField } from './shape.ts'

/** The types of the kinds of one folder. */
export function readShapes(kinds: readonly DefinedKind[]): FolderShapes {
  const reading = new Reading(kinds.map(({ declared }) => declared.built.kind))
  const found = kinds.map(({ declared: { built, model } }) =>
    reading.readKind(built.kind, model.type, built.version.schema.openAPIV3Schema),
  )
  return { kinds: found, structs: reading.structs }
}

/** A place: the type that the user wrote there, where it is known, and the schema that came of it. */
interface Place {
  readonly type: TypeModel | undefined
  readonly schema: JSONSchemaProps
  /** A name for a struct that has none of its own. */
  readonly path: string
}

class Reading {
  readonly structs: Struct[] = []
  readonly #names: Set<string>
  readonly #known = new Map<string, Struct>()

  constructor(taken: readonly string[]) {
    this.#names = new Set(taken)
  }

  readKind(name: string, type: TypeModel, schema: JSONSchemaProps): Struct {
    return { name, schema, fields: this.#readFields({ type, schema, path: name }) }
  }

  #read(place: Place): Shape {
    const { schema, path } = place
    const type = withoutAbsence(place.type)
    if (type?.kind === 'library' && isLibraryStruct(type, schema)) {
      return { kind: 'library', type: { module: type.module, name: type.name }, schema }
    }
    if (schema.type === 'array' && schema.items !== undefined) {
      const item = { type: elementOf(resolved(type)), schema: schema.items, path: `${path}Item` }
      return { kind: 'list', item: this.#read(item), schema }
    }
    if (schema.type !== 'object') return { kind: 'plain', schema, type }
    if (typeof schema.additionalProperties === 'object') {
      const inner = resolved(type)
      const value = inner?.kind === 'map' ? inner.value : undefined
      const entry = { type: value, schema: schema.additionalProperties, path: `${path}Value` }
      return { kind: 'map', value: this.#read(entry), schema }
    }
    if (schema.properties === undefined) return { kind: 'plain', schema, type }
    return { kind: 'struct', struct: this.#readStruct({ type, schema, path }), schema }
  }

  /** A struct is read once for each name that the user gave it; one without is met once only. */
  #readStruct(place: Place): Struct {
    const { type, schema, path } = place
    const own = type?.kind === 'named' ? type : undefined
    const known = own && this.#known.get(own.id)
    if (known !== undefined) return known
    const isGeneric = own !== undefined && own.id.includes('<')
    const name = this.#nameFor(own === undefined || isGeneric ? path : own.declaration.name)
    const index = this.structs.length
    const fields: StructField[] = []
    const struct = { name, schema, fields }
    this.structs.splice(index, 0, struct)
    if (own !== undefined) this.#known.set(own.id, struct)
    fields.push(...this.#readFields({ type, schema, path: name }))
    return struct
  }

  #nameFor(wanted: string): string {
    const base = pascalCase(wanted)
    let name = base
    for (let number = 2; this.#names.has(name); number += 1) name = `${base}${number}`
    this.#names.add(name)
    return name
  }

  #readFields({ type, schema, path }: Place): StructField[] {
    const objects = objectsBehind(type)
    return Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const models = objects.flatMap(({ properties }) =>
        properties.filter((each) => each.name === name),
      )
      const own = { type: models[0]?.type, schema: property, path: `${path}-${name}` }
      const isRequired = schema.required?.includes(name) === true
      return { name, isRequired, shape: this.#read(own) }
    })
  }
}

/** The type without `null` and `undefined`; an alias of something that is no object is what it stands for. */
function withoutAbsence(type: TypeModel | undefined): TypeModel | undefined {
  if (type?.kind === 'union') {
    const members = type.members.filter((member) => !isAbsence(member))
    return members.length === 1 ? withoutAbsence(members[0]) : type
  }
  if (type?.kind !== 'named') return type
  const behind = withoutAbsence(type.resolve())
  return behind?.kind === 'object' || isUnionOfObjects(behind) ? type : behind
}

function isUnionOfObjects(type: TypeModel | undefined): boolean {
  return type?.kind === 'union' && type.members.every((member) => objectsBehind(member).length > 0)
}

/** Whether a type is that of no value. */
export function isAbsence(type: TypeModel): boolean {
  return type.kind === 'primitive' && (type.name === 'null' || type.name === 'undefined')
}

function resolved(type: TypeModel | undefined): TypeModel | undefined {
  return type?.kind === 'named' ? resolved(type.resolve()) : type
}

function elementOf(type: TypeModel | undefined): TypeModel | undefined {
  if (type?.kind === 'array') return type.element
  return type?.kind === 'tuple' ? (type.rest ?? type.elements[0]?.type) : undefined
}

/** The object types that a type is, or is one of. */
function objectsBehind(type: TypeModel | undefined): readonly ObjectType[] {
  const behind = resolved(withoutAbsence(type))
  if (behind?.kind === 'object') return [behind]
  return behind?.kind === 'union' ? behind.members.flatMap(objectsBehind) : []
}

/** Kubernetes' own objects are known by name; its scalars are as plain as the user's. */
function isLibraryStruct({ module, name }: LibraryType, { properties }: JSONSchemaProps): boolean {
  if (properties === undefined) return false
  const packageName = module === 'kops' ? 'meta/v1' : module.replace('kops/kubernetes/', '')
  return Object.hasOwn(packageFacts(packageName).types, name)
}
