import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import type { SchemaContext } from '../schema-context.ts'
export function checkSchema(
  _schema: JSONSchemaProps,
  _place: { span: SourceSpan; subject: string },
  _context: SchemaContext,
): void {}
