import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'

/** A definition of the kind Thing of a group, whose objects hold anything. */
export function freeFormDefinition(
  group: string,
  scope: 'Namespaced' | 'Cluster' = 'Namespaced',
): CustomResourceDefinition {
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope,
      names: { kind: 'Thing', listKind: 'ThingList', plural: 'things', singular: 'thing' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema },
          subresources: { status: {} },
        },
      ],
    },
  }
}
