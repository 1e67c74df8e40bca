import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { Patch } from './client.ts'

const contentTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

/** The groups of Kubernetes' own kinds, whose Go types say how lists are merged. */
const ownGroups: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
])

/** The body of a patch, and the content type that says how to read it. */
export function patchBody(
  { group, kind }: ResourceDescriptor,
  patch: Patch,
): { readonly body: unknown; readonly contentType: string } {
  if (patch.type === 'strategic' && !ownGroups.has(group)) {
    throw new TypeError(
      `Expected a merge or JSON patch, or apply, for ${kind} of ${group}: strategic merge is for Kubernetes' own kinds`,
    )
  }
  const body = patch.type === 'json' ? patch.operations : patch.value
  return { body, contentType: contentTypes[patch.type] }
}
