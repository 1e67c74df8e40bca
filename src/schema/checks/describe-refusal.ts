import type { FieldError } from '../../apimachinery/field-error.ts'

/** The field under which a value of the schema itself stands in errors. */
export const valueField = 'value'

/** Says in the API server's words why a value is refused, without the value and the field `value` itself. */
export function describeRefusal({ reason, field, message }: FieldError): string {
  const path = field.startsWith(`${valueField}.`) ? field.slice(valueField.length + 1) : ''
  if (reason === 'FieldValueRequired') return `the required field \`${path}\` is missing`
  const [, said] = / in body ((?:should|must|may) .*)$/s.exec(message) ?? []
  const [, listed] = /: supported values: (.*)$/s.exec(message) ?? []
  const problem = said === undefined ? message : `it ${said}`
  const shown = listed === undefined ? problem : `it must be one of ${listed}`
  return path === '' ? shown : `\`${path}\`: ${shown}`
}
