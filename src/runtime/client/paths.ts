import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { ObjectKey } from './client.ts'

/** The URL path of a resource's collection: in one namespace, or over all. */
export function collectionPath(
  { group, version, plural, scope }: ResourceDescriptor,
  namespace: string | undefined,
): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const inNamespace =
    scope === 'Namespaced' && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : ''
  return `${root}${inNamespace}/${plural}`
}

/** The URL path of one object. */
export function objectPath(descriptor: ResourceDescriptor, { name, namespace }: ObjectKey): string {
  if (name === '')
    throw new TypeError(`Expected the name of a ${descriptor.kind}, got an empty string`)
  if (descriptor.scope === 'Namespaced' && !namespace) {
    throw new TypeError(
      `Expected a namespace for ${descriptor.kind} \`${name}\`: the kind is namespaced`,
    )
  }
  return `${collectionPath(descriptor, namespace)}/${encodeURIComponent(name)}`
}
