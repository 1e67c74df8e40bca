import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { GroupVersionKind } from '../apimachinery/group-version-kind.ts'

/**
 * A CRD that takes any object of a kind, in the place of the true one, which another project brings: for tests of what
 * an operator does with such objects.
 */
export function standInDefinition(
  { group, version, kind }: GroupVersionKind,
  plural: string,
): CustomResourceDefinition {
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // Groups of Kubernetes' own domains ask for it.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, stands in for a test' },
    },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  }
}
