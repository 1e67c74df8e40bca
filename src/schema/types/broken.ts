import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import type { SchemaContext, Site } from '../schema-context.ts'

/** Stands for a type that has been reported: admits anything, and nothing more is said about it. */
export function brokenSchema(
  span: SourceSpan,
  context: SchemaContext,
  site: Site,
): JSONSchemaProps {
  return context.origins.markBroken(
    { 'x-kubernetes-preserve-unknown-fields': true },
    { span, subject: site.subject },
  )
}
