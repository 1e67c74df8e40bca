import { isDeepStrictEqual } from 'node:util'
import type { JSONSchemaProps, ValidationRule } from '../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../apimachinery/json.ts'

/*
 * Folding: what a type says and what a field that uses it says both hold. `foldConstraints(base, said)`
 * gives one node that means both: the narrower bound, the common enum members, two patterns in an
 * `allOf`. Of texts, formats and defaults there can be one only: the outer one's.
 */

type Fold = (result: JSONSchemaProps, said: JSONSchemaProps) => void

/** How the keywords fold of which the outer value does not simply replace the inner one. */
const folds: Partial<Record<keyof JSONSchemaProps, Fold>> = {
  maxLength: smallest('maxLength'),
  maxItems: smallest('maxItems'),
  maxProperties: smallest('maxProperties'),
  minLength: largest('minLength'),
  minItems: largest('minItems'),
  minProperties: largest('minProperties'),
  minimum: foldLowerBound,
  exclusiveMinimum: foldLowerBound,
  maximum: foldUpperBound,
  exclusiveMaximum: foldUpperBound,
  multipleOf: (result, said) =>
    assign(result, 'multipleOf', foldMultiple(result.multipleOf, said.multipleOf)),
  enum: (result, said) => assign(result, 'enum', foldEnum(result.enum, said.enum)),
  pattern: foldPattern,
  allOf: (result, said) => foldQuantifier(result, said, 'allOf'),
  anyOf: (result, said) => foldQuantifier(result, said, 'anyOf'),
  oneOf: (result, said) => foldQuantifier(result, said, 'oneOf'),
  not: (result, said) => assign(result, 'not', foldNot(result, said)),
  'x-kubernetes-validations': (result, said) =>
    assign(
      result,
      'x-kubernetes-validations',
      foldRules(said['x-kubernetes-validations'], result['x-kubernetes-validations']),
    ),
}

type Numeric = number | bigint

/** Folds what an outer level says into a schema. Neither argument is changed. */
export function foldConstraints(base: JSONSchemaProps, said: JSONSchemaProps): JSONSchemaProps {
  const result: JSONSchemaProps = { ...base }
  for (const keyword of Object.keys(said) as (keyof JSONSchemaProps)[]) {
    if (said[keyword] === undefined) continue
    const fold = folds[keyword]
    if (fold === undefined) assign(result, keyword, said[keyword])
    else fold(result, said)
  }
  return result
}

function assign<Name extends keyof JSONSchemaProps>(
  target: JSONSchemaProps,
  name: Name,
  value: JSONSchemaProps[Name] | undefined,
): void {
  if (value !== undefined) target[name] = value
}

function smallest(keyword: 'maxLength' | 'maxItems' | 'maxProperties'): Fold {
  return (result, said) => {
    result[keyword] = Math.min(result[keyword] ?? Infinity, said[keyword] ?? Infinity)
  }
}

function largest(keyword: 'minLength' | 'minItems' | 'minProperties'): Fold {
  return (result, said) => {
    result[keyword] = Math.max(result[keyword] ?? 0, said[keyword] ?? 0)
  }
}

function foldLowerBound(result: JSONSchemaProps, said: JSONSchemaProps): void {
  const bound = strongerBound(
    { value: result.minimum, exclusive: result.exclusiveMinimum },
    { value: said.minimum, exclusive: said.exclusiveMinimum },
    (left, right) => left > right,
  )
  assign(result, 'minimum', bound.value)
  setFlag(result, 'exclusiveMinimum', bound.exclusive)
}

function foldUpperBound(result: JSONSchemaProps, said: JSONSchemaProps): void {
  const bound = strongerBound(
    { value: result.maximum, exclusive: result.exclusiveMaximum },
    { value: said.maximum, exclusive: said.exclusiveMaximum },
    (left, right) => left < right,
  )
  assign(result, 'maximum', bound.value)
  setFlag(result, 'exclusiveMaximum', bound.exclusive)
}

