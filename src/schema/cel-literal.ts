import type { JsonValue } from '../apimachinery/json.ts'

/** A JSON value as CEL writes it. */
export function celLiteral(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map(celLiteral).join(', ')}]`
  return JSON.stringify(value)
}
