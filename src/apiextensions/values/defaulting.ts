import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { copyJson, isFields, setMember, type JsonFields } from './json-kind.ts'
import { isRefusedNull } from './nullability.ts'
import { memberSchema } from './value-location.ts'

/** Fills in defaults, from the outside in. */
export function fillDefaults(value: unknown, schema: JSONSchemaProps): void {
  if (Array.isArray(value)) fillItems(value, schema)
  else if (isFields(value)) fillMembers(value, schema)
}

function fillItems(list: unknown[], { items }: JSONSchemaProps): void {
  if (items === undefined) return
  for (const [index, item] of list.entries()) {
    if (isRefusedNull(item, items)) list[index] = defaultOf(items)
    fillDefaults(list[index], items)
  }
}

function fillMembers(fields: JsonFields, schema: JSONSchemaProps): void {
  const { properties = {}, additionalProperties } = schema
  for (const [name, property] of Object.entries(properties)) {
    if (property.default === undefined || property.default === null) continue
    const isFilled = Object.hasOwn(fields, name) && !isRefusedNull(fields[name], property)
    if (!isFilled) setMember(fields, name, defaultOf(property))
  }
  for (const name of Object.keys(fields)) {
    const own = memberSchema(schema, name)
    if (own === undefined) continue
    if (own === additionalProperties && isRefusedNull(fields[name], own)) {
      setMember(fields, name, defaultOf(own))
    }
    fillDefaults(fields[name], own)
  }
}

function defaultOf({ default: value = null }: JSONSchemaProps): unknown {
  return copyJson(value)
}
