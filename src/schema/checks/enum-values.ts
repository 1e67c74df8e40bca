import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import { renderJson } from '../../apimachinery/json-text.ts'
import { describeKind, isOfKind, schemaKindOf } from '../schema-kind.ts'
import type { CheckedNode } from './check-schema.ts'

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
    deferRefused(node)
    return
  }
  context.sink.report(
    'schema/enum-value',
    { value: renderJson(wrong), subject: nameAt('enum'), type: describeKind(kind) },
    { span: at('enum'), helps: [helpFor(wrong, schema)] },
  )
}

/** Keywords beside which every value of an enum is as good as any other. */
const silent: ReadonlySet<string> = new Set([
  'default',
  'description',
  'enum',
  'example',
  'nullable',
  'title',
  'type',
])

/** Defers the question whether the other keywords of the node refuse all values. */
function deferRefused({ schema, context, at, nameAt }: CheckedNode): void {
  if (Object.keys(schema).every((keyword) => silent.has(keyword))) return
  const [span, subject] = [at('enum'), nameAt('enum')]
  context.deferred.push({ kind: 'enum', schema, span, subject })
}

function helpFor(value: JsonValue, schema: JSONSchemaProps): string {
  if (schema.type === 'array') return 'write `items:Enum` to list the values of its items'
  return schema.type === 'string'
    ? `quote it: \`"${renderJson(value)}"\``
    : 'remove the value, or change the type'
}
