import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { RuleRoot } from './checks/rule-cost.ts'
import type { SchemaContext } from './schema-context.ts'

/*
 * Checks that need a large library: patterns need RE2 as the API server has it, rules a parser of CEL.
 * They are collected while schemas are built, and the libraries are loaded only when there are any.
 */

/** A pattern, and the values that must match it. */
export interface PatternCheck {
  readonly kind: 'pattern'
  readonly pattern: string
  readonly span: SourceSpan
  readonly subject: string
  /** Values of defaults and enums that the pattern must admit. */
  readonly samples: readonly { readonly text: string; readonly span: SourceSpan }[]
}

/** A CEL expression, what `self` is in it, and how often one object can ask for it. */
export interface ExpressionCheck {
  readonly kind: 'expression'
  readonly expression: string
  readonly span: SourceSpan
  readonly subject: string
  readonly root: RuleRoot
  /** `Infinity` where a list or map around it has no bound. */
  readonly count: number
  /** Whether it is a rule about objects whose status the server clears when they are created. */
  readonly isWithoutStatus: boolean
}

/** A CEL expression over an admission request. */
export interface ConditionCheck {
  readonly kind: 'condition'
  readonly expression: string
  readonly span: SourceSpan
}

export type DeferredCheck = PatternCheck | ExpressionCheck | ConditionCheck

/** Runs the collected checks; what is wrong goes to the context's sink. Call it once, after all schemas. */
export async function runDeferredChecks(context: SchemaContext): Promise<void> {
  const checks = context.deferred.splice(0)
  const patterns = checks.filter((check) => check.kind === 'pattern')
  const expressions = checks.filter((check) => check.kind === 'expression')
  const conditions = checks.filter((check) => check.kind === 'condition')
  if (patterns.length > 0) {
    const { checkPatterns } = await import('./checks/pattern-syntax.ts')
    checkPatterns(patterns, context.sink)
  }
  if (expressions.length > 0) {
    const { checkExpressions } = await import('./checks/expressions.ts')
    checkExpressions(expressions, context.sink)
  }
  if (conditions.length > 0) {
    const { checkConditions } = await import('./checks/expressions.ts')
    checkConditions(conditions, context.sink)
  }
}
