import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'

/** Integer or string, in the one form that the API server takes: this order, and no `type`. */
export function intOrString(): JSONSchemaProps {
  return {
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer' }, { type: 'string' }],
  }
}
