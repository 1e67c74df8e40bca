import { RE2JS } from 're2js'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { PatternCheck } from '../deferred-checks.ts'

/**
 * Compiles patterns as the API server does, and tries each on the values that it must admit. What is used
 * in many places is compiled once.
 */
export function checkPatterns(checks: readonly PatternCheck[], sink: DiagnosticSink): void {
  const known = new Map<string, RE2JS | string>()
  for (const check of checks) {
    const compiled = known.get(check.pattern) ?? compile(check.pattern)
    known.set(check.pattern, compiled)
    checkPattern(check, compiled, sink)
  }
}

function checkPattern(check: PatternCheck, compiled: RE2JS | string, sink: DiagnosticSink): void {
  if (typeof compiled === 'string') {
    sink.report(
      'schema/invalid-pattern',
      { subject: check.subject },
      {
        span: check.span,
        notes: [`${compiled}; the API server compiles patterns with RE2`],
        helps: [remedyFor(check.pattern)],
      },
    )
    return
  }
  for (const { text, span } of check.samples) {
    if (compiled.matcher(text).find()) continue
    sink.report(
      'schema/invalid-default',
      { subject: check.subject, problem: `\`${text}\` does not match its pattern` },
      { span, notes: [`the pattern is \`${check.pattern}\``], helps: ['change one of the two'] },
    )
  }
}

function compile(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    // The library throws for whatever it cannot compile; its text is what is said to the user.
    return error instanceof Error ? error.message : String(error)
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
