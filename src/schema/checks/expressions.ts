import { parseExpression, type ExpressionNode } from '../../apiextensions/cel/parse-expression.ts'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { ConditionCheck, ExpressionCheck } from '../deferred-checks.ts'
import { largestCount } from '../../apiextensions/cel/largest-sizes.ts'
import {
  estimateCost,
  type RuleCost,
  type UnboundedValue,
} from '../../apiextensions/cel/estimate-cost.ts'
import { failsWithoutStatus } from '../../apiextensions/cel/status-needs.ts'

/*
 * CEL expressions: their syntax, and what the API server would estimate them to cost. Types are the API
 * server's to judge.
 */

/** Reports expressions that are none, and those beyond the server's budget. */
export function checkExpressions(checks: readonly ExpressionCheck[], sink: DiagnosticSink): void {
  const costly = new Map<string, CostlyExpression>()
  for (const check of checks) {
    const parsed = parse(check, sink)
    if (parsed === undefined) continue
    if (check.isWithoutStatus && failsWithoutStatus(parsed)) reportStatusNeed(check, sink)
    const found = judgeCost(parsed, check)
    const key = `${check.span.path} ${check.span.start} ${check.expression}`
    // A type that is used in several places costs most in one of them.
    if (found.total > Math.max(budget, costly.get(key)?.total ?? 0)) costly.set(key, found)
  }
  for (const each of costly.values()) reportCost(each, sink)
}

/** Reports conditions of webhooks that are no expressions. */
export function checkConditions(checks: readonly ConditionCheck[], sink: DiagnosticSink): void {
  for (const { expression, span } of checks) {
    const parsed = parseExpression(expression)
    if (parsed.kind !== 'malformed') continue
    const helps = ['write an expression of CEL, such as `request.operation != "DELETE"`']
    sink.report('webhook/invalid-expression', {}, { span, notes: [parsed.problem], helps })
  }
}

/** The expression; undefined where it is none, and where that is the API server's to say. */
function parse(
  { expression, span }: ExpressionCheck,
  sink: DiagnosticSink,
): ExpressionNode | undefined {
  const parsed = parseExpression(expression)
  if (parsed.kind === 'parsed') return parsed.expression.ast
  if (parsed.kind === 'unknown-form') return undefined
  const helps = ['write an expression of CEL, such as `self.min <= self.max`']
  sink.report('schema/invalid-rule', {}, { span, notes: [parsed.problem], helps })
  return undefined
}

function reportStatusNeed({ span, subject }: ExpressionCheck, sink: DiagnosticSink): void {
  sink.report(
    'schema/rule-needs-status',
    { kind: subject },
    {
      span,
      notes: ['the API server clears the status of a new object before it asks the rule'],
      helps: ['write `!has(self.status) || …`', 'move the rule to the type of the status'],
    },
  )
}

/** What one expression of a CustomResourceDefinition may cost. */
const budget = 10_000_000

interface CostlyExpression {
  readonly check: ExpressionCheck
  readonly cost: RuleCost
  /** How often one object can ask for it. */
  readonly count: number
  readonly total: number
}

function judgeCost(parsed: ExpressionNode, check: ExpressionCheck): CostlyExpression {
  const cost = estimateCost(parsed, check.root)
  const count = Number.isFinite(check.count) ? check.count : largestCount(check.root.schema)
  return { check, cost, count, total: cost.cost * count }
}

/** So many of the values without a bound are named. */
const namedValues = 4

function reportCost({ check, cost, count, total }: CostlyExpression, sink: DiagnosticSink): void {
  const { subject, span } = check
  const unbounded = cost.unbounded.slice(0, namedValues)
  const times = count === 1 ? '' : `, ${inDigits(count)} times`
  const notes = [
    `estimated at ${inDigits(cost.cost)}${times}; the budget is ${inDigits(budget)}`,
    ...unbounded.map(
      ({ name, size, schema }) => `\`${name}\` may have ${inDigits(size)} ${boundOf(schema).unit}`,
    ),
  ]
  const helps = unbounded.map(
    ({ name, schema }) =>
      `add \`+kubebuilder:validation:${boundOf(schema).marker}\` to \`${name}\``,
  )
  if (!Number.isFinite(check.count)) {
    helps.push(`add \`MaxItems\` or \`MaxProperties\` to the lists and maps around \`${subject}\``)
  }
  if (helps.length === 0) helps.push('lower the bounds of what the rule reads')
  const factor = inDigits(Math.ceil(total / budget))
  sink.report('schema/costly-rule', { subject, factor }, { span, notes, helps })
}

/** The marker that bounds values of a schema, and what it counts. */
function boundOf({ type }: UnboundedValue['schema']): { marker: string; unit: string } {
  if (type === 'array') return { marker: 'MaxItems', unit: 'items' }
  if (type === 'object') return { marker: 'MaxProperties', unit: 'entries' }
  return { marker: 'MaxLength', unit: 'characters' }
}

function inDigits(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 0 })
}
