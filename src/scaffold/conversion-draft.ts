import { isDeepStrictEqual } from 'node:util'
import { member } from '../apimachinery/json-members.ts'
import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import { shapeOf } from './schema-shape.ts'

/** One version of a kind, as its CRD says. */
export interface DraftedVersion {
  /** `v1` */
  readonly version: string
  readonly schema: JSONSchemaProps
}

/** From one version to another, in the words of the file: `Hub` and `Spoke` are types, `hub` and `spoke` variables. */
export interface Direction {
  readonly from: DraftedVersion
  readonly to: DraftedVersion
  readonly toType: string
  readonly fromVariable: string
}

/** The fields of the object that a conversion returns, as lines of TypeScript. */
export interface DraftedFields {
  readonly lines: readonly string[]
  /** Whether some of them have nothing to come from but the original that the object was made from before. */
  readonly needsOriginal: boolean
}

/** Members of every object, which the draft writes by itself. */
const ownMembers: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/**
 * Copies what both versions have, and names every field of the one that is made: the compiler then asks for those that
 * have nothing to come from, and for those that are added later.
 */
export function draftFields(direction: Direction): DraftedFields {
  const draft = new Draft(direction)
  const { from, to, toType, fromVariable } = direction
  const lines = draft.members(
    { target: withoutOwn(to.schema), source: withoutOwn(from.schema) },
    {
      type: toType,
      value: fromVariable,
      original: { expression: 'original', isOptional: true },
      indent: '    ',
    },
  )
  return { lines, needsOriginal: draft.needsOriginal }
}

function withoutOwn(schema: JSONSchemaProps): JSONSchemaProps {
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !ownMembers.has(name),
  )
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** The same value in both versions. */
interface Pair {
  readonly target: JSONSchemaProps
  readonly source: JSONSchemaProps
}

interface Expression {
  readonly expression: string
  /** Whether it may be undefined or null. */
  readonly isOptional: boolean
}

/** An object, as the draft writes of it. */
interface Place {
  /** The type of what is made: `Hub['spec']`. */
  readonly type: string
  /** What it is made from: `spoke.spec`. */
  readonly value: string
  /** The same in the original; undefined in a list, whose items have no counterparts. */
  readonly original: Expression | undefined
  /** Of its members. */
  readonly indent: string
}

/** One field of such an object. */
interface Field extends Pair, Place {
  readonly name: string
  /** Whether what it is made from may be absent. */
  readonly isOptional: boolean
}

const widest = 100

class Draft {
  needsOriginal = false
  readonly #direction: Direction

  constructor(direction: Direction) {
    this.#direction = direction
  }

  members(pair: Pair, place: Place): string[] {
    return Object.entries(pair.target.properties ?? {}).flatMap(([name, target]) => {
      const source = member(pair.source.properties, name)
      const isRequired = isAlwaysThere(pair.target, name)
      if (source === undefined) return this.#withoutSource(name, isRequired, place)
      const isOptional = !isAlwaysThere(pair.source, name)
      return this.#field({ ...stepInto(place, name, isRequired), target, source, name, isOptional })
    })
  }

  #withoutSource(name: string, isRequired: boolean, { original, indent }: Place): string[] {
    const { from, to } = this.#direction
    const otherwise = isRequired ? `: what is it where the object never was ${to.version}?` : '.'
    const comment = `${indent}// ${from.version} has no such field${otherwise}`
    if (original === undefined) return [comment, `${indent}${renderKey(name)}: undefined,`]
    this.needsOriginal = true
    return [comment, `${indent}${renderKey(name)}: ${access(original, name)},`]
  }

  #field(field: Field): string[] {
    const { name, value, indent } = field
    const [target, source] = [shapeOf(field.target), shapeOf(field.source)]
    const isSame = isDeepStrictEqual(target, source)
    const isTop = indent === '    '
    const nested = isSame && !isTop ? undefined : this.#nested(field)
    if (nested?.every((line) => line.length <= widest) === true) return nested
    const copy = `${indent}${renderKey(name)}: ${value},`
    if (isSame) return [copy]
    const { from, to } = this.#direction
    const was = `${describe(field.source)} in ${from.version}`
    return [`${indent}// ${was}, ${describe(field.target)} in ${to.version}.`, copy]
  }

  /** Field by field, where the two have some. */
  #nested(field: Field): string[] | undefined {
    if (isRecord(field.target) && isRecord(field.source)) return this.#object(field)
    const items = itemsOf(field)
    return items && this.#list(field, items)
  }

  #object(field: Field): string[] {
    const { name, type, value, indent, isOptional } = field
    const open = `everyField<${type}>({`
    if (!isOptional) {
      const lines = this.members(field, { ...field, indent: `${indent}  ` })
      return [`${indent}${renderKey(name)}: ${open}`, ...lines, `${indent}}),`]
    }
    return [
      `${indent}${renderKey(name)}:`,
      `${indent}  ${value} &&`,
      `${indent}  ${open}`,
      ...this.members(field, { ...field, indent: `${indent}    ` }),
      `${indent}  }),`,
    ]
  }

  #list({ name, type, value, indent, isOptional }: Field, items: Pair): string[] {
    const item = itemVariable(value)
    const place = {
      type: `${type}[number]`,
      value: item,
      original: undefined,
      indent: `${indent}    `,
    }
    return [
      `${indent}${renderKey(name)}: ${value}${isOptional ? '?' : ''}.map((${item}) =>`,
      `${indent}  everyField<${place.type}>({`,
      ...this.members(items, place),
      `${indent}  }),`,
      `${indent}),`,
    ]
  }
}

/** `item`, and `item2` for the items of an item's list. */
function itemVariable(list: string): string {
  const [outer, number] = /^item(\d*)/.exec(list) ?? []
  return outer === undefined ? 'item' : `item${Number(number || 1) + 1}`
}

function isAlwaysThere({ required = [], properties = {} }: JSONSchemaProps, name: string): boolean {
  return required.includes(name) && properties[name]?.nullable !== true
}

function stepInto(place: Place, name: string, isRequired: boolean): Place {
  const type = `${place.type}[${renderText(name)}]`
  return {
    type: isRequired ? type : `NonNullable<${type}>`,
    value: access({ expression: place.value, isOptional: false }, name),
    // What an annotation holds is not certain.
    original: place.original && { expression: access(place.original, name), isOptional: true },
    indent: place.indent,
  }
}

function access({ expression, isOptional }: Expression, name: string): string {
  if (identifier.test(name)) return `${expression}${isOptional ? '?' : ''}.${name}`
  return `${expression}${isOptional ? '?.' : ''}[${renderText(name)}]`
}

function isRecord({ type, properties, oneOf, anyOf }: JSONSchemaProps): boolean {
  return type === 'object' && properties !== undefined && oneOf === undefined && anyOf === undefined
}

function itemsOf({ target, source }: Pair): Pair | undefined {
  if (target.items === undefined || source.items === undefined) return undefined
  const items = { target: target.items, source: source.items }
  return isRecord(items.target) && isRecord(items.source) ? items : undefined
}

function describe({ type = 'any value', enum: values, format }: JSONSchemaProps): string {
  if (values !== undefined) return `one of ${values.map((each) => JSON.stringify(each)).join(', ')}`
  return format === undefined ? type : `${type} (${format})`
}

const identifier = /^[A-Za-z_$][\w$]*$/

function renderKey(name: string): string {
  return identifier.test(name) ? name : renderText(name)
}

function renderText(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}
