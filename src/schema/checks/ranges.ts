import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { CheckedNode } from './check-schema.ts'

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

/** A lower bound above the upper one admits nothing. */
export function checkRanges(node: CheckedNode): void {
  const { schema, context, at, nameAt } = node
  // Contradictory bounds of numbers, items or properties refuse a type in a schema that has none.
  if (schema.type === undefined) return
  for (const [lower, upper] of pairs) {
    const least = schema[lower]
    const greatest = schema[upper]
    if (least === undefined || greatest === undefined) continue
    const admitsSome = isExclusive(schema, lower) ? least < greatest : least <= greatest
    if (admitsSome) continue
    const isLowerLater = at(lower).start > at(upper).start
    context.sink.report(
      'schema/empty-range',
      { subject: nameAt(upper), lower: `${lower} ${least}`, upper: `${upper} ${greatest}` },
      {
        span: at(isLowerLater ? lower : upper),
        notes: [{ message: 'the other bound is here', span: at(isLowerLater ? upper : lower) }],
        helps: ['swap the two, or remove one'],
      },
    )
  }
}

function isExclusive(schema: JSONSchemaProps, lower: string): boolean {
  return (
    lower === 'minimum' && (schema.exclusiveMinimum === true || schema.exclusiveMaximum === true)
  )
}
