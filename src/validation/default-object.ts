import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import { isFields, member, setMember, type JsonFields } from './json-kind.ts'
import { memberSchema } from './site.ts'

/*
 * What the API server makes of an object before it looks at it: it fills in defaults, drops what the schema does not
 * have, and then nulls that the schema does not take. All of this changes the given value, a copy.
 */

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

function isRefusedNull(value: unknown, { nullable }: JSONSchemaProps): boolean {
  return value === null && nullable !== true
}

function defaultOf({ default: value = null }: JSONSchemaProps): unknown {
  return copyJson(value)
}

/** A copy of what JSON carries; members without a value are left out. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copyJson(item ?? null))
  if (!isFields(value)) return value
  if (typeof value['toJSON'] === 'function') return copyJson(JSON.parse(JSON.stringify(value)))
  const copy: JsonFields = {}
  for (const [name, each] of Object.entries(value)) {
    if (each !== undefined && typeof each !== 'function') setMember(copy, name, copyJson(each))
  }
  return copy
}

const objectFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/** Drops what the schema does not have. Gives the paths of what was dropped, in order. */
export function dropUnknown(value: unknown, schema: JSONSchemaProps): string[] {
  const dropped: string[] = []
  const root = { ...schema, 'x-kubernetes-embedded-resource': true }
  dropFrom(value, root, { path: '', dropped })
  return dropped.sort()
}

interface Dropping {
  readonly path: string
  readonly dropped: string[]
}

function dropFrom(value: unknown, schema: JSONSchemaProps | undefined, at: Dropping): void {
  const isKept = schema?.['x-kubernetes-preserve-unknown-fields'] === true
  if (Array.isArray(value)) dropFromItems(value, schema, at)
  else if (isFields(value)) {
    for (const name of Object.keys(value)) {
      if (schema?.['x-kubernetes-embedded-resource'] === true && objectFields.has(name)) continue
      const own = schema && memberSchema(schema, name)
      const path = at.path === '' ? name : `${at.path}.${name}`
      const isMember = own !== undefined || (schema !== undefined && hasAnyMember(schema))
      if (isMember) dropFrom(member(value, name), own, { ...at, path })
      else if (!isKept) {
        at.dropped.push(path)
        delete value[name]
      }
    }
  }
}

/** `additionalProperties: true` keeps a member, but nothing inside of it. */
function hasAnyMember({ additionalProperties }: JSONSchemaProps): boolean {
  return additionalProperties !== undefined
}

function dropFromItems(
  list: readonly unknown[],
  schema: JSONSchemaProps | undefined,
  { path, dropped }: Dropping,
): void {
  const isKept = schema?.['x-kubernetes-preserve-unknown-fields'] === true
  for (const [index, item] of list.entries()) {
    const items = schema?.items
    const kept = isKept ? { ...items, 'x-kubernetes-preserve-unknown-fields': true } : items
    dropFrom(item, kept, { path: `${path}[${index}]`, dropped })
  }
}

/** Drops nulls from objects where the schema takes none and has no default for them. */
export function dropNulls(value: unknown, schema: JSONSchemaProps | undefined): void {
  if (Array.isArray(value)) {
    for (const item of value) dropNulls(item, schema?.items)
  } else if (isFields(value)) {
    for (const name of Object.keys(value)) {
      const own = schema && memberSchema(schema, name)
      const isRefused = own !== undefined && isRefusedNull(value[name], own)
      if (isRefused && (own.default ?? null) === null) delete value[name]
      else dropNulls(value[name], own)
    }
  }
}
