import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { isFields, isSameJson, jsonKindOf, member, type JsonFields } from './json-kind.ts'

/** Where a value stands, and what stood there before an update. */
export interface ValueLocation {
  /** As the API server builds it: `spec.ports[0].name`; empty at the root. */
  readonly path: string
  /** Absent on creation, and where it is unknown which old value is meant. */
  readonly before?: Before | undefined
}

/** The old value of a place, and the schema by which the places in it are found again. */
export interface Before {
  readonly value: unknown
  readonly schema: JSONSchemaProps
}

/** The location of a named property. */
export function propertyLocation({ path, before }: ValueLocation, name: string): ValueLocation {
  return { path: path === '' ? name : `${path}.${name}`, before: beforeMember(before, name) }
}

/** The location of an entry of a map. */
export function entryLocation({ path, before }: ValueLocation, name: string): ValueLocation {
  return { path: `${path}.${name}`, before: beforeMember(before, name) }
}

/** The location of a list's item. */
export function itemLocation(
  { path, before }: ValueLocation,
  index: number,
  item: unknown,
): ValueLocation {
  return { path: `${path}[${index}]`, before: beforeItem(before, item) }
}

/** The field of an error at a path; the object as a whole has none. */
export function fieldAt(path: string): string {
  return path.replace(/^\./, '') || '<nil>'
}

function beforeMember(before: Before | undefined, name: string): Before | undefined {
  if (before === undefined || !isFields(before.value)) return undefined
  const schema = memberSchema(before.schema, name)
  return schema && { value: member(before.value, name), schema }
}

/** The schema of a member: its own, else that of all entries. */
export function memberSchema(schema: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  const { properties = {}, additionalProperties } = schema
  if (Object.hasOwn(properties, name)) return properties[name]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** Only the items of a list that is a map can be found again. */
function beforeItem(before: Before | undefined, item: unknown): Before | undefined {
  const { schema, value } = before ?? {}
  if (schema?.items === undefined || schema['x-kubernetes-list-type'] !== 'map') return undefined
  const old = findByKeys(value, item, schema)
  return old && { value: old, schema: schema.items }
}

/** The item of a list that has the keys of another. */
export function findByKeys(
  list: unknown,
  item: unknown,
  schema: JSONSchemaProps,
): JsonFields | undefined {
  if (!Array.isArray(list) || !isFields(item)) return undefined
  const items: readonly unknown[] = list
  return items.find((each): each is JsonFields => isFields(each) && hasSameKeys(each, item, schema))
}

function hasSameKeys(
  left: JsonFields,
  right: JsonFields,
  { items, ...list }: JSONSchemaProps,
): boolean {
  return (list['x-kubernetes-list-map-keys'] ?? []).every((key) => {
    const fallback = member(items?.properties, key)?.default ?? null
    return isSameJson(keyOf(left, key, fallback), keyOf(right, key, fallback))
  })
}

function keyOf(item: JsonFields, key: string, fallback: unknown): unknown {
  const value = member(item, key)
  return jsonKindOf(value) === 'null' ? fallback : value
}
