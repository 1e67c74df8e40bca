import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'
import type { CommentContent, Marker } from '../../markers/marker.ts'
import type {
  LibraryType,
  NamedType,
  ObjectType,
  PropertyModel,
  TypeModel,
} from '../../typemodel/model.ts'
import { saysType, schemaEffectOf } from '../effects/effects.ts'
import { applyLevel } from '../levels.ts'
import type { SchemaContext, Site } from '../schema-context.ts'
import { admitsNull, admitsUndefined } from './absence.ts'
import { libraryProperty } from './library-types.ts'
import { markParentRule } from './parent-rules.ts'
import { settle } from './settle.ts'

/*
 * Object types: every property a property of the schema, those that must be there in `required`.
 */

export function buildObject(type: ObjectType, context: SchemaContext, site: Site): JSONSchemaProps {
  reportIndex(type, context, site)
  if (type.properties.length === 0 && type.bases.length === 0) return freeFormObject()
  return buildClosedObject(type, context, site)
}

/** An object of which nothing is known: whatever it holds is kept. */
export function freeFormObject(): JSONSchemaProps {
  return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
}

/** An object that has just the named properties, even where there are none. */
export function buildClosedObject(
  type: ObjectType,
  context: SchemaContext,
  site: Site,
): JSONSchemaProps {
  const built = type.properties.map((property) => buildProperty(property, context, site))
  const required = built.filter((property) => property.required).map(({ name }) => name)
  const parentRules = built.flatMap((property) => property.parentRules)
  const schema: JSONSchemaProps = {
    type: 'object',
    ...(built.length === 0
      ? {}
      : { properties: Object.fromEntries(built.map((each) => [each.name, each.schema])) }),
    ...(required.length === 0 ? {} : { required: required.sort(compareText) }),
    ...(parentRules.length === 0 ? {} : { 'x-kubernetes-validations': parentRules }),
    ...(keepsUnknown(type) ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
  }
  context.origins.mark(schema, { span: type.span, subject: site.subject })
  context.origins.markProperties(
    schema,
    new Map(type.properties.map((property) => [property.name, property.span])),
  )
  return type.bases.reduce((inner, base) => applyBase(inner, base, context), schema)
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : 1
}

/** `[key: string]: unknown` beside fields: what the type does not name is kept. */
function keepsUnknown({ index }: ObjectType): boolean {
  return index?.value.kind === 'primitive' && index.value.name === 'unknown'
}

function reportIndex(type: ObjectType, context: SchemaContext, site: Site): void {
  if (type.index === undefined || keepsUnknown(type)) return
  context.sink.report(
    'schema/index-beside-properties',
    { subject: site.subject },
    {
      span: type.index.span,
      notes: [
        'a schema lists the fields of an object or describes all values of a map, never both',
      ],
      helps: [
        'move the open part into a field of its own: `others: Record<string, string>`',
        'or write `[key: string]: unknown`, which keeps any other field unchecked',
      ],
    },
  )
}

interface BuiltProperty {
  readonly name: string
  readonly schema: JSONSchemaProps
  readonly required: boolean
  readonly parentRules: readonly ValidationRule[]
}

function buildProperty(
  property: PropertyModel,
  context: SchemaContext,
  parent: Site,
): BuiltProperty {
  const { name } = property
  const site: Site = {
    subject: `${ownerOf(property, parent)}.${name}`,
    path: `${parent.path}.${name}`,
  }
  const content = isOfLibrary(property) ? nothingSaid : context.read(property.comments, 'field')
  const optional = property.optional || admitsUndefined(property.type)
  const presence = { name, optional, nullable: admitsNull(property.type) }
  const isTypeSaid = content.markers.some(saysType)
  const base = propertyBase(property, content, { context, site: { ...site, isTypeSaid } })
  const level = applyLevel(base, { content, subject: site.subject, presence }, context)
  return {
    name,
    schema: settle(level.schema, context),
    required: !optional,
    parentRules: level.parentRules.map(markParentRule),
  }
}

const nothingSaid: CommentContent = { markers: [], description: '' }

/** Whether the property is one of Kubernetes' own, whose facts say all: comments there are for hovers. */
function isOfLibrary({ library }: PropertyModel): boolean {
  return library !== undefined && library.property === undefined
}

/** An object without a name is called after the field that it is the type of. */
function ownerOf(property: PropertyModel, parent: Site): string {
  const isNamed = /^\w+$/.test(parent.subject)
  return isNamed ? (property.owner ?? parent.subject) : parent.subject
}

/** What the type of a property says, or nothing where `Schemaless` leaves it to the markers. */
function propertyBase(
  property: PropertyModel,
  content: CommentContent,
  { context, site }: { context: SchemaContext; site: Site },
): JSONSchemaProps {
  const isMarked = (name: string): boolean =>
    content.markers.some((marker) => marker.definition.name === name)
  if (isMarked('kubebuilder:validation:Schemaless')) {
    return context.origins.mark({}, { span: property.span, subject: site.subject })
  }
  if (property.library !== undefined) {
    const known = libraryProperty(property, property.library, context)
    if (known !== undefined) return known
  }
  return content.markers.some(cutsCycles)
    ? buildCuttable(property.type, context, site)
    : context.build(property.type, site)
}

/** Whether the marker lets a recursive type end: what lies deeper is kept as it is. */
export function cutsCycles({ definition: { name } }: Marker): boolean {
  return (
    name === 'kubebuilder:pruning:PreserveUnknownFields' ||
    name === 'kubebuilder:validation:XPreserveUnknownFields'
  )
}

/** Builds a type below a field that may end the cycles that lead through it. */
function buildCuttable(type: TypeModel, context: SchemaContext, site: Site): JSONSchemaProps {
  const before = context.open.map((open) => open.cuttable)
  for (const open of context.open) open.cuttable = true
  try {
    return context.build(type, site)
  } finally {
    context.open.forEach((open, index) => (open.cuttable = before[index] === true))
  }
}

/** Markers that describe a declaration to readers are not inherited. */
const ownOnly = new Set(['kubebuilder:title', 'kubebuilder:externalDocs', 'kubebuilder:example'])

/** The rules of a type that this one extends hold here too; its texts stay its own. */
function applyBase(
  schema: JSONSchemaProps,
  base: NamedType | LibraryType,
  context: SchemaContext,
): JSONSchemaProps {
  if (base.kind === 'library') return schema
  const { markers } = context.read(base.declaration.comments, 'type')
  const inherited = markers.filter(
    (marker) => schemaEffectOf(marker) !== undefined && !ownOnly.has(marker.definition.name),
  )
  const content: CommentContent = { markers: inherited, description: '' }
  const applied = applyLevel(schema, { content, subject: base.declaration.name }, context)
  const behind = base.resolve()
  const bases = behind.kind === 'object' ? behind.bases : behind.kind === 'named' ? [behind] : []
  return bases.reduce((inner, each) => applyBase(inner, each, context), applied.schema)
}
