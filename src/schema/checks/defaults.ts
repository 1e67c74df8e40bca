import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { FieldError } from '../../apimachinery/field-error.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import { checkDefault } from '../../apiextensions/values/check-default.ts'
import { hasRules } from '../../apiextensions/values/rules-of-schema.ts'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { ValueCheck } from '../deferred-checks.ts'
import { describeRefusal, valueField } from './describe-refusal.ts'

/** Reports defaults that the API server refuses, each with the first reason. */
export async function checkDefaults(
  checks: readonly ValueCheck[],
  sink: DiagnosticSink,
): Promise<void> {
  for (const { schema, span, subject } of checks) {
    const [error] = await findErrors(schema)
    if (error === undefined) continue
    const helps = [helpFor(schema.default ?? null, schema, error)]
    sink.report(
      'schema/invalid-default',
      { subject, problem: describeRefusal(error) },
      { span, helps },
    )
  }
}

/** Rules are evaluated only where the default is valid otherwise. */
async function findErrors(schema: JSONSchemaProps): Promise<readonly FieldError[]> {
  const errors = checkDefault(schema, valueField)
  if (errors.length > 0 || !hasRules(schema)) return errors
  const { checkRulesOfDefault } = await import('../../apiextensions/values/check-rules.ts')
  return checkRulesOfDefault(schema, valueField)
}

function helpFor(value: JsonValue, schema: JSONSchemaProps, { reason }: FieldError): string {
  const isScalar = typeof value === 'number' || typeof value === 'boolean'
  if (schema.type === 'string' && isScalar) return `quote it: \`"${String(value)}"\``
  if (typeof value === 'string' && schema.type !== 'string' && isNumberText(value)) {
    return `write it without quotes: \`${value}\``
  }
  return reason === 'FieldValueRequired'
    ? 'spell the field out in the default, or make it optional with `?`'
    : 'change the default, or the type'
}

function isNumberText(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text)
}
