import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'

/** The schema with each of its inner schemas, branches of unions among them, replaced. */
export function mapSchemas(
  schema: JSONSchemaProps,
  change: (inner: JSONSchemaProps) => JSONSchemaProps,
): JSONSchemaProps {
  const { items, properties, additionalProperties, allOf, anyOf, oneOf, not } = schema
  const mapped = { ...schema }
  if (items !== undefined) mapped.items = change(items)
  if (properties !== undefined) {
    mapped.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, change(property)]),
    )
  }
  if (typeof additionalProperties === 'object') {
    mapped.additionalProperties = change(additionalProperties)
  }
  if (allOf !== undefined) mapped.allOf = allOf.map(change)
  if (anyOf !== undefined) mapped.anyOf = anyOf.map(change)
  if (oneOf !== undefined) mapped.oneOf = oneOf.map(change)
  if (not !== undefined) mapped.not = change(not)
  return mapped
}
