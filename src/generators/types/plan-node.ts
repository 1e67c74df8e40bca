import { isDeepStrictEqual } from 'node:util'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { fitsJsdoc, type DeclaredText } from './declared-text.ts'
import { singularOf } from './singular.ts'
import {
  matchLibraryType,
  matchMetadata,
  withoutWords,
  type LibraryMatch,
} from './match-library-type.ts'
import type { LibraryName } from './type-expression.ts'
import type { TypePlan } from './type-plan.ts'
import { planScalar } from './plan-scalar.ts'
import { branchesOf, type ObjectBranches } from './plan-union.ts'
import type { AliasBody, PlannedDeclaration, PlannedMember, PlannedNode } from './planned-type.ts'
import { sayDifference, sayOfItems } from './say-difference.ts'

/*
 * Schema → types: the inverse of `schema/`. Start reading at `planMember`: a node gets a type, and what
 * the type does not say by itself becomes the text above its declaration.
 */

/** A property of an object. */
export function planMember(
  name: string,
  schema: JSONSchemaProps,
  { plan, path, optional }: { plan: TypePlan; path: readonly string[]; optional: boolean },
): PlannedMember {
  const planned = planNode(schema, { plan, path: [...path, name], isField: true })
  return {
    name,
    optional,
    type: planned.type,
    text: sayAbove(planned, schema, 'field'),
  }
}

function sayAbove(
  planned: PlannedNode,
  schema: JSONSchemaProps,
  target: 'type' | 'field',
): PlannedMember['text'] {
  const { description, markers } = sayDifference({ schema, base: planned.base, target })
  return { description, markers: [...planned.markers, ...markers] }
}

interface NodeSite {
  readonly plan: TypePlan
  readonly path: readonly string[]
  /** Whether a field has the node: what only a field can say is left to it. */
  readonly isField: boolean
}

/** What stands above a field and not above its type. */
const ofField: ReadonlySet<string> = new Set([
  'description',
  'title',
  'default',
  'nullable',
  'example',
  'externalDocs',
])

function planNode(schema: JSONSchemaProps, site: NodeSite): PlannedNode {
  const match =
    matchLibraryType(schema, site.plan.identity) ?? matchMetadata(schema, site.path.at(-1) ?? '')
  if (match !== undefined) return withNull(planLibraryType(schema, match, site), schema)
  if (schema.type === 'array') return withNull(planArray(schema, site), schema)
  if (schema.type !== 'object' && schema.properties === undefined) {
    return withNull(planScalar(schema), schema)
  }
  return withNull(planObject(schema, site), schema)
}

/** The import of a type that is known, or an interface that extends it where the words are others. */
function planLibraryType(
  schema: JSONSchemaProps,
  { library, schema: known, likeness }: LibraryMatch,
  { plan, path, isField }: NodeSite,
): PlannedNode {
  const type = { kind: 'library', library } as const
  if (likeness === 'exact') return { type, base: known, markers: [] }
  if (likeness === 'bare') return { type, base: withoutWords(known), markers: [withoutTexts] }
  const absorbed = absorbedBy(schema, isField)
  const declaration = plan.declare(absorbed, path, () => {
    const { members, text } = planFields(absorbed, {
      plan,
      path,
      known: { library, schema: known },
    })
    return { text, body: { kind: 'interface', extends: library, members, isOpen: false } }
  })
  return { type: { kind: 'named', declaration }, base: absorbed, markers: [] }
}

const withoutTexts = 'kops:maxDescriptionLength=0'

/** `| null`, where the type is not one that admits null anyway, nor an enum, of which kops makes a pattern. */
function withNull(planned: PlannedNode, schema: JSONSchemaProps): PlannedNode {
  const { base, type } = planned
  if (schema.nullable !== true || base.enum !== undefined || schema.enum !== undefined) {
    return planned
  }
  if (base.type === undefined && base['x-kubernetes-int-or-string'] !== true) return planned
  return { ...planned, base: { ...base, nullable: true }, type: { kind: 'nullable', type } }
}

function planArray(schema: JSONSchemaProps, site: NodeSite): PlannedNode {
  const { items } = schema
  if (items === undefined) {
    const type = { kind: 'array', element: { kind: 'word', text: 'unknown' } } as const
    const element = { 'x-kubernetes-preserve-unknown-fields': true }
    return { type, base: { type: 'array', items: element }, markers: [] }
  }
  const base: JSONSchemaProps = { type: 'array', items }
  const part = partOf(site)
  const planned = planNode(items, part)
  const markers = sayOfItems(items, planned.base)
  const isCut = planned.markers.includes(withoutTexts) && markers?.length === 0
  if (markers !== undefined && (isCut || planned.markers.length === 0)) {
    const type = { kind: 'array', element: planned.type } as const
    return { type, base, markers: [...planned.markers, ...markers] }
  }
  return {
    type: { kind: 'array', element: settlePart(planned, items, part) },
    base,
    markers: [],
  }
}

