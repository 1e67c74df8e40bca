import type { JsonValue } from '../../src/apimachinery/json.ts'

/** A value in the grammar of markers, for the argument types `any` and `anys`. */
export function renderValue(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `{${value.map(renderValue).join(', ')}}`
  if (value === null || typeof value !== 'object') return String(value)
  const entries = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${renderValue(item)}`,
  )
  return `{${entries.join(', ')}}`
}

/** A value as JSON, all digits kept. */
export function renderJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(renderJson).join(',')}]`
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}:${renderJson(item)}`,
  )
  return `{${entries.join(',')}}`
}
