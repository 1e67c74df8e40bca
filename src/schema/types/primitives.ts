import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { PrimitiveType } from '../../typemodel/model.ts'
import type { NumberSetting, SchemaContext, Site } from '../schema-context.ts'
import { brokenSchema } from './broken.ts'

const numberSchemas: Readonly<Record<NumberSetting, JSONSchemaProps>> = {
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
}

/** The schema of a keyword type. */
export function buildPrimitive(
  type: PrimitiveType,
  context: SchemaContext,
  site: Site,
): JSONSchemaProps {
  switch (type.name) {
    case 'string':
      return { type: 'string' }
    case 'boolean':
      return { type: 'boolean' }
    case 'number':
      return buildNumber(type, context, site)
    case 'unknown':
    case 'any':
      return { 'x-kubernetes-preserve-unknown-fields': true }
    case 'object':
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    case 'null':
    case 'undefined':
    case 'never':
      context.sink.report(
        'schema/no-value',
        { subject: site.subject, type: type.name },
        { span: type.span, helps: ['write the type of a value, or remove the field'] },
      )
      return brokenSchema(type.span, context, site)
  }
}

/** TypeScript has one type of numbers, Kubernetes several: the project or the brand must say which. */
function buildNumber(type: PrimitiveType, context: SchemaContext, site: Site): JSONSchemaProps {
  const { numbers, insideProject } = context.settings
  if (site.isTypeSaid === true) return { type: 'number' }
  if (numbers !== undefined) return { ...numberSchemas[numbers] }
  const helps = [
    'write `Int32`, `Int64`, `Integer` or `Double` and import it from `kops`',
    ...(insideProject
      ? ['or set `numbers: int32`, `int64` or `double` under `plugins.kops` in PROJECT']
      : []),
  ]
  if (insideProject) {
    context.sink.report(
      'schema/plain-number',
      { subject: site.subject },
      { span: type.span, helps },
    )
    return brokenSchema(type.span, context, site)
  }
  context.sink.report(
    'schema/number-warning',
    { subject: site.subject },
    { span: type.span, helps },
  )
  return { type: 'number' }
}
