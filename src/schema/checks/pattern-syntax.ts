import { compilePattern } from '../../apiextensions/patterns.ts'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { PatternCheck } from '../deferred-checks.ts'

/** Compiles patterns as the API server does, and reports those that do not compile. */
export function checkPatterns(checks: readonly PatternCheck[], sink: DiagnosticSink): void {
  for (const { pattern, subject, span } of checks) {
    const { problem } = compilePattern(pattern)
    if (problem === undefined) continue
    const notes = [`${problem}; the API server compiles patterns with RE2`]
    sink.report('schema/invalid-pattern', { subject }, { span, notes, helps: [remedyFor(pattern)] })
  }
}

function remedyFor(pattern: string): string {
  const negative = /^\^?\(\?!\^?([\w./-]+)\)/.exec(pattern)
  if (negative?.[1] !== undefined) {
    return `write \`// +kubebuilder:validation:XValidation:rule="!self.startsWith('${negative[1]}')"\``
  }
  if (/\(\?<?[=!]/.test(pattern)) {
    return 'RE2 has no look-around: say that part with `+kubebuilder:validation:XValidation` in CEL'
  }
  if (/\\[1-9]/.test(pattern)) {
    return 'RE2 has no back-references: say that part with `+kubebuilder:validation:XValidation` in CEL'
  }
  if (/\\u[0-9a-fA-F]{4}/.test(pattern)) {
    return `write the character itself, or \`\\x{${/\\u([0-9a-fA-F]{4})/.exec(pattern)?.[1] ?? ''}}\``
  }
  return 'write the pattern in the syntax of RE2: https://github.com/google/re2/wiki/Syntax'
}
