import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import { isJsonObject } from './to-json.ts'

type Fold = (left: JsonValue, right: JsonValue) => JsonValue | undefined

const larger: Fold = (left, right) => (Number(left) > Number(right) ? left : right)
const smaller: Fold = (left, right) => (Number(left) < Number(right) ? left : right)

/** How two values of one keyword are one: both must hold. */
const folds: Readonly<Record<string, Fold>> = {
  minimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
}

/**
 * The schema with each `allOf` of controller-gen, which keeps a type's rules and a field's apart, folded
 * into the schema itself. An `allOf` with a keyword that does not fold, such as two patterns, stays.
 */
export function foldConstraints(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(foldConstraints)
  if (!isJsonObject(value)) return value
  const fields = Object.entries(value).map(
    ([name, field]) => [name, foldConstraints(field)] as const,
  )
  const folded: JsonObject = Object.fromEntries(fields)
  const { allOf, ...rest } = folded
  if (!Array.isArray(allOf)) return folded
  return foldMembers([rest, ...allOf.filter(isJsonObject)]) ?? folded
}

function foldMembers(members: readonly JsonObject[]): JsonObject | undefined {
  const result: Record<string, JsonValue> = {}
  for (const [name, value] of members.flatMap((member) => Object.entries(member))) {
    const known = result[name]
    const both = known === undefined ? value : folds[name]?.(known, value)
    if (both === undefined) return undefined
    result[name] = both
  }
  return result
}
