import { member, setMember } from '../../apimachinery/json-members.ts'

export { member, setMember }

/** What a JSON value is to the API server, which tells whole numbers of 64 bits from all others. */
export type JsonKind = 'null' | 'boolean' | 'string' | 'integer' | 'number' | 'array' | 'object'

const [least64, most64] = [-(2n ** 63n), 2n ** 63n - 1n]

/** An object as it is read from JSON. */
export type JsonFields = Record<string, unknown>

/** The kind of a value as JSON carries it. */
export function jsonKindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return isInteger64(value) ? 'integer' : 'number'
  if (typeof value === 'bigint') return value >= least64 && value <= most64 ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return 'string'
  return Array.isArray(value) ? 'array' : 'object'
}

export function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** From here on `JSON.stringify` writes an exponent, which is no integer to the server. */
const leastWithExponent = 1e21

function isInteger64(value: number): boolean {
  return (
    Number.isInteger(value) &&
    Math.abs(value) < leastWithExponent &&
    value >= -(2 ** 63) &&
    value < 2 ** 63
  )
}

/** Whether two JSON values are the same. Numbers are equal whether they are `bigint` or not. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (typeof left === 'bigint' || typeof right === 'bigint') {
    // oxlint-disable-next-line eqeqeq -- 1 and 1n are the same number
    return typeof left !== 'string' && typeof right !== 'string' && left == right
  }
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length &&
      left.every((each, index) => isSameJson(each, right[index] as unknown))
    )
  }
  if (!isFields(left) || !isFields(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]))
  )
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
