import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { isLaidOver } from '../effects/overlay.ts'
import type { CheckedNode } from './check-schema.ts'

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

/** The largest distance from zero at which a double holds every whole number. */
const maxExact = 2n ** 53n
const maxInt32 = 2n ** 31n

/** A lower bound above the upper one admits nothing, and neither does one that the server cannot hold. */
export function checkRanges(node: CheckedNode): void {
  const { schema, context, at, nameAt } = node
  checkHolds(node)
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

/**
 * The API server keeps bounds as doubles and compares integers of the format only: a bound beyond either
 * makes it refuse every object.
 */
function checkHolds({ schema, context, at, nameAt }: CheckedNode): void {
  if (schema.type !== 'integer' || isLaidOver(schema)) return
  for (const keyword of ['minimum', 'maximum'] as const) {
    const bound = schema[keyword]
    if (bound === undefined) continue
    const isHeld =
      schema.format === 'int32'
        ? bound >= -maxInt32 && bound < maxInt32
        : bound >= -maxExact && bound <= maxExact
    if (isHeld) continue
    context.sink.report(
      'schema/unusable-bound',
      { bound: `${keyword} ${bound}`, subject: nameAt(keyword) },
      { span: at(keyword), helps: ['remove it, or write a bound nearer to zero'] },
    )
  }
}
