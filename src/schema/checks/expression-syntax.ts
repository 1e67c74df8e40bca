import { Environment } from '@marcbachmann/cel-js'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { ExpressionCheck } from '../deferred-checks.ts'

const environment = new Environment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true })

/** Forms of CEL that the parser does not know: what holds one is left to the API server. */
const unknownForms = /`|[[{,]\s*\?|[\w.]\s*\{|(?:^|[^\w.\])])\.\d/

/** Parses a CEL expression and reports one that is none. Types and names are the API server's to judge. */
export function checkExpression(check: ExpressionCheck, sink: DiagnosticSink): void {
  const bare = withoutStrings(check.expression)
  if (unknownForms.test(bare)) return
  const problem = problemOf(check.expression)
  if (problem === undefined) return
  sink.report(
    'schema/invalid-rule',
    {},
    {
      span: check.span,
      notes: [problem],
      helps: ['write an expression of CEL, such as `self.min <= self.max`'],
    },
  )
}

function problemOf(expression: string): string | undefined {
  try {
    environment.parse(expression)
    return undefined
  } catch (error) {
    // The parser throws for whatever it cannot parse; its first line is what is said to the user.
    return error instanceof Error ? error.message.split('\n')[0] : String(error)
  }
}

/** The expression with its string literals emptied. */
function withoutStrings(expression: string): string {
  return expression.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
}
