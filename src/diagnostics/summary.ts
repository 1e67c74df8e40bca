import type { Diagnostic } from './diagnostic.ts'

/** How many of each severity: `2 errors, 1 warning`; empty where there is nothing. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const counts = (['error', 'warning'] as const).map((severity) => ({
    severity,
    count: diagnostics.filter((each) => each.severity === severity).length,
  }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ count, severity }) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ')
}