function setFlag(
  target: JSONSchemaProps,
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
  value: boolean | undefined,
): void {
  if (value === true) target[name] = true
  else delete target[name]
}

interface Bound {
  readonly value: Numeric | undefined
  readonly exclusive: boolean | undefined
}

/** A bound without a value is the bare flag of a marker: it turns the other bound into an exclusive one. */
function strongerBound(
  left: Bound,
  right: Bound,
  isStronger: (left: Numeric, right: Numeric) => boolean,
): Bound {
  if (left.value === undefined || right.value === undefined) {
    return {
      value: left.value ?? right.value,
      exclusive: left.exclusive === true || right.exclusive === true,
    }
  }
  if (isStronger(left.value, right.value)) return left
  if (isStronger(right.value, left.value)) return right
  return { ...left, exclusive: left.exclusive === true || right.exclusive === true }
}

function foldMultiple(left: Numeric | undefined, right: Numeric | undefined): Numeric | undefined {
  if (left === undefined || right === undefined) return left ?? right
  if (!isWhole(left) || !isWhole(right)) return right
  const product =
    (BigInt(left) * BigInt(right)) / greatestCommonDivisor(BigInt(left), BigInt(right))
  return product <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(product) : product
}

function isWhole(value: Numeric): boolean {
  return (typeof value === 'bigint' || Number.isInteger(value)) && value > 0
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  return right === 0n ? left : greatestCommonDivisor(right, left % right)
}

function foldEnum(
  base: readonly JsonValue[] | undefined,
  said: readonly JsonValue[] | undefined,
): JsonValue[] | undefined {
  if (base === undefined || said === undefined) return copy(said ?? base)
  return base.filter((value) => said.some((other) => isDeepStrictEqual(value, other)))
}

function copy<Item>(list: readonly Item[] | undefined): Item[] | undefined {
  return list === undefined ? undefined : [...list]
}

/** One pattern stays a keyword; a second one needs the `allOf` that both then move to. */
function foldPattern(result: JSONSchemaProps, said: JSONSchemaProps): void {
  if (said.pattern === undefined) return
  const known = [result, ...(result.allOf ?? [])].some(({ pattern }) => pattern === said.pattern)
  if (known) return
  const hasPatterns = result.allOf?.some((branch) => branch.pattern !== undefined) === true
  if (result.pattern === undefined && !hasPatterns) {
    result.pattern = said.pattern
    return
  }
  result.allOf = [
    ...(result.allOf ?? []),
    ...(result.pattern === undefined ? [] : [{ pattern: result.pattern }]),
    { pattern: said.pattern },
  ]
  delete result.pattern
}

function foldQuantifier(
  result: JSONSchemaProps,
  said: JSONSchemaProps,
  quantifier: 'allOf' | 'anyOf' | 'oneOf',
): void {
  const added = said[quantifier]
  if (added === undefined || isDeepStrictEqual(result[quantifier], added)) return
  if (quantifier === 'allOf') result.allOf = [...(result.allOf ?? []), ...added]
  else if (result[quantifier] === undefined) result[quantifier] = added
  else result.allOf = [...(result.allOf ?? []), { [quantifier]: added }]
}

function foldNot(result: JSONSchemaProps, said: JSONSchemaProps): JSONSchemaProps | undefined {
  if (said.not === undefined || result.not === undefined) return said.not ?? result.not
  if (isDeepStrictEqual(said.not, result.not)) return result.not
  return { anyOf: [result.not, said.not] }
}

/** The outer level's rules first, as controller-gen has them; the same rule once. */
function foldRules(
  outer: readonly ValidationRule[] | undefined,
  inner: readonly ValidationRule[] | undefined,
): ValidationRule[] | undefined {
  if (outer === undefined || inner === undefined) return copy(outer ?? inner)
  return [...outer, ...inner.filter((rule) => !outer.some((each) => isDeepStrictEqual(each, rule)))]
}
