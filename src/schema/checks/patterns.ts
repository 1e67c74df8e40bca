import type { CheckedNode } from './check-schema.ts'

/** Defers compiling the patterns of a node. The patterns that kops and Kubernetes write compile. */
export function checkPatterns({ schema, context, at, nameAt, isSaid }: CheckedNode): void {
  if (!isSaid('pattern')) return
  for (const { pattern } of [schema, ...(schema.allOf ?? [])]) {
    if (pattern === undefined) continue
    const [span, subject] = [at('pattern'), nameAt('pattern')]
    context.deferred.push({ kind: 'pattern', pattern, span, subject })
  }
}
