import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { RuleRoot } from '../apiextensions/cel/estimate-cost.ts'
import type { SchemaContext } from './schema-context.ts'

/*
 * Checks that need a large library: patterns need RE2 as the API server has it, rules a parser of CEL, and
 * defaults whatever their schemas need.
 * They are collected while schemas are built, and the libraries are loaded only when there are any.
 */

/** A pattern that the API server has to compile. */
export interface PatternCheck {
  readonly kind: 'pattern'
  readonly pattern: string
  readonly span: SourceSpan
  readonly subject: string
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

/** A schema whose default or enum it has to admit itself. */
export interface ValueCheck {
  readonly schema: JSONSchemaProps
  readonly span: SourceSpan
  readonly subject: string
}

/** A CEL expression over an admission request. */
export interface ConditionCheck {
  readonly kind: 'condition'
  readonly expression: string
  readonly span: SourceSpan
}

export type DeferredCheck =
  | PatternCheck
  | (ValueCheck & { readonly kind: 'default' })
  | (ValueCheck & { readonly kind: 'enum' })
  | ExpressionCheck
  | ConditionCheck

/** Runs the collected checks; what is wrong goes to the context's sink. Call it once, after all schemas. */
export async function runDeferredChecks(context: SchemaContext): Promise<void> {
  const checks = context.deferred.splice(0)
  const patterns = checks.filter((check) => check.kind === 'pattern')
  const defaults = checks.filter((check) => check.kind === 'default')
  const enums = checks.filter((check) => check.kind === 'enum')
  const expressions = checks.filter((check) => check.kind === 'expression')
  const conditions = checks.filter((check) => check.kind === 'condition')
  if (patterns.length > 0) {
    const { checkPatterns } = await import('./checks/pattern-syntax.ts')
    checkPatterns(patterns, context.sink)
  }
  if (defaults.length > 0) {
    const { checkDefaults } = await import('./checks/defaults.ts')
    await checkDefaults(defaults, context.sink)
  }
  if (enums.length > 0) {
    const { checkRefusedEnums } = await import('./checks/refused-enums.ts')
    checkRefusedEnums(enums, context.sink)
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
