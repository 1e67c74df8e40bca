import { member } from '../../apimachinery/json-members.ts'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { objectMeta } from './object-meta.ts'

/*
 * A structural schema as JSON Schema of draft 7, such as editors read it. It admits what the API server would take
 * from someone who means what is written: an unknown field is a mistake, though the server drops it silently.
 */

/** Formats that mean the same to both. */
const sharedFormats: ReadonlySet<string> = new Set(['date', 'date-time', 'email', 'ipv4', 'ipv6'])

const integerBounds: Readonly<Record<string, { minimum: number; maximum: number }>> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
}

/** The JSON Schema of one node. */
export function toJsonSchema(schema: JSONSchemaProps): JsonObject {
  return {
    ...renderTexts(schema),
    ...renderType(schema),
    ...renderBounds(schema),
    ...renderMembers(schema),
    ...renderChoices(schema),
  }
}

function renderTexts({ title, description, default: value, example }: JSONSchemaProps): JsonObject {
  return present({
    title,
    description,
    default: value,
    examples: example === undefined ? undefined : [example],
  })
}

function renderType(schema: JSONSchemaProps): JsonObject {
  const { type, nullable, format = '', pattern, enum: values } = schema
  const types =
    schema['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : [type ?? []].flat()
  if (nullable === true && types.length > 0) types.push('null')
  return present({
    type: types.length > 1 ? types : types[0],
    enum: values,
    format: sharedFormats.has(format) ? format : undefined,
    contentEncoding: format === 'byte' ? 'base64' : undefined,
    pattern: pattern !== undefined && isPortable(pattern) ? pattern : undefined,
  })
}

/** Whether a pattern of RE2 is one of JavaScript as well; editors know no other. */
function isPortable(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    // What cannot be said is left to the API server.
    return false
  }
}

function renderBounds(schema: JSONSchemaProps): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format = '' } = schema
  const own = schema.type === 'integer' ? integerBounds[format] : undefined
  return present({
    ...own,
    ...(exclusiveMinimum === true ? { exclusiveMinimum: minimum } : present({ minimum })),
    ...(exclusiveMaximum === true ? { exclusiveMaximum: maximum } : present({ maximum })),
    multipleOf: schema.multipleOf,
    minLength: schema.minLength,
    maxLength: schema.maxLength,
    minItems: schema.minItems,
    maxItems: schema.maxItems,
    minProperties: schema.minProperties,
    maxProperties: schema.maxProperties,
    uniqueItems: schema['x-kubernetes-list-type'] === 'set' ? true : undefined,
  })
}

function renderMembers(schema: JSONSchemaProps): JsonObject {
  const { items, properties, additionalProperties } = schema
  const embedded: Record<string, JSONSchemaProps> =
    schema['x-kubernetes-embedded-resource'] === true
      ? { apiVersion: { type: 'string' }, kind: { type: 'string' } }
      : {}
  const all = { ...embedded, ...properties }
  const isEmbedded = Object.keys(embedded).length > 0
  const fields = mapValues(all, toJsonSchema)
  return present({
    items: items && toJsonSchema(items),
    properties:
      Object.keys(all).length === 0
        ? undefined
        : isEmbedded
          ? { ...fields, metadata: objectMeta }
          : fields,
    required: requiredOf(schema, Object.keys(embedded)),
    additionalProperties:
      typeof additionalProperties === 'object'
        ? toJsonSchema(additionalProperties)
        : additionalProperties === true || isOpen(schema)
          ? undefined
          : false,
  })
}

/** What is filled in by the server need not be written. */
function requiredOf(
  { required = [], properties = {} }: JSONSchemaProps,
  own: readonly string[],
): string[] | undefined {
  const names = [...own, ...required].filter(
    (name) => member(properties, name)?.default === undefined,
  )
  return names.length === 0 ? undefined : [...new Set(names)]
}

/** Whether a value may have fields that the schema does not name; only objects have any. */
function isOpen(schema: JSONSchemaProps): boolean {
  return schema.type !== 'object' || schema['x-kubernetes-preserve-unknown-fields'] === true
}

/** Branches say what the node itself does not; what they do not mention is none of their business. */
function renderChoices(schema: JSONSchemaProps): JsonObject {
  const { allOf, anyOf, oneOf, not } = schema
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  return present({
    allOf: allOf?.map(renderBranch),
    anyOf: isIntOrString ? undefined : anyOf?.map(renderBranch),
    oneOf: oneOf?.map(renderBranch),
    not: not && renderBranch(not),
  })
}

function renderBranch(branch: JSONSchemaProps): JsonObject {
  const { items, properties, required, additionalProperties } = branch
  return {
    ...renderType(branch),
    ...renderBounds(branch),
    ...present({
      items: items && renderBranch(items),
      properties: properties && mapValues(properties, renderBranch),
      required,
      additionalProperties:
        typeof additionalProperties === 'object' ? renderBranch(additionalProperties) : undefined,
    }),
    ...renderChoices(branch),
  }
}

function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

function present(values: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const entries = Object.entries(values).filter(
    (entry): entry is [string, JsonValue] => entry[1] !== undefined,
  )
  return Object.fromEntries(entries)
}
