import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { isLaidOver } from '../effects/overlay.ts'
import { celLiteral } from '../cel-literal.ts'
import type { SchemaContext } from '../schema-context.ts'
import { escapePattern } from './templates.ts'

/**
 * Gives a node that no further level will touch the form that the API server takes. It refuses null
 * wherever there is an enum, even one that lists null: a nullable enum of strings is a pattern, and
 * any other a rule, which the server does not run for null.
 */
export function settle(schema: JSONSchemaProps, context: SchemaContext): JSONSchemaProps {
  if (schema.nullable !== true || schema.enum === undefined || isLaidOver(schema)) return schema
  const { enum: values, ...rest } = schema
  const allowed = values.filter((value) => value !== null)
  const texts = allowed.filter((value) => typeof value === 'string')
  const settled: JSONSchemaProps =
    schema.type === 'string' && texts.length === allowed.length && rest.pattern === undefined
      ? { ...rest, pattern: `^(${texts.map(escapePattern).join('|')})$` }
      : {
          ...rest,
          'x-kubernetes-validations': [
            ...(rest['x-kubernetes-validations'] ?? []),
            {
              rule: allowed.map((value) => `self == ${celLiteral(value)}`).join(' || '),
              message: `must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`,
            },
          ],
        }
  return context.origins.continue(schema, settled)
}
