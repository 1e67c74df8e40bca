import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { objectFieldText } from '../../kubernetes/library.ts'
import type { ObjectType, PropertyModel } from '../../typemodel/model.ts'
import { cutDescription } from '../descriptions.ts'
import { applyLevel } from '../levels.ts'
import { buildClosedObject } from '../types/objects.ts'
import { objectBehind } from './kind-declarations.ts'
import type { SchemaContext } from '../schema-context.ts'

/*
 * The three fields that every object has. Their types are Kubernetes' own; a kind that writes one out
 * says how the schema describes it: by its comment, by `+required`, or by `Schemaless` that the schema
 * leaves it out, which the API server knows anyway.
 */

const names = ['apiVersion', 'kind', 'metadata'] as const

type ObjectField = (typeof names)[number]

export function isObjectField(name: string): name is ObjectField {
  return names.some((each) => each === name)
}

export interface ObjectFields {
  readonly properties: Readonly<Record<string, JSONSchemaProps>>
  readonly required: readonly string[]
}

/** In the order of the source, those first that are not written out. */
export function buildObjectFields(type: ObjectType, context: SchemaContext): ObjectFields {
  const written = new Map(
    type.properties
      .filter(({ library }) => library === undefined)
      .map((property) => [property.name, property]),
  )
  const startOf = (name: ObjectField): number => written.get(name)?.span.start ?? 0
  const inOrder = names.toSorted((left, right) => startOf(left) - startOf(right))
  const built = inOrder.map((name) => {
    const own = written.get(name)
    const schema = standardField(name, context)
    return own === undefined ? { name, schema, required: false } : writtenOut(own, schema, context)
  })
  const kept = built.filter(({ schema }) => schema !== undefined)
  return {
    properties: Object.fromEntries(kept.map(({ name, schema }) => [name, schema ?? {}])),
    required: kept.filter(({ required }) => required).map(({ name }) => name),
  }
}

interface BuiltField {
  readonly name: string
  /** Absent where the schema does not name the field. */
  readonly schema: JSONSchemaProps | undefined
  readonly required: boolean
}

function writtenOut(
  property: PropertyModel,
  base: JSONSchemaProps,
  context: SchemaContext,
): BuiltField {
  const { name, comments, optional, owner, span } = property
  const content = context.read(comments, 'field')
  const isMarked = (marker: string): boolean =>
    content.markers.some(({ definition }) => definition.name === marker)
  if (isMarked('kubebuilder:validation:Schemaless')) {
    return { name, schema: undefined, required: false }
  }
  const subject = owner === undefined ? name : `${owner}.${name}`
  const narrowed = name === 'metadata' ? buildNames(property, context) : {}
  const marked = context.origins.mark({ ...base, ...narrowed }, { span, subject })
  const presence = { name, optional, nullable: false }
  const { schema } = applyLevel(marked, { content, subject, presence }, context)
  return { name, schema, required: isMarked('required') }
}

/** What a type that extends `ObjectMeta` says of the names of objects, the only part that a schema may narrow. */
function buildNames({ type, owner }: PropertyModel, context: SchemaContext): JSONSchemaProps {
  const behind = objectBehind(type)
  const own = (behind?.properties ?? []).filter(
    ({ name, library }) => library === undefined && (name === 'name' || name === 'generateName'),
  )
  if (behind === undefined || own.length === 0) return {}
  const path = `${owner ?? ''}.metadata`
  const names: ObjectType = { kind: 'object', properties: own, bases: [], span: behind.span }
  return buildClosedObject(names, context, { subject: path, path })
}

function standardField(name: ObjectField, { settings }: SchemaContext): JSONSchemaProps {
  if (name === 'metadata') return { type: 'object' }
  const text = settings.maxDescriptionLength === 0 ? undefined : objectFieldText(name)
  return text === undefined
    ? { type: 'string' }
    : { description: cutDescription(text, settings.maxDescriptionLength), type: 'string' }
}
