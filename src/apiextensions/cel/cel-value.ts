import { celField, isCelField } from '../../apimachinery/cel-field.ts'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { isFields, jsonKindOf } from '../values/json-kind.ts'
import { memberSchema } from '../values/value-location.ts'

/** A value that rules see otherwise than kops can show it to them. */
export class UnseenValueError extends Error {
  override readonly name = 'UnseenValueError'
}

/**
 * A value as a rule sees it: integers apart from other numbers, objects with the fields that the schema has, under
 * the names that CEL can write.
 */
export function toCelValue(value: unknown, schema: JSONSchemaProps): unknown {
  switch (jsonKindOf(value)) {
    case 'null':
      throw new UnseenValueError('it holds a null')
    case 'integer':
      return schema.type === 'number' ? Number(value) : BigInt(value as number | bigint)
    case 'number':
      return Number(value)
    case 'array':
      return (value as readonly unknown[]).map((item) => toCelValue(item, schema.items ?? {}))
    case 'object':
      return isFields(value) ? toCelMap(value, schema) : value
    default:
      return value
  }
}

function toCelMap(
  fields: Readonly<Record<string, unknown>>,
  schema: JSONSchemaProps,
): Map<string, unknown> {
  const isMap = typeof schema.additionalProperties === 'object'
  const seen = new Map<string, unknown>()
  for (const [name, value] of Object.entries(fields)) {
    const own = memberSchema(schema, name)
    if (own === undefined || !(isMap || isCelField(name))) continue
    seen.set(isMap ? name : celField(name), toCelValue(value, own))
  }
  return seen
}
