import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'

/** Lists the rules of a node, those in its `allOf` among them. */
export function rulesOf(schema: JSONSchemaProps): ValidationRule[] {
  const branches = [schema, ...(schema.allOf ?? [])]
  return branches.flatMap((each) => each['x-kubernetes-validations'] ?? [])
}

const withRules = new WeakMap<JSONSchemaProps, boolean>()

/** Whether there are rules anywhere in a schema. */
export function hasRules(schema: JSONSchemaProps): boolean {
  const known = withRules.get(schema)
  if (known !== undefined) return known
  const { items, properties = {}, additionalProperties } = schema
  const inner = [...Object.values(properties), items, additionalProperties]
  const found =
    rulesOf(schema).length > 0 || inner.some((each) => typeof each === 'object' && hasRules(each))
  withRules.set(schema, found)
  return found
}
