import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { cutDescription } from '../descriptions.ts'
import type { SchemaContext } from '../schema-context.ts'

const known = new WeakMap<SchemaContext, Map<number, WeakMap<JSONSchemaProps, JSONSchemaProps>>>()

/**
 * A schema with every description, its own included, cut to a length; 0 drops them. A part that is used
 * in many places is cut once, so that it stays one part.
 */
export function cutDescriptions(
  schema: JSONSchemaProps,
  length: number,
  context: SchemaContext,
): JSONSchemaProps {
  const byLength =
    known.get(context) ?? new Map<number, WeakMap<JSONSchemaProps, JSONSchemaProps>>()
  known.set(context, byLength)
  const cut = byLength.get(length) ?? new WeakMap<JSONSchemaProps, JSONSchemaProps>()
  byLength.set(length, cut)
  return cutNode(schema, { length, cut, context })
}

interface Cutting {
  readonly length: number
  readonly cut: WeakMap<JSONSchemaProps, JSONSchemaProps>
  readonly context: SchemaContext
}

function cutNode(schema: JSONSchemaProps, cutting: Cutting): JSONSchemaProps {
  const done = cutting.cut.get(schema)
  if (done !== undefined) return done
  const { description, ...rest } = schema
  const node: JSONSchemaProps = rest
  const text = cutDescription(description ?? '', cutting.length)
  if (text !== '') node.description = text
  if (node.items !== undefined) node.items = cutNode(node.items, cutting)
  if (typeof node.additionalProperties === 'object') {
    node.additionalProperties = cutNode(node.additionalProperties, cutting)
  }
  if (node.properties !== undefined) {
    node.properties = Object.fromEntries(
      Object.entries(node.properties).map(([name, child]) => [name, cutNode(child, cutting)]),
    )
  }
  cutting.context.origins.continue(schema, node)
  cutting.cut.set(schema, node)
  return node
}
