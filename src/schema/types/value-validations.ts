import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'

/*
 * A structural schema tells two kinds of keywords apart: those that say what a value is made of, which
 * stand once and outside of every `oneOf`, and those that judge it, which may stand in branches.
 */

const validations = new Set<string>([
  'format',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
])

const texts = new Set<string>(['description', 'title', 'example', 'externalDocs'])

/** The keywords of a node that judge a value. */
export function valueValidationsOf(schema: JSONSchemaProps): JSONSchemaProps {
  return pickKeywords(schema, (keyword) => isValidation(keyword, schema))
}

/** The keywords of a node that say what a value is, without texts. */
export function structureOf(schema: JSONSchemaProps): JSONSchemaProps {
  return pickKeywords(schema, (keyword) => !isValidation(keyword, schema) && !texts.has(keyword))
}

/** Of an int-or-string, `anyOf` names the two types, and types stand outside of every branch. */
function isValidation(keyword: string, schema: JSONSchemaProps): boolean {
  const namesTypes = keyword === 'anyOf' && schema['x-kubernetes-int-or-string'] === true
  return validations.has(keyword) && !namesTypes
}

/** The texts of a node. */
export function textsOf(schema: JSONSchemaProps): JSONSchemaProps {
  return pickKeywords(schema, (keyword) => texts.has(keyword))
}

/** A schema without any text, at any depth: equal for types that differ in their words only. */
export function withoutTexts(schema: JSONSchemaProps): JSONSchemaProps {
  const bare = pickKeywords(schema, (keyword) => !texts.has(keyword))
  if (bare.items !== undefined) bare.items = withoutTexts(bare.items)
  if (typeof bare.additionalProperties === 'object') {
    bare.additionalProperties = withoutTexts(bare.additionalProperties)
  }
  if (bare.properties !== undefined) {
    bare.properties = Object.fromEntries(
      Object.entries(bare.properties).map(([name, property]) => [name, withoutTexts(property)]),
    )
  }
  return bare
}

function pickKeywords(
  schema: JSONSchemaProps,
  isPicked: (keyword: string) => boolean,
): JSONSchemaProps {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isPicked(keyword)))
}
