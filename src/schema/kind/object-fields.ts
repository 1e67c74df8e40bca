import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { objectFieldText } from '../../kubernetes/library.ts'
import type { ObjectType, PropertyModel } from '../../typemodel/model.ts'
import { cutDescription } from '../descriptions.ts'
import { applyLevel } from '../levels.ts'
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
  { name, comments, optional, owner, span }: PropertyModel,
  base: JSONSchemaProps,
  context: SchemaContext,
): BuiltField {
  const content = context.read(comments, 'field')
  const isMarked = (marker: string): boolean =>
    content.markers.some(({ definition }) => definition.name === marker)
  if (isMarked('kubebuilder:validation:Schemaless')) {
    return { name, schema: undefined, required: false }
  }
  const subject = owner === undefined ? name : `${owner}.${name}`
  const marked = context.origins.mark({ ...base }, { span, subject })
  const presence = { name, optional, nullable: false }
  const { schema } = applyLevel(marked, { content, subject, presence }, context)
  return { name, schema, required: isMarked('required') }
}

function standardField(name: ObjectField, { settings }: SchemaContext): JSONSchemaProps {
  if (name === 'metadata') return { type: 'object' }
  const text = settings.maxDescriptionLength === 0 ? undefined : objectFieldText(name)
  return text === undefined
    ? { type: 'string' }
    : { description: cutDescription(text, settings.maxDescriptionLength), type: 'string' }
}
