import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import { isDeepStrictEqual } from 'node:util'
import { scalarSchemas } from '../../kubernetes/scalar-schemas.ts'
import { patternMarker } from './keyword-markers.ts'
import type { PlannedNode, PlannedType } from './planned-type.ts'

/*
 * Types for values without parts: numbers by their brands, enums as unions, strings by their format.
 */

export function planScalar(schema: JSONSchemaProps): PlannedNode {
  if (schema['x-kubernetes-int-or-string'] === true) return planIntOrString(schema)
  switch (schema.type) {
    case 'string':
      return planString(schema)
    case 'integer':
    case 'number':
      return planNumber(schema)
    case 'boolean':
      return planBoolean(schema)
    default:
      return node(word('unknown'), { 'x-kubernetes-preserve-unknown-fields': true })
  }
}

function node(type: PlannedType, base: JSONSchemaProps): PlannedNode {
  return { type, base, markers: [] }
}

function word(text: string): PlannedType {
  return { kind: 'word', text }
}

/** A scalar of the entry `kops`, with the schema that it stands for. */
function scalar(name: keyof typeof scalarSchemas): PlannedNode {
  const base = scalarSchemas[name] as JSONSchemaProps
  return node({ kind: 'library', library: { module: 'kops', name } }, base)
}

function planIntOrString(schema: JSONSchemaProps): PlannedNode {
  const { pattern, allOf = [] } = schema
  const [first, second] = allOf.map((branch) => branch.pattern)
  if (first === quantityPattern && second !== undefined && allOf.length === 2) {
    return planNarrowedQuantity(second)
  }
  return scalar(pattern === quantityPattern ? 'Quantity' : 'IntOrString')
}

const quantityPattern = scalarSchemas['Quantity']?.pattern

/** A quantity with a pattern of its own: both hold, each in a branch. */
function planNarrowedQuantity(second: string): PlannedNode {
  const { type, base } = scalar('Quantity')
  const { pattern: first = '', ...rest } = base
  return {
    type,
    base: { ...rest, allOf: [{ pattern: first }, { pattern: second }] },
    markers: [patternMarker(second)],
  }
}

function planString(schema: JSONSchemaProps): PlannedNode {
  const { enum: values, format } = schema
  const words = values?.filter((value) => value !== null)
  if (isDistinct(words, (value) => typeof value === 'string')) {
    const literals = node({ kind: 'literals', values: words }, { type: 'string', enum: words })
    return words.length === values?.length ? literals : orNull(literals, schema)
  }
  if (format === 'date-time') {
    const time: PlannedType = { kind: 'library', library: { module: 'kops', name: 'Time' } }
    return node(time, { type: 'string', format })
  }
  return format === 'byte' ? scalar('Bytes') : node(word('string'), { type: 'string' })
}

/** An enum that lists null: what kops makes of the union is another schema, and the difference is said. */
function orNull({ type, base }: PlannedNode, { nullable }: JSONSchemaProps): PlannedNode {
  const said = nullable === true ? { ...base, nullable } : base
  return node({ kind: 'nullable', type }, said)
}

const brands: readonly string[] = ['Int32', 'Int64', 'Float', 'Double']

function planNumber(schema: JSONSchemaProps): PlannedNode {
  const { type = '', enum: values, format } = schema
  if (isDistinct(values, (value) => typeof value === 'number')) {
    const hasFraction = values.some((value) => !Number.isInteger(value))
    if (type === (hasFraction ? 'number' : 'integer')) {
      return node({ kind: 'literals', values }, { type, enum: values })
    }
  }
  const brand = brands.find((name) =>
    isDeepStrictEqual({ type, format }, { format: undefined, ...scalarSchemas[name] }),
  )
  if (brand !== undefined) return scalar(brand)
  if (type === 'integer') return scalar('Integer')
  // A plain number needs to say that it is meant.
  return { type: word('number'), base: { type }, markers: ['kubebuilder:validation:Type=number'] }
}

function planBoolean({ enum: values }: JSONSchemaProps): PlannedNode {
  const [value] = values ?? []
  return values?.length === 1 && typeof value === 'boolean'
    ? node({ kind: 'literals', values: [value] }, { type: 'boolean', enum: [value] })
    : node(word('boolean'), { type: 'boolean' })
}

function isDistinct<Value extends JsonValue>(
  values: readonly JsonValue[] | undefined,
  isOfType: (value: JsonValue) => value is Value,
): values is Value[] {
  return (
    values !== undefined &&
    values.length > 0 &&
    values.every(isOfType) &&
    new Set(values).size === values.length
  )
}
