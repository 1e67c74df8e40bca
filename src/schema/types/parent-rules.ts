import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'

/*
 * Rules that a field adds to its parent (an optional field that is immutable once set) come first in
 * the parent's list, before what the parent's own markers say.
 */

const parentRules = new WeakSet<ValidationRule>()

export function markParentRule(rule: ValidationRule): ValidationRule {
  parentRules.add(rule)
  return rule
}

/** Puts the rules that came from fields first. */
export function hoistParentRules(schema: JSONSchemaProps): JSONSchemaProps {
  const rules = schema['x-kubernetes-validations']
  if (rules === undefined || !rules.some((rule) => parentRules.has(rule))) return schema
  return {
    ...schema,
    'x-kubernetes-validations': [
      ...rules.filter((rule) => parentRules.has(rule)),
      ...rules.filter((rule) => !parentRules.has(rule)),
    ],
  }
}
