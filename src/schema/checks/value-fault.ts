import { isDeepStrictEqual } from 'node:util'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { describeKind, schemaKindOf, type SchemaKind } from '../schema-kind.ts'

/*
 * Why a schema refuses a value, as the API server would for a default: unknown fields are faults too,
 * since a default must hold nothing that would be pruned. Patterns and rules are left to others.
 */

/** What is wrong with a value: the way to it, and the problem. */
export interface ValueFault {
  /** From the value on: `.p.name`, empty for the value itself. */
  readonly path: string
  readonly problem: string
}

/** The first fault of a value; undefined where the schema admits it. */
export function findFault(
  value: JsonValue,
  schema: JSONSchemaProps,
  path = '',
): ValueFault | undefined {
  if (value === null) {
    return schema.nullable === true || schemaKindOf(schema) === 'any'
      ? undefined
      : { path, problem: 'it cannot be null' }
  }
  const kind = schemaKindOf(schema)
  if (!isOfKind(value, kind)) return { path, problem: `it must be ${describeKind(kind)}` }
  return (
    enumFault(value, schema, path) ??
    boundFault(value, schema, path) ??
    textFault(value, schema, path) ??
    listFault(value, schema, path) ??
    objectFault(value, schema, path) ??
    choiceFault(value, schema, path)
  )
}

/** Whether a JSON value is of a kind. */
export function isOfKind(value: JsonValue, kind: SchemaKind): boolean {
  switch (kind) {
    case 'string':
    case 'boolean':
      return typeof value === kind
    case 'integer':
      return isInteger(value)
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
    case 'int-or-string':
      return typeof value === 'string' || isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'any':
      return true
  }
}

function isInteger(value: JsonValue): boolean {
  return typeof value === 'bigint' || Number.isInteger(value)
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as a message shows it. */
export function shownValue(value: JsonValue): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? Number(each) : each,
  )
}

function enumFault(
  value: JsonValue,
  schema: JSONSchemaProps,
  path: string,
): ValueFault | undefined {
  if (schema.enum === undefined || schema.enum.some((each) => isDeepStrictEqual(each, value))) {
    return undefined
  }
  return { path, problem: `it must be one of ${schema.enum.map(shownValue).join(', ')}` }
}

const formatRanges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
}

function boundFault(
  value: JsonValue,
  schema: JSONSchemaProps,
  path: string,
): ValueFault | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const problem = rangeProblem(value, schema) ?? formatProblem(value, schema)
  return problem === undefined ? undefined : { path, problem }
}

function rangeProblem(value: number | bigint, schema: JSONSchemaProps): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (minimum !== undefined && (exclusiveMinimum === true ? value <= minimum : value < minimum)) {
    return `it is below the minimum ${minimum}`
  }
  if (maximum !== undefined && (exclusiveMaximum === true ? value >= maximum : value > maximum)) {
    return `it is above the maximum ${maximum}`
  }
  return undefined
}

function formatProblem(
  value: number | bigint,
  { format = '', multipleOf }: JSONSchemaProps,
): string | undefined {
  const [least, greatest] = formatRanges[format] ?? []
  if (least !== undefined && greatest !== undefined && (value < least || value > greatest)) {
    return `it does not fit ${format}`
  }
  return multipleOf !== undefined && Number(value) % Number(multipleOf) !== 0
    ? `it is no multiple of ${multipleOf}`
    : undefined
}

function textFault(
  value: JsonValue,
  schema: JSONSchemaProps,
  path: string,
): ValueFault | undefined {
  if (typeof value !== 'string') return undefined
  return sizeFault([...value].length, {
    least: schema.minLength,
    greatest: schema.maxLength,
    of: 'characters',
    path,
  })
}

function sizeFault(
  size: number,
  bounds: { least: number | undefined; greatest: number | undefined; of: string; path: string },
): ValueFault | undefined {
  const { least, greatest, of, path } = bounds
  if (least !== undefined && size < least) {
    return { path, problem: `it has ${size} ${of}, at least ${least} are needed` }
  }
  return greatest !== undefined && size > greatest
    ? { path, problem: `it has ${size} ${of}, at most ${greatest} are allowed` }
    : undefined
}

function listFault(
  value: JsonValue,
  schema: JSONSchemaProps,
  path: string,
): ValueFault | undefined {
  if (!Array.isArray(value)) return undefined
  const items: readonly JsonValue[] = value
  const fault = sizeFault(items.length, {
    least: schema.minItems,
    greatest: schema.maxItems,
    of: 'items',
    path,
  })
  if (fault !== undefined || schema.items === undefined) return fault
  for (const [index, item] of items.entries()) {
    const inner = findFault(item, schema.items, `${path}[${index}]`)
    if (inner !== undefined) return inner
  }
  return undefined
}

function objectFault(
  value: JsonValue,
  schema: JSONSchemaProps,
  path: string,
): ValueFault | undefined {
  if (!isObject(value)) return undefined
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) {
    return { path, problem: `the required field \`${missing}\` is missing` }
  }
  for (const [name, child] of Object.entries(value)) {
    const inner = fieldFault(child, schema, { name, path })
    if (inner !== undefined) return inner
  }
  return sizeFault(Object.keys(value).length, {
    least: schema.minProperties,
    greatest: schema.maxProperties,
    of: 'fields',
    path,
  })
}

function fieldFault(
  value: JsonValue,
  schema: JSONSchemaProps,
  { name, path }: { name: string; path: string },
): ValueFault | undefined {
  const own =
    schema.properties && Object.hasOwn(schema.properties, name)
      ? schema.properties[name]
      : undefined
  if (own !== undefined) return findFault(value, own, `${path}.${name}`)
  const isMap = typeof schema.additionalProperties === 'object'
  if (isMap)
    return findFault(value, schema.additionalProperties as JSONSchemaProps, `${path}.${name}`)
  const isKept =
    schema.additionalProperties === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    schema['x-kubernetes-embedded-resource'] === true ||
    schema.type === undefined
  return isKept ? undefined : { path, problem: `there is no field \`${name}\`` }
}

/** Branches judge alone: what they do not mention is not unknown to them. */
function choiceFault(
  value: JsonValue,
  schema: JSONSchemaProps,
  path: string,
): ValueFault | undefined {
  const admits = (branch: JSONSchemaProps): boolean => findFault(value, branch) === undefined
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  const { oneOf, not } = schema
  const anyOf = isIntOrString ? undefined : schema.anyOf
  const allOf = (schema.allOf ?? []).filter(
    (branch) => !isIntOrString || branch.anyOf === undefined,
  )
  const fits =
    (oneOf === undefined || oneOf.filter(admits).length === 1) &&
    (anyOf === undefined || anyOf.some(admits)) &&
    allOf.every(admits) &&
    (not === undefined || !admits(not))
  return fits ? undefined : { path, problem: 'it fits no branch of the union' }
}
