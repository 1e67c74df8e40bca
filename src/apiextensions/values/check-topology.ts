import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { duplicate, invalid, type FieldError } from '../../apimachinery/field-error.ts'
import { isFields, isSameJson, member, setMember, type JsonFields } from './json-kind.ts'

/** Items that lists of type `set` have twice, and keys that lists of type `map` have twice. */
export function checkTopology(value: unknown, schema: JSONSchemaProps, path: string): FieldError[] {
  if (Array.isArray(value)) return checkList(value, schema, path)
  if (!isFields(value)) return []
  const { properties = {}, additionalProperties } = schema
  return Object.entries(value).flatMap(([name, each]) => {
    const errors: FieldError[] = []
    if (typeof additionalProperties === 'object') {
      errors.push(...checkTopology(each, additionalProperties, `${path}[${name}]`))
    }
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    const child = path === '' ? name : `${path}.${name}`
    if (own !== undefined) errors.push(...checkTopology(each, own, child))
    return errors
  })
}

function checkList(list: readonly unknown[], schema: JSONSchemaProps, path: string): FieldError[] {
  const { items } = schema
  const inner =
    items === undefined
      ? []
      : list.flatMap((item, index) => checkTopology(item, items, `${path}[${index}]`))
  const type = schema['x-kubernetes-list-type']
  if (type === 'set') return [...checkSet(list, path), ...inner]
  return type === 'map' ? [...checkMap(list, schema, path), ...inner] : inner
}

/** What is there a second time is told once. */
function checkSet(list: readonly unknown[], path: string): FieldError[] {
  return repeated(list).map((index) => duplicate(`${path}[${index}]`, list[index]))
}

function repeated(list: readonly unknown[]): number[] {
  return list.flatMap((value, index) => {
    const earlier = list.slice(0, index).filter((each) => isSameJson(each, value)).length
    return earlier === 1 ? [index] : []
  })
}

function checkMap(list: readonly unknown[], schema: JSONSchemaProps, path: string): FieldError[] {
  const wrong = list.findIndex((item) => item !== null && !isFields(item))
  if (wrong >= 0) {
    const detail = 'must be an object for an array of list-type map'
    return [invalid(`${path}[${wrong}]`, list[wrong], detail)]
  }
  const names = schema['x-kubernetes-list-map-keys'] ?? []
  const keys = list.map((item) => keysOf(item, names))
  return repeated(keys).map((index) => duplicate(`${path}[${index}]`, keys[index]))
}

function keysOf(item: unknown, names: readonly string[]): JsonFields {
  const keys: JsonFields = {}
  if (!isFields(item)) return keys
  for (const name of names) {
    if (Object.hasOwn(item, name)) setMember(keys, name, member(item, name))
  }
  return keys
}
