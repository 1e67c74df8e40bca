import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'

/** What of a schema the TypeScript type of its values shows, so that equal shapes assign to each other. */
export interface SchemaShape {
  readonly type: string
  readonly enum: readonly unknown[] | undefined
  readonly isNullable: boolean
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, SchemaShape>>
  readonly items: SchemaShape | undefined
  readonly values: SchemaShape | boolean | undefined
  readonly branches: readonly SchemaShape[]
}

/** Leaves out what no type shows: prose, bounds, defaults, rules. */
export function shapeOf(schema: JSONSchemaProps): SchemaShape {
  const { properties = {}, additionalProperties, oneOf = [], anyOf = [] } = schema
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  return {
    type: isIntOrString ? 'int-or-string' : (schema.type ?? 'any'),
    enum: schema.enum,
    isNullable: schema.nullable === true,
    required: (schema.required ?? []).toSorted(),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, shapeOf(each)]),
    ),
    items: schema.items && shapeOf(schema.items),
    values:
      typeof additionalProperties === 'object'
        ? shapeOf(additionalProperties)
        : additionalProperties,
    branches: [...oneOf, ...anyOf].map(shapeOf),
  }
}
