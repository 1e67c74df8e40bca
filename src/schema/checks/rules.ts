import type { ValidationRule } from '../../apimachinery/custom-resource-definition.ts'
import { readsOldSelf } from '../../apiextensions/cel/expression-text.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import { parseJsonPath, followPath } from '../kind/json-path.ts'
import type { CheckedNode } from './check-schema.ts'
import { findFieldProblems } from './rule-fields.ts'

/*
 * CEL rules: their words as the API server wants them, the fields they name, and, later, their syntax.
 */

/** The reasons that a rule can give for its failure. */
export const ruleReasons: readonly string[] = [
  'FieldValueRequired',
  'FieldValueInvalid',
  'FieldValueForbidden',
  'FieldValueDuplicate',
]

export function checkRules(node: CheckedNode): void {
  const { schema, context } = node
  for (const rule of schema['x-kubernetes-validations'] ?? []) {
    const span = context.origins.ofRule(rule) ?? node.at('x-kubernetes-validations')
    checkRule(rule, span, node)
  }
}

function checkRule(rule: ValidationRule, span: SourceSpan, node: CheckedNode): void {
  const { context } = node
  const problem = wordProblem(rule, node)
  if (problem !== undefined) {
    context.sink.report(
      'schema/unusable-rule',
      { subject: node.subject },
      { span, notes: [problem.rule], helps: problem.helps },
    )
    return
  }
  const fields = findFieldProblems(rule.rule, node.schema, { isRoot: node.isRoot })
  for (const field of fields) {
    context.sink.report(
      'schema/rule-field',
      { field: field.written, subject: node.subject },
      { span, notes: field.notes, helps: field.helps },
    )
  }
  if (fields.length > 0) return
  deferExpressions(rule, span, node)
}

/** A message is made once where a rule fails, however often the rule is asked. */
function deferExpressions(rule: ValidationRule, span: SourceSpan, node: CheckedNode): void {
  const { schema, context, subject, count } = node
  const isResource = node.isRoot || schema['x-kubernetes-embedded-resource'] === true
  const root = { schema, isResource, hasOldSelf: rule.optionalOldSelf !== true }
  const shared = { kind: 'expression', span, subject, root } as const
  // A rule about changes is not asked of a new object, unless it says so.
  const isAsked = !/\boldSelf\b/.test(rule.rule) || rule.optionalOldSelf === true
  const isWithoutStatus = node.isRoot && node.clearsStatus && isAsked
  context.deferred.push({ ...shared, expression: rule.rule, count, isWithoutStatus })
  if (rule.messageExpression === undefined) return
  const message = { expression: rule.messageExpression, count: 1, isWithoutStatus: false }
  context.deferred.push({ ...shared, ...message })
}

interface RuleProblem {
  readonly rule: string
  readonly helps: string[]
}

function wordProblem(rule: ValidationRule, node: CheckedNode): RuleProblem | undefined {
  const { rule: text, message, reason } = rule
  if (text.trim() === '') return { rule: 'the rule is empty', helps: ['write `rule="…"`'] }
  if (message !== undefined && message.trim() === '') {
    return { rule: 'the message is empty', helps: ['write a message, or remove it'] }
  }
  if (message !== undefined && /[\r\n]/.test(message.trim())) {
    return { rule: 'the message has a line break', helps: ['write it in one line'] }
  }
  if (/[\r\n]/.test(text.trim()) && message === undefined) {
    return { rule: 'a rule of several lines needs a message', helps: ['add `message="…"`'] }
  }
  if (reason !== undefined && !ruleReasons.includes(reason)) {
    const near = nearestNames(reason, ruleReasons)
    return {
      rule: `a reason is one of ${ruleReasons.join(', ')}`,
      helps: near.map((name) => `write \`reason="${name}"\``),
    }
  }
  return oldSelfProblem(rule, node) ?? fieldPathProblem(rule, node)
}

function oldSelfProblem(rule: ValidationRule, node: CheckedNode): RuleProblem | undefined {
  const usesOldSelf = readsOldSelf(rule.rule)
  if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
    return {
      rule: '`optionalOldSelf` says how `oldSelf` is given, which the rule does not use',
      helps: ['remove `optionalOldSelf`'],
    }
  }
  if (!usesOldSelf || !node.isUncorrelated) return undefined
  return {
    rule: '`oldSelf` is unknown inside of a list that is no map: which old item is meant is unclear',
    helps: [
      'make the list a map with `+listType=map` and `+listMapKey`, or move the rule above it',
    ],
  }
}

function fieldPathProblem(rule: ValidationRule, node: CheckedNode): RuleProblem | undefined {
  const { fieldPath } = rule
  if (fieldPath === undefined) return undefined
  const steps = fieldPath.startsWith('.') ? parseJsonPath(fieldPath) : undefined
  if (steps === undefined) {
    return {
      rule: '`fieldPath` is a path that starts with a dot',
      helps: ['write `fieldPath=".a"`'],
    }
  }
  const target = followPath(node.schema, steps)
  if (target.found !== 'nothing') return undefined
  const near = nearestNames(target.missing, target.known)
  return {
    rule: `\`fieldPath\` leads nowhere: there is no \`${target.missing}\``,
    helps: near.length > 0 ? near.map((name) => `write \`${name}\``) : ['write an existing field'],
  }
}
