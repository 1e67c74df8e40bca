import { builtInResources } from '../kubernetes/facts.ts'

/**
 * Whether Kubernetes itself has a kind in a group of this name, or of this first label: `apps`,
 * `networking` for `networking.k8s.io`, `core` for the group without a name.
 */
export function isBuiltInKind(group: string, kind: string): boolean {
  const label = firstLabel(group)
  return Object.entries(builtInResources()).some(
    ([apiVersion, resources]) =>
      firstLabel(apiVersion.replace(/\/.*$/, '') || 'core') === label &&
      resources.some((resource) => resource.kind === kind),
  )
}

function firstLabel(group: string): string {
  return group.split('.')[0] ?? group
}
