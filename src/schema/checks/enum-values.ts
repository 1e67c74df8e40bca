import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import { describeKind, schemaKindOf } from '../schema-kind.ts'
import type { CheckedNode } from './check-schema.ts'
import { findFault, isOfKind, shownValue } from './value-fault.ts'

/** An enum needs members, and each must be a value that the type admits. */
export function checkEnum(node: CheckedNode): void {
  const { schema, context, at, nameAt } = node
  if (schema.enum === undefined) return
  if (schema.enum.length === 0) {
    context.sink.report(
      'schema/empty-enum',
      { subject: nameAt('enum') },
      {
        span: at('enum'),
        notes: ['the values of the type and those of the marker have none in common'],
        helps: ['remove the marker, or name values of the type'],
      },
    )
    return
  }
  const kind = schemaKindOf(schema)
  const wrong = schema.enum.find((value) => value !== null && !isOfKind(value, kind))
  if (wrong === undefined) {
    reportRefused(node)
    return
  }
  context.sink.report(
    'schema/enum-value',
    { value: shownValue(wrong), subject: nameAt('enum'), type: describeKind(kind) },
    { span: at('enum'), helps: [helpFor(wrong, schema)] },
  )
}

/** Reports values that other keywords of the node all refuse. */
function reportRefused({ schema, context, at, nameAt }: CheckedNode): void {
  const { enum: values = [], ...rest } = schema
  const faults = values.map((value) => ({ value, fault: findFault(value, rest) }))
  if (faults.some(({ fault }) => fault === undefined)) return
  const notes = faults
    .slice(0, 3)
    .map(({ value, fault }) => `\`${shownValue(value)}\`: ${fault?.problem ?? ''}`)
  context.sink.report(
    'schema/empty-enum',
    { subject: nameAt('enum') },
    { span: at('enum'), notes, helps: ['remove the bound, or name values that it admits'] },
  )
}

function helpFor(value: JsonValue, schema: JSONSchemaProps): string {
  if (schema.type === 'array') return 'write `items:Enum` to list the values of its items'
  return schema.type === 'string'
    ? `quote it: \`"${shownValue(value)}"\``
    : 'remove the value, or change the type'
}
