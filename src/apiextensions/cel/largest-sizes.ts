import { member } from '../../apimachinery/json-members.ts'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'

/*
 * How large the values of a schema can be, as the API server reckons when it estimates what a rule costs:
 * what has no bound of its own is bounded by the largest request.
 */

/** Bytes of the largest request that the API server reads. */
const maxRequestBytes = 3 * 1024 * 1024

/** The same without the quotes, brackets or braces around the value. */
const maxContentBytes = maxRequestBytes - 2

/** Characters of one string in the largest request. */
const maxStringSize = maxContentBytes

/** Bytes that one character may take: a length is counted in characters, a request in bytes. */
const bytesPerCharacter = 4

/** Longest texts of the formats that the server turns into times, and the shortest, with their quotes. */
const timeFormats = new Map([
  ['duration', { longest: 32, shortest: 3 }],
  ['date', { longest: 12, shortest: 12 }],
  ['date-time', { longest: 32, shortest: 21 }],
])

/** Whether rules see the text as a time or a span of time. */
export function isTime({ type, format }: JSONSchemaProps): boolean {
  return type === 'string' && timeFormats.has(format ?? '')
}

/** Characters, items or entries that a value has at most. Objects with fields and numbers count as 0. */
export function largestSize(schema: JSONSchemaProps): number {
  if (schema['x-kubernetes-int-or-string'] === true) return largestText(schema)
  if (schema.type === 'string') return largestString(schema)
  if (schema.type === 'array') {
    // A comma behind each item.
    return schema.maxItems ?? Math.floor(maxContentBytes / (smallestBytes(schema.items ?? {}) + 1))
  }
  const values = valuesOf(schema)
  if (values === undefined) return 0
  // A key of two bytes with its quotes, a colon and a comma beside each value.
  return schema.maxProperties ?? Math.floor(maxContentBytes / (smallestBytes(values) + 6))
}

/** Whether a bound of its own would make the value smaller. */
export function lacksBound(schema: JSONSchemaProps): boolean {
  if (schema.type === 'array') return schema.maxItems === undefined
  if (valuesOf(schema) !== undefined) return schema.maxProperties === undefined
  return largestSize(schema) === maxStringSize
}

/** What the values of a map look like; undefined where the schema is no map. */
export function valuesOf({
  type,
  additionalProperties,
}: JSONSchemaProps): JSONSchemaProps | undefined {
  return type === 'object' && typeof additionalProperties === 'object'
    ? additionalProperties
    : undefined
}

/** How often a value can stand in one object where no list or map around it is bounded. */
export function largestCount(schema: JSONSchemaProps): number {
  return Math.floor(maxRequestBytes / (smallestBytes(schema) + 1))
}

function largestString(schema: JSONSchemaProps): number {
  const time = timeFormats.get(schema.format ?? '')
  if (time !== undefined) return time.longest
  if (schema.format === 'byte') return schema.maxLength ?? maxStringSize
  if (schema.maxLength !== undefined || schema.enum === undefined) return largestText(schema)
  const lengths = schema.enum.map((value) =>
    typeof value === 'string' ? Buffer.byteLength(value) : 0,
  )
  return Math.max(...lengths)
}

function largestText({ maxLength }: JSONSchemaProps): number {
  return maxLength === undefined ? maxStringSize : maxLength * bytesPerCharacter
}

/** Bytes of the shortest JSON of a value. */
function smallestBytes(schema: JSONSchemaProps): number {
  if (schema['x-kubernetes-int-or-string'] === true) return 1
  switch (schema.type) {
    case 'string':
      return timeFormats.get(schema.format ?? '')?.shortest ?? 2
    case 'boolean':
      return 4
    case 'integer':
    case 'number':
      return 1
    default:
      return 2 + requiredBytes(schema)
  }
}

/** A required field that has no default: its name with quotes, a colon, a comma and its own value. */
function requiredBytes(schema: JSONSchemaProps): number {
  if (valuesOf(schema) !== undefined) return 0
  return (schema.required ?? [])
    .map((name) => ({ name, property: member(schema.properties, name) }))
    .map(({ name, property }) =>
      property === undefined || property.default !== undefined
        ? 0
        : Buffer.byteLength(name) + smallestBytes(property) + 4,
    )
    .reduce((sum, bytes) => sum + bytes, 0)
}
