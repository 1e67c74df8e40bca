import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'

/** Returns whether a value is a null that its schema does not admit. */
export function isRefusedNull(value: unknown, { nullable }: JSONSchemaProps): boolean {
  return value === null && nullable !== true
}
