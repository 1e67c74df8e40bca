import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { EnumType, LiteralType } from '../../typemodel/model.ts'
import { intOrString } from './int-or-string.ts'

/** A value that TypeScript can name in a type. */
export type LiteralValue = string | number | boolean

export function buildLiteral(type: LiteralType): JSONSchemaProps {
  return enumSchema([type.value])
}

export function buildEnum(type: EnumType): JSONSchemaProps {
  return enumSchema(type.members.map((member) => member.value))
}

/** The schema that admits just these values, in this order. */
export function enumSchema(values: readonly LiteralValue[]): JSONSchemaProps {
  const distinct = [...new Set(values)]
  return { ...schemaOfKinds(distinct), enum: distinct }
}

/** Without a common type the enum alone says what may stand there. */
function schemaOfKinds(values: readonly LiteralValue[]): JSONSchemaProps {
  const kinds = new Set(values.map((value) => typeof value))
  const hasFraction = values.some((value) => typeof value === 'number' && !Number.isInteger(value))
  if (kinds.size === 1) {
    if (kinds.has('string')) return { type: 'string' }
    if (kinds.has('boolean')) return { type: 'boolean' }
    return { type: hasFraction ? 'number' : 'integer' }
  }
  if (!kinds.has('boolean') && !hasFraction) return intOrString()
  return { 'x-kubernetes-preserve-unknown-fields': true }
}
