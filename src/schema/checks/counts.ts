import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { Keyword } from '../origins.ts'
import type { CheckedNode } from './check-schema.ts'

/** A bound that no value meets beside what else the schema says. */
interface UnmetBound {
  readonly keyword: Keyword
  readonly bound: string
  readonly beside: string
}

/** Reports bounds that no value meets because of the node's own fields, items or steps. */
export function checkCounts(node: CheckedNode): void {
  const { schema, context, at, nameAt } = node
  for (const { keyword, bound, beside } of findUnmet(schema)) {
    context.sink.report(
      'schema/empty-range',
      { subject: nameAt(keyword), lower: bound, upper: beside },
      { span: at(keyword), helps: ['change the bound, or remove it'] },
    )
  }
}

function findUnmet(schema: JSONSchemaProps): UnmetBound[] {
  return [...unmetFields(schema), ...unmetItems(schema), ...unmetStep(schema)]
}

/** The server drops fields that an object does not declare. */
function unmetFields(schema: JSONSchemaProps): UnmetBound[] {
  const { minProperties = 0, maxProperties = Infinity, properties = {}, required = [] } = schema
  if (schema.type !== 'object') return []
  const names = Object.keys(properties)
  const found: UnmetBound[] = []
  if (required.length > maxProperties) {
    const beside = `the required fields ${required.join(', ')}`
    found.push({ keyword: 'maxProperties', bound: `maxProperties ${maxProperties}`, beside })
  }
  if (!isOpen(schema) && names.length > 0 && minProperties > names.length) {
    const beside = `no fields but ${names.join(', ')}`
    found.push({ keyword: 'minProperties', bound: `minProperties ${minProperties}`, beside })
  }
  return found
}

function isOpen(schema: JSONSchemaProps): boolean {
  return (
    schema.additionalProperties !== undefined ||
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    schema['x-kubernetes-embedded-resource'] === true
  )
}

/** A set holds each value once. */
function unmetItems({ minItems = 0, items, ...schema }: JSONSchemaProps): UnmetBound[] {
  if (schema['x-kubernetes-list-type'] !== 'set') return []
  const values = items?.type === 'boolean' ? 2 : (items?.enum?.length ?? Infinity)
  if (minItems <= values) return []
  const beside = `${values} different items at most`
  return [{ keyword: 'minItems', bound: `minItems ${minItems}`, beside }]
}

/** Beyond these numbers doubles are not exact. */
const largestExact = 2 ** 52

/** Bounds of which the one is not above the other, with no multiple or no whole number between them. */
function unmetStep(schema: JSONSchemaProps): UnmetBound[] {
  const { type, multipleOf, exclusiveMinimum, exclusiveMaximum } = schema
  const [least, greatest] = [Number(schema.minimum), Number(schema.maximum)]
  const step = Number(multipleOf ?? (type === 'integer' ? 1 : Number.NaN))
  const isJudged =
    least < greatest || (least === greatest && !exclusiveMinimum && !exclusiveMaximum)
  if (!isJudged || Math.max(Math.abs(least), Math.abs(greatest)) > largestExact) return []
  const first = Math.ceil(least / step) * step
  const lowest = exclusiveMinimum === true && first === least ? first + step : first
  const isMet = exclusiveMaximum === true ? lowest < greatest : lowest <= greatest
  if (isMet || Number.isNaN(step)) return []
  const beside = `maximum ${greatest}${multipleOf === undefined ? '' : `, multipleOf ${multipleOf}`}`
  const keyword = multipleOf === undefined ? 'maximum' : 'multipleOf'
  return [{ keyword, bound: `minimum ${least}`, beside }]
}
