import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { describeFieldValue } from '../../apimachinery/field-error-value.ts'
import { invalid, tooLong, typeInvalid, type FieldError } from '../../apimachinery/field-error.ts'
import { isOfFormat } from '../formats.ts'
import { Findings } from './findings.ts'
import { jsonKindOf } from './json-kind.ts'
import { matchesPattern } from '../patterns.ts'
import { formatOf, isNearlyInteger, typesOf } from './schema-types.ts'
import { fieldAt } from './value-location.ts'

/** Length and pattern of a string: the first that it offends is told. */
export function checkText(text: string, schema: JSONSchemaProps, path: string): Findings {
  const found = new Findings()
  const { minLength, maxLength, pattern = '' } = schema
  const length = Array.from(text).length
  const field = fieldAt(path)
  if (maxLength !== undefined && length > maxLength) return found.add(tooLong(field, maxLength))
  if (minLength !== undefined && length < minLength) {
    return found.add(
      invalid(field, text, `${path} in body should be at least ${minLength} chars long`),
    )
  }
  return pattern === '' || matchesPattern(text, pattern)
    ? found
    : found.add(invalid(field, text, `${path} in body should match '${pattern}'`))
}

/** The format of a string. */
export function checkFormat(text: string, schema: JSONSchemaProps, path: string): Findings {
  const found = new Findings()
  const format = formatOf(schema)
  if (format === '' || isOfFormat(text, format)) return found
  const detail = `${path} in body must be of type ${format}: ${describeFieldValue(text)}`
  return found.add(typeInvalid(fieldAt(path), text, detail))
}

type JsonNumber = number | bigint

/** Range, step and format of a number. */
export function checkNumber(value: JsonNumber, schema: JSONSchemaProps, path: string): Findings {
  const found = new Findings()
  const { minimum, maximum, multipleOf } = schema
  const range = (number: JsonNumber, what: string): FieldError[] =>
    rangeProblem(number, schema, { what, path })
  found.add(...range(value, 'Checked'))
  if (multipleOf !== undefined) {
    found.add(...range(multipleOf, 'MultipleOf'), ...stepProblem(value, multipleOf, path))
  }
  if (minimum !== undefined) found.add(...range(minimum, 'Minimum boundary'))
  if (maximum !== undefined) found.add(...range(maximum, 'Maximum boundary'))
  return found.add(...boundProblems(value, schema, path)).count()
}

function boundProblems(value: JsonNumber, schema: JSONSchemaProps, path: string): FieldError[] {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema
  const refuse = (must: string, bound: JsonNumber): FieldError =>
    invalid(
      fieldAt(path),
      value,
      `${path} in body should be ${must} ${describeFieldValue(Number(bound))}`,
    )
  const errors: FieldError[] = []
  const least = minimum === undefined ? undefined : boundFor(value, minimum)
  if (least !== undefined && (exclusiveMinimum ? value <= least : value < least)) {
    errors.push(refuse(exclusiveMinimum ? 'greater than' : 'greater than or equal to', least))
  }
  const most = maximum === undefined ? undefined : boundFor(value, maximum)
  if (most !== undefined && (exclusiveMaximum ? value >= most : value > most)) {
    errors.push(refuse(exclusiveMaximum ? 'less than' : 'less than or equal to', most))
  }
  return errors
}

/** A whole number is compared with a whole bound. */
function boundFor(value: JsonNumber, bound: JsonNumber): JsonNumber {
  return jsonKindOf(value) === 'integer' ? Math.trunc(Number(bound)) : bound
}

function stepProblem(value: JsonNumber, step: JsonNumber, path: string): FieldError[] {
  const isWhole = jsonKindOf(value) === 'integer'
  const factor = isWhole ? Math.trunc(Number(step)) : Number(step)
  if (factor <= 0) {
    const detail = `factor MultipleOf declared for ${path} must be positive: ${factor}`
    return [invalid(fieldAt(path), factor, detail)]
  }
  const fits = isWhole
    ? BigInt(value) % BigInt(factor) === 0n
    : isNearlyInteger(factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor)
  if (fits) return []
  const detail = `${path} in body should be a multiple of ${describeFieldValue(factor)}`
  return [invalid(fieldAt(path), value, detail)]
}

const integerRanges: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
}

/** From half a step above it on, a number has no single precision. */
const mostSingle = 3.4028235677973366e38

interface Checked {
  readonly what: string
  readonly path: string
}

/** A number, of the object or of the schema, that the schema's own format cannot hold. */
function rangeProblem(
  number: JsonNumber,
  schema: JSONSchemaProps,
  { what, path }: Checked,
): FieldError[] {
  const [type = '', ...others] = typesOf(schema)
  const format = formatOf(schema)
  if (others.length > 0 || fitsFormat(number, type, format)) return []
  const name = format === '' ? '(default format)' : `with format ${format}`
  return [invalid('<nil>', '', `${what} value must be of type ${type} ${name} in ${path}`)]
}

function fitsFormat(number: JsonNumber, type: string, format: string): boolean {
  if (type === 'number') return format !== 'float' || Math.abs(Number(number)) < mostSingle
  if (type !== 'integer') return true
  const range = format === '' ? 'int64' : format
  const [least, most] = (Object.hasOwn(integerRanges, range) && integerRanges[range]) || [0n, 0n]
  if (typeof number === 'number' && !Number.isInteger(number)) return false
  return number >= least && number <= most
}
