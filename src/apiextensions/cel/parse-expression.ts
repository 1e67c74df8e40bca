import { Environment, type ASTNode, type ParseResult } from '@marcbachmann/cel-js'
import { blankLiterals } from './expression-text.ts'
import { registerFunctions } from './functions.ts'

/** A node of a parsed expression. */
export type ExpressionNode = ASTNode

/** What became of the text of an expression. */
export type ParsedExpression =
  | { readonly kind: 'parsed'; readonly expression: ParseResult }
  /** It has a form of CEL that the library does not know, so that the API server alone can judge it. */
  | { readonly kind: 'unknown-form' }
  | { readonly kind: 'malformed'; readonly problem: string }

/** Forms of CEL that the library does not know. */
const unknownForms = /`|[[{,]\s*\?|[\w.]\s*\{|(?:^|[^\w.\])])\.\d/

let environment: Environment | undefined

function sharedEnvironment(): Environment {
  environment ??= registerFunctions(
    new Environment({
      enableOptionalTypes: true,
      homogeneousAggregateLiterals: false,
      unlistedVariablesAreDyn: true,
    })
      .registerVariable('self', 'dyn')
      .registerVariable('oldSelf', 'dyn'),
  )
  return environment
}

/** Parses an expression of CEL. */
export function parseExpression(source: string): ParsedExpression {
  if (unknownForms.test(blankLiterals(source))) return { kind: 'unknown-form' }
  try {
    return { kind: 'parsed', expression: sharedEnvironment().parse(source) }
  } catch (error) {
    // The library throws for whatever it cannot parse; its first line is what is said to the user.
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'malformed', problem: message.split('\n')[0] ?? '' }
  }
}
