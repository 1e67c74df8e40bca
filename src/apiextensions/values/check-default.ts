import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { invalid, type FieldError } from '../../apimachinery/field-error.ts'
import { checkEmbedded } from './check-embedded.ts'
import { checkValue } from './check-value.ts'
import { copyJson } from './json-kind.ts'
import { dropUnknownWithin } from './pruning.ts'

/**
 * Holds the default of a schema against it, as the API server does before it accepts a definition. Nothing
 * in the default may be pruned. Rules of the schema are judged apart, by `checkRulesOfDefault`, since few
 * schemas have any. Errors name fields below `path`.
 */
export function checkDefault(schema: JSONSchemaProps, path: string): readonly FieldError[] {
  const { default: value } = schema
  if (value === undefined) return []
  const unknown = dropUnknownWithin(copyJson(value), schema, path)
  if (unknown.length > 0) {
    return unknown.map((field) => invalid(field, '', 'must not have unknown fields'))
  }
  const inObjects = checkEmbedded(value, schema, path)
  return inObjects.length > 0 ? inObjects : checkValue(value, schema, { path }).errors
}
