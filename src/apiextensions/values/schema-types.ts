import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { typeInvalid } from '../../apimachinery/field-error.ts'
import { isCheckedFormat } from '../formats.ts'
import { jsonKindOf, type JsonKind } from './json-kind.ts'
import { Findings } from './findings.ts'
import { fieldAt } from './value-location.ts'

/** The types that a schema admits. */
export function typesOf({ type, ...schema }: JSONSchemaProps): readonly string[] {
  if (schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string']
  return type === undefined || type === '' ? [] : [type]
}

/** Returns the format as far as the API server keeps it: one that it does not know for the type says nothing. */
export function formatOf(schema: JSONSchemaProps): string {
  const { format = '' } = schema
  const types = typesOf(schema)
  return isCheckedFormat(format, types.length === 1 ? types[0] : '') ? format : ''
}

/** What the server calls the format of numbers that it has read. */
const readFormats: Partial<Record<JsonKind, string>> = { integer: 'int64', number: 'float64' }

/** Whether a value is of the schema's types. */
export function checkType(value: unknown, schema: JSONSchemaProps, path: string): Findings {
  const found = new Findings()
  const types = typesOf(schema)
  const format = formatOf(schema)
  const kind = jsonKindOf(value)
  const refuse = (expected: string, actual: string): Findings =>
    found.add(
      typeInvalid(
        fieldAt(path),
        actual,
        `${path} in body must be of type ${expected}: ${JSON.stringify(actual)}`,
      ),
    )
  if (kind === 'null') {
    const isRefused = types.length > 0 && schema.nullable !== true
    return isRefused ? refuse(types.join(','), 'null') : found.count()
  }
  const fits = isOfTypes(value, kind, types)
  const hasFormat = format !== ''
  const isCarrier = kind === 'string' || kind === 'array'
  const readFormat = readFormats[kind] ?? ''
  if (hasFormat && !isCarrier && !fits && readFormat !== format) return refuse(format, readFormat)
  const isNumeric = types.includes('number') || types.includes('integer')
  if (hasFormat && isCarrier && !isNumeric) return found.count()
  return fits ? found.count() : refuse(types.join(','), kind)
}

function isOfTypes(value: unknown, kind: JsonKind, types: readonly string[]): boolean {
  if (types.includes(kind)) return true
  if (kind === 'integer') return types.includes('number')
  return kind === 'number' && types.includes('integer') && isNearlyInteger(Number(value))
}

const [greatestExact, tolerance] = [2 ** 53 - 1, 1e-9]

/** Whether the server takes a number for an integer: one that differs by a billionth is. */
export function isNearlyInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > greatestExact) return false
  if (Number.isInteger(value)) return true
  if (value < 0) return false
  const whole = Math.trunc(value)
  return whole !== 0 && (value - whole) / (value + whole) < tolerance
}
