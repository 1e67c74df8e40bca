import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'

/** A copy of a schema with every node that holds values changed, outermost last. */
export function mapSchema(
  schema: JSONSchemaProps,
  change: (node: JSONSchemaProps) => JSONSchemaProps,
): JSONSchemaProps {
  const copy: JSONSchemaProps = { ...schema }
  if (schema.items !== undefined) copy.items = mapSchema(schema.items, change)
  if (typeof schema.additionalProperties === 'object') {
    copy.additionalProperties = mapSchema(schema.additionalProperties, change)
  }
  if (schema.properties !== undefined) {
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        mapSchema(property, change),
      ]),
    )
  }
  return change(copy)
}
