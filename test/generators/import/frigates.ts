/** A definition that is right, to be made wrong in one place. */
export const frigates = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: frigates.ship.example.org
spec:
  group: ship.example.org
  names:
    kind: Frigate
    plural: frigates
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              guns: {type: integer}
`

/** The same with another schema of the spec. */
export function withSpec(schema: string): string {
  const text = frigates.replace(/ {10}spec:[^]*$/, `          spec: ${schema}\n`)
  if (text === frigates) throw new Error('the definition has no spec to replace')
  return text
}

/** The text with one part of it changed. */
export function changed(from: string | RegExp, to: string): string {
  const text = frigates.replace(from, to)
  if (text === frigates) throw new Error(`the definition does not hold ${String(from)}`)
  return text
}