/** The place of an item or a value: one of what the field is called after. */
function partOf({ plan, path }: NodeSite): NodeSite {
  const last = path.at(-1)
  const words = last === undefined ? [] : [...path.slice(0, -1), singularOf(last)]
  return { plan, path: words, isField: false }
}

/** The type of items or values: it says all by itself, by a name of its own where there is need. */
function settlePart(
  planned: PlannedNode,
  schema: JSONSchemaProps,
  { plan, path }: NodeSite,
): PlannedNode['type'] {
  const isSaid = isDeepStrictEqual(planned.base, schema) && planned.markers.length === 0
  if (isSaid) return planned.type
  const { type } = planned
  if (type.kind === 'nullable') {
    const { nullable: _own, ...rest } = schema
    const { nullable: _said, ...base } = planned.base
    const inner = settlePart({ ...planned, base, type: type.type }, rest, {
      plan,
      path,
      isField: false,
    })
    return { kind: 'nullable', type: inner }
  }
  const declaration = plan.declare(schema, path, () => ({
    text: sayAbove(planned, schema, 'type'),
    body: { kind: 'alias', type } satisfies AliasBody,
  }))
  return { kind: 'named', declaration }
}

function planObject(schema: JSONSchemaProps, site: NodeSite): PlannedNode {
  const { additionalProperties, properties } = schema
  const preserve = schema['x-kubernetes-preserve-unknown-fields']
  if (properties === undefined && typeof additionalProperties === 'object') {
    const part = partOf(site)
    const planned = planNode(additionalProperties, part)
    const value = asValue(settlePart(planned, additionalProperties, part))
    return {
      type: { kind: 'map', value },
      base: { type: 'object', additionalProperties },
      markers: [],
    }
  }
  if (properties === undefined && preserve === true) {
    const type = { kind: 'map', value: { kind: 'word', text: 'unknown' } } as const
    const base = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    return { type, base, markers: [] }
  }
  return planInterface(schema, site)
}

/** A map of `unknown` is any object at all; this is one whose values are any. */
function asValue(type: PlannedNode['type']): PlannedNode['type'] {
  const isUnknown = type.kind === 'word' && type.text === 'unknown'
  return isUnknown ? { kind: 'library', library: { module: 'kops', name: 'JsonValue' } } : type
}

function planInterface(schema: JSONSchemaProps, { plan, path, isField }: NodeSite): PlannedNode {
  const absorbed = absorbedBy(schema, isField)
  const choice = branchesOf(absorbed)
  if (choice !== undefined) return planChoice(absorbed, choice, { plan, path, isField })
  const declaration = plan.declare(absorbed, path, () => {
    const { members, isOpen, text } = planFields(absorbed, { plan, path })
    return { text, body: { kind: 'interface', members, isOpen } }
  })
  return { type: { kind: 'named', declaration }, base: absorbed, markers: [] }
}

/** A union of interfaces, one a branch, that extend what they have in common. */
function planChoice(
  absorbed: JSONSchemaProps,
  { common, branches, base }: ObjectBranches,
  { plan, path }: NodeSite,
): PlannedNode {
  const declaration = plan.declare(absorbed, path, () => {
    const members = branches.map((branch) => planBranch(branch, common, { plan, path }))
    return {
      text: sayDifference({ schema: absorbed, base, target: 'type' }),
      body: { kind: 'alias', type: { kind: 'union', members } },
    }
  })
  return { type: { kind: 'named', declaration }, base: absorbed, markers: [] }
}

function planBranch(
  branch: JSONSchemaProps,
  common: JSONSchemaProps,
  { plan, path }: FieldsSite,
): PlannedNode['type'] {
  const shared = Object.keys(common.properties ?? {})
  const own = Object.entries(branch.properties ?? {}).filter(([name]) => !shared.includes(name))
  const [mark = 'other'] = own.find(([name]) => branch.required?.includes(name)) ?? []
  const place = placeWithin(path, mark)
  const declaration = plan.declare(branch, place, () => {
    const fields = { ...branch, properties: Object.fromEntries(own) }
    const { members, text, isOpen } = planFields(fields, { plan, path })
    const base = shared.length === 0 ? undefined : planCommon(common, { plan, path })
    return {
      text: { ...text, markers: [] },
      body: { kind: 'interface', extends: base, members, isOpen },
    }
  })
  return { kind: 'named', declaration }
}

function planCommon(common: JSONSchemaProps, { plan, path }: FieldsSite): PlannedDeclaration {
  return plan.declare(common, placeWithin(path, 'common'), () => {
    const { members, text, isOpen } = planFields(common, { plan, path })
    return { text, body: { kind: 'interface', members, isOpen } }
  })
}

