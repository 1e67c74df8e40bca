import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { isFields, member } from './json-kind.ts'
import { isRefusedNull } from './nullability.ts'
import { memberSchema } from './value-location.ts'

const objectFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/** Drops from an object of a kind what its schema does not have. Returns the paths of what was dropped, in order. */
export function dropUnknown(object: unknown, schema: JSONSchemaProps): string[] {
  return dropUnknownWithin(object, { ...schema, 'x-kubernetes-embedded-resource': true }, '')
}

/** Drops from a value at a path what its schema does not have. Returns the paths of what was dropped, in order. */
export function dropUnknownWithin(value: unknown, schema: JSONSchemaProps, path: string): string[] {
  const dropped: string[] = []
  dropFrom(value, schema, { path, dropped })
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
