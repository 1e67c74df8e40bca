import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'

/** The value as JSON; fields without a value are left out. */
export function toJson(value: unknown): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return value
    case 'object': {
      if (value === null) return null
      if (Array.isArray(value)) return value.map(toJson)
      const fields = Object.entries(value).filter(([, field]) => field !== undefined)
      return Object.fromEntries(fields.map(([name, field]) => [name, toJson(field)]))
    }
    default:
      throw new TypeError(`a ${typeof value} is no JSON`)
  }
}

/** Whether the value is an object rather than a list or a scalar. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
