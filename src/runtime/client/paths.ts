import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import { checkPathSegment, pathSegment } from '../../apimachinery/path-segment.ts'
import type { ObjectKey } from './client.ts'

/** The URL path of a group version. Throws `PathSegmentError` where either is no segment of a path. */
export function groupVersionPath(group: string, version: string): string {
  const last = pathSegment('version', version)
  return group === '' ? `/api/${last}` : `/apis/${pathSegment('group', group)}/${last}`
}

/** The URL path of a resource's collection: in one namespace, or over all. Throws `PathSegmentError`. */
export function collectionPath(
  { group, version, plural, scope }: ResourceDescriptor,
  namespace: string | undefined,
): string {
  const inNamespace =
    scope === 'Namespaced' && namespace ? `/namespaces/${pathSegment('namespace', namespace)}` : ''
  return `${groupVersionPath(group, version)}${inNamespace}/${pathSegment('resource', plural)}`
}

/** The URL path of one object, or of one of its subresources. Throws `PathSegmentError`. */
export function objectPath(
  descriptor: ResourceDescriptor,
  { name, namespace }: ObjectKey,
  subresource?: string,
): string {
  const last = pathSegment(nameOf(descriptor), name)
  if (descriptor.scope === 'Namespaced' && !namespace) {
    throw new TypeError(
      `Expected a namespace for ${descriptor.kind} \`${name}\`: the kind is namespaced`,
    )
  }
  const path = `${collectionPath(descriptor, namespace)}/${last}`
  return subresource === undefined ? path : `${path}/${pathSegment('subresource', subresource)}`
}

/** Throws `PathSegmentError` where a key is that of no object: a cache would find another one under it. */
export function checkObjectKey(
  resource: { readonly kind: string },
  { name, namespace }: ObjectKey,
): void {
  checkPathSegment(nameOf(resource), name)
  if (namespace) checkPathSegment('namespace', namespace)
}

function nameOf({ kind }: { readonly kind: string }): string {
  return `name of ${kind}`
}
