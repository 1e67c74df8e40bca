import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'
import { cellCode, code, escapeText } from './markdown.ts'

/** What the rules of a type want, as a list; nothing where it has none. */
export function renderRules(schema: JSONSchemaProps): string[] {
  const rules = schema['x-kubernetes-validations'] ?? []
  if (rules.length === 0) return []
  return [`Rules:\n`, rules.map((rule) => `- ${describe(rule, code)}\n`).join('')]
}

/** A rule in a cell of a table. */
export function describeRule(rule: ValidationRule): string {
  return describe(rule, cellCode)
}

/** A rule in the words of its message, and as it is written. */
function describe(
  { rule, message, messageExpression }: ValidationRule,
  render: (text: string) => string,
): string {
  if (message !== undefined) return `${escapeText(message.trim())}: ${render(rule.trim())}`
  const otherwise = messageExpression === undefined ? '' : `, else ${render(messageExpression)}`
  return render(rule.trim()) + otherwise
}
