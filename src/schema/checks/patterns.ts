import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { CheckedNode } from './check-schema.ts'

/** Leaves the patterns of a node to be compiled, with the default that they must admit. */
export function checkPatterns({ schema, context, at, nameAt, isSaid }: CheckedNode): void {
  // The patterns that kops and Kubernetes write compile.
  if (!isSaid('pattern') && !(isSaid('default') && schema.pattern !== undefined)) return
  const branches: readonly JSONSchemaProps[] = [schema, ...(schema.allOf ?? [])]
  for (const { pattern } of branches) {
    if (pattern === undefined) continue
    context.deferred.push({
      kind: 'pattern',
      pattern,
      span: at('pattern'),
      subject: nameAt('pattern'),
      samples:
        typeof schema.default === 'string' ? [{ text: schema.default, span: at('default') }] : [],
    })
  }
}
