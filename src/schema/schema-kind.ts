import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../apimachinery/json.ts'
import { jsonKindOf } from '../apiextensions/values/json-kind.ts'

/** What a schema admits, in one word. */
export type SchemaKind =
  'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'int-or-string' | 'any'

const words: Readonly<Record<SchemaKind, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  'int-or-string': 'an integer or a string',
  any: 'any value',
}

/** The types that a schema can have. */
const schemaTypes = ['array', 'boolean', 'integer', 'number', 'object', 'string'] as const

function isSchemaType(text: string): text is (typeof schemaTypes)[number] {
  return schemaTypes.some((type) => type === text)
}

/** The kind of values that a schema admits. */
export function schemaKindOf(schema: JSONSchemaProps): SchemaKind {
  if (schema['x-kubernetes-int-or-string'] === true) return 'int-or-string'
  return schema.type !== undefined && isSchemaType(schema.type) ? schema.type : 'any'
}

/** A kind as a message says it: `an integer`. */
export function describeKind(kind: SchemaKind): string {
  return words[kind]
}

/** Returns whether a JSON value is of a kind. */
export function isOfKind(value: JsonValue, kind: SchemaKind): boolean {
  const own = jsonKindOf(value)
  if (kind === 'any') return true
  if (kind === 'int-or-string') return own === 'integer' || own === 'string'
  return own === kind || (kind === 'number' && own === 'integer')
}
