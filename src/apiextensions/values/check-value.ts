import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { invalid, notSupported, required, tooMany } from '../../apimachinery/field-error.ts'
import { renderJson } from '../../apimachinery/json-text.ts'
import { checkChoices } from './check-choices.ts'
import { checkFormat, checkNumber, checkText } from './check-scalars.ts'
import { Findings } from './findings.ts'
import { isFields, isSameJson, jsonKindOf, member, type JsonFields } from './json-kind.ts'
import { checkType, formatOf, typesOf } from './schema-types.ts'
import {
  entryLocation,
  fieldAt,
  itemLocation,
  propertyLocation,
  type ValueLocation,
} from './value-location.ts'

/*
 * What the API server checks by the schema alone: its checks in its order and in its words, since it shows of a
 * union the branch that most of them are well with. Start reading at `checkValue`.
 */

/** Holds a value against a schema. What has not changed since before an update is not held against it. */
export function checkCorrelated(
  value: unknown,
  schema: JSONSchemaProps,
  location: ValueLocation,
): Findings {
  const found = checkValue(value, schema, location)
  if (found.isValid || location.before === undefined) return found
  if (!isSameJson(value ?? null, location.before.value ?? null)) return found
  found.errors.length = 0
  return found
}

/** Holds a value against a schema. */
export function checkValue(
  value: unknown,
  schema: JSONSchemaProps,
  location: ValueLocation,
): Findings {
  const found = new Findings()
  const { path } = location
  const kind = jsonKindOf(value)
  if (kind === 'null') {
    return found.merge(checkType(value, schema, path)).merge(checkEnum(value, schema, path))
  }
  if (typesOf(schema).length > 0 || formatOf(schema) !== '') {
    found.merge(checkType(value, schema, path)).count()
  }
  const judge = (branch: JSONSchemaProps): Findings => checkValue(value, branch, location)
  found.merge(checkChoices(schema, path, judge)).count()
  if (typeof value === 'string') {
    found.merge(checkText(value, schema, path)).count()
    if (formatOf(schema) !== '') found.merge(checkFormat(value, schema, path)).count()
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    found.merge(checkNumber(value, schema, path)).count()
  }
  if (Array.isArray(value)) found.merge(checkList(value, schema, location)).count()
  found.merge(checkEnum(value, schema, path)).count()
  if (isFields(value)) found.merge(checkObject(value, schema, location)).count()
  return found.count()
}

function checkEnum(value: unknown, schema: JSONSchemaProps, path: string): Findings {
  const found = new Findings()
  const values: readonly unknown[] = schema.enum ?? []
  if (values.length === 0 || values.some((each) => isMember(value, each))) return found
  const shown = values.map((each) => (typeof each === 'string' ? each : renderJson(each)))
  return found.add(notSupported(fieldAt(path), value ?? null, shown))
}

/** The server converts a number to the kind of the enumerated one before it compares them. */
function isMember(value: unknown, enumerated: unknown): boolean {
  if (value === null || value === undefined || enumerated === null) return false
  const isCut = jsonKindOf(value) === 'number' && jsonKindOf(enumerated) === 'integer'
  return isSameJson(isCut ? Math.trunc(Number(value)) : value, enumerated)
}

function checkList(
  list: readonly unknown[],
  schema: JSONSchemaProps,
  location: ValueLocation,
): Findings {
  const found = new Findings()
  const { items, minItems, maxItems } = schema
  const { path } = location
  if (items !== undefined) {
    for (const [index, item] of list.entries()) {
      found.merge(checkCorrelated(item, items, itemLocation(location, index, item)))
    }
  }
  const size = list.length
  if (minItems !== undefined && size < minItems) {
    const detail = `${path} in body should have at least ${minItems} items`
    found.add(invalid(fieldAt(path), size, detail))
  }
  if (maxItems !== undefined && size > maxItems) {
    found.add(tooMany(fieldAt(path), size, maxItems))
  }
  return found.count()
}

function checkObject(
  fields: JsonFields,
  schema: JSONSchemaProps,
  location: ValueLocation,
): Findings {
  const found = new Findings()
  const { path } = location
  const { properties = {}, minProperties, maxProperties } = schema
  const size = Object.keys(fields).length
  if (minProperties !== undefined && size < minProperties) {
    const detail = `${path} in body should have at least ${minProperties} properties`
    found.add(invalid(fieldAt(path), size, detail))
  }
  if (maxProperties !== undefined && size > maxProperties) {
    found.add(tooMany(fieldAt(path), size, maxProperties))
  }
  found.merge(checkEntries(fields, schema, location))
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(fields, name)) continue
    const own = path === '' && isTypeMeta(name) ? { path: name } : propertyLocation(location, name)
    found.merge(checkCorrelated(member(fields, name), property, own))
  }
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(fields, name)) found.add(required(fieldAt(`${path}.${name}`)))
  }
  return found
}

function isTypeMeta(name: string): boolean {
  return name === 'apiVersion' || name === 'kind'
}

/** The members that are no named properties. */
function checkEntries(
  fields: JsonFields,
  schema: JSONSchemaProps,
  location: ValueLocation,
): Findings {
  const found = new Findings()
  const { properties = {}, additionalProperties } = schema
  if (additionalProperties === undefined || additionalProperties === true) return found
  for (const [name, value] of Object.entries(fields)) {
    if (Object.hasOwn(properties, name)) continue
    if (additionalProperties === false) {
      const detail = `${location.path}.${name} in body is a forbidden property`
      found.add(invalid(fieldAt(location.path), name, detail))
    } else found.merge(checkCorrelated(value, additionalProperties, entryLocation(location, name)))
  }
  return found
}