/** A part of a field's type is called after the field and itself: `NetworkRefExternal`. */
function placeWithin(path: readonly string[], part: string): string[] {
  return [...path.slice(0, -1), `${path.at(-1) ?? ''}-${part}`]
}

/** What the declaration of an object says; the rest is its field's. */
function absorbedBy(schema: JSONSchemaProps, isField: boolean): JSONSchemaProps {
  const isOfField = (keyword: string): boolean =>
    isField ? ofField.has(keyword) : keyword === 'nullable'
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isOfField(keyword)))
}

/** The fields of an interface. */
export interface PlannedFields {
  readonly text: DeclaredText
  readonly members: readonly PlannedMember[]
  readonly isOpen: boolean
}

interface FieldsSite {
  readonly plan: TypePlan
  readonly path: readonly string[]
  /** Fields that stand before those of the schema. */
  readonly first?: readonly PlannedMember[] | undefined
  /** The type that the interface extends: fields as they are there are not written again. */
  readonly known?: Pick<LibraryMatch, 'library' | 'schema'> | undefined
}

/** The fields of an object and what stands above it. */
export function planFields(schema: JSONSchemaProps, site: FieldsSite): PlannedFields {
  const { properties = {}, required = [] } = schema
  const { first = [] } = site
  const own = namesInOrder(Object.keys(properties), required).flatMap((name) => {
    const property = ownProperty(properties, name)
    const optional = !required.includes(name)
    return property === undefined ? [] : (planField(name, property, { site, optional }) ?? [])
  })
  const members = [...first, ...own]
  const names = [
    ...first.filter(isInSchema).map(({ name }) => name),
    ...namesInOrder(Object.keys(properties), required),
  ]
  const order = orderOf(required, names)
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true && own.length > 0
  const base: JSONSchemaProps = {
    type: 'object',
    ...(schema.properties === undefined ? {} : { properties }),
    ...(order.length === 0 ? {} : { required: order }),
    ...(isOpen ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
  }
  const { description, markers } = sayDifference({ schema, base, target: 'type' })
  const keeps = isSorted(order) ? [] : ['kops:keepOrder']
  return { text: { description, markers: [...keeps, ...markers] }, members, isOpen }
}

/** Whether the schema has the field, which one of every object it need not. */
function isInSchema({ text }: PlannedMember): boolean {
  return !text.markers.includes('kubebuilder:validation:Schemaless')
}

/** A field, unless it is inherited as it is. */
function planField(
  name: string,
  property: JSONSchemaProps,
  { site: { plan, path, known }, optional }: { site: FieldsSite; optional: boolean },
): PlannedMember | undefined {
  const other = known === undefined ? undefined : ownProperty(known.schema.properties ?? {}, name)
  if (known === undefined || other === undefined) {
    return planMember(name, property, { plan, path, optional })
  }
  if (isDeepStrictEqual(property, other)) return undefined
  return (
    planReworded(name, property, { library: known.library, known: other, optional }) ??
    planMember(name, property, { plan, path, optional })
  )
}

/**
 * What `required` is without an overlay: as it stands, where it is sorted or the order of the fields can
 * be kept, which JavaScript does not do for numbers.
 */
function orderOf(required: readonly string[], names: readonly string[]): string[] {
  const present = required.filter((name) => names.includes(name))
  const inOrder = Object.keys(Object.fromEntries(names.map((name) => [name, true])))
  const kept = inOrder.filter((name) => required.includes(name))
  return isDeepStrictEqual(kept, present) ? present : present.toSorted()
}

/** A field of Kubernetes' own type of which only the description is another; JSDoc goes before that of the type. */
function planReworded(
  name: string,
  { description, ...property }: JSONSchemaProps,
  { library, known, optional }: { library: LibraryName; known: JSONSchemaProps; optional: boolean },
): PlannedMember | undefined {
  const { description: _, ...other } = known
  if (description === undefined || !isDeepStrictEqual(property, other)) return undefined
  if (!fitsJsdoc(description)) return undefined
  const type = { kind: 'field', library, name, optional } as const
  return { name, optional, type, text: { description, markers: [] } }
}

function ownProperty(
  properties: Readonly<Record<string, JSONSchemaProps>>,
  name: string,
): JSONSchemaProps | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

/** By name; where `required` has another order, the fields that must be there are in that order. */
function namesInOrder(names: readonly string[], required: readonly string[]): string[] {
  const byName = names.toSorted()
  if (isSorted(required)) return byName
  const inOrder = required.filter((name) => names.includes(name))
  return byName.map((name) => (required.includes(name) ? (inOrder.shift() ?? name) : name))
}

function isSorted(names: readonly string[]): boolean {
  return names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name)
}
