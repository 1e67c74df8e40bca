import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { invalid, type FieldError } from '../../apimachinery/field-error.ts'
import { quoteForGo } from '../../apimachinery/field-error-value.ts'
import { Findings } from './findings.ts'

/** Holds a value, which `judge` knows, against `anyOf`, `oneOf`, `allOf` and `not`. */
export function checkChoices(
  schema: JSONSchemaProps,
  path: string,
  judge: (branch: JSONSchemaProps) => Findings,
): Findings {
  const found = new Findings()
  const name = quoteForGo(path)
  if (schema.anyOf?.length) found.merge(checkAny(schema.anyOf.map(judge), name))
  if (schema.oneOf?.length) found.merge(checkOne(schema.oneOf.map(judge), name))
  if (schema.allOf?.length) found.merge(checkAll(schema.allOf.map(judge), name))
  if (schema.not !== undefined && judge(schema.not).isValid) {
    found.add(refusal(`${name} must not validate the schema (not)`))
  }
  return found.count()
}

/** The server says of a union only which value does not fit it, not in a field of its own. */
function refusal(detail: string): FieldError {
  return invalid('<nil>', '', detail)
}

function checkAny(branches: readonly Findings[], name: string): Findings {
  const found = new Findings()
  const fitting = branches.find(({ isValid }) => isValid)
  if (fitting !== undefined) return found.merge(fitting)
  found.add(refusal(`${name} must validate at least one schema (anyOf)`))
  return found.merge(bestOf(branches))
}

function checkOne(branches: readonly Findings[], name: string): Findings {
  const found = new Findings()
  const [first, ...more] = branches.filter(({ isValid }) => isValid)
  if (first !== undefined && more.length === 0) return found.merge(first)
  const count = first === undefined ? 'none valid' : `${more.length + 1} valid alternatives`
  found.add(refusal(`${name} must validate one and only one schema (oneOf). Found ${count}`))
  return first === undefined ? found.merge(bestOf(branches)) : found
}

function checkAll(branches: readonly Findings[], name: string): Findings {
  const found = new Findings()
  for (const branch of branches) found.merge(branch)
  const fitting = branches.filter(({ isValid }) => isValid).length
  if (fitting === branches.length) return found
  const none = fitting === 0 ? '. None validated' : ''
  return found.add(refusal(`${name} must validate all the schemas (allOf)${none}`))
}

/** Of several failures the one with the most checks that came out well; of equals the first. */
function bestOf(branches: readonly Findings[]): Findings {
  return branches.reduce((best, each) => (each.matches > best.matches ? each : best))
}
