import { Environment, type ASTNode } from '@marcbachmann/cel-js'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { ConditionCheck, ExpressionCheck } from '../deferred-checks.ts'
import { largestCount } from './largest-sizes.ts'
import { estimateCost, type RuleCost, type UnboundedValue } from './rule-cost.ts'
import { failsWithoutStatus } from './status-needs.ts'

/*
 * CEL expressions: their syntax, and what the API server would estimate them to cost. Types are the API
 * server's to judge.
 */

const environment = new Environment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true })

/** Forms of CEL that the parser does not know: what holds one is left to the API server. */
const unknownForms = /`|[[{,]\s*\?|[\w.]\s*\{|(?:^|[^\w.\])])\.\d/

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
    if (typeof parsed === 'string') {
      const helps = ['write an expression of CEL, such as `request.operation != "DELETE"`']
      sink.report('webhook/invalid-expression', {}, { span, notes: [parsed], helps })
    }
  }
}

function parse({ expression, span }: ExpressionCheck, sink: DiagnosticSink): ASTNode | undefined {
  const parsed = parseExpression(expression)
  if (typeof parsed !== 'string') return parsed
  const helps = ['write an expression of CEL, such as `self.min <= self.max`']
  sink.report('schema/invalid-rule', {}, { span, notes: [parsed], helps })
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

/** The expression, or what is wrong with it; undefined where that is the API server's to say. */
function parseExpression(expression: string): ASTNode | string | undefined {
  if (unknownForms.test(withoutStrings(expression))) return undefined
  try {
    return environment.parse(expression).ast
  } catch (error) {
    // The parser throws for whatever it cannot parse; its first line is what is said to the user.
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
}

/** The expression with its string literals emptied. */
function withoutStrings(expression: string): string {
  return expression.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
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

function judgeCost(parsed: ASTNode, check: ExpressionCheck): CostlyExpression {
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
