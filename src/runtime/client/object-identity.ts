import { renderApiVersion } from '../../apimachinery/api-version.ts'
import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { ObjectKey, TypedObject } from './client.ts'

/** What names an object. */
export function keyOf({ metadata }: TypedObject): ObjectKey {
  return { name: metadata?.name ?? '', namespace: metadata?.namespace }
}

/** The object with an `apiVersion` and a `kind`: its own, else those of the descriptor. Items of lists have none. */
export function withType<T extends TypedObject>(descriptor: ResourceDescriptor, object: T): T {
  if (object.apiVersion && object.kind) return object
  return { ...object, apiVersion: renderApiVersion(descriptor), kind: descriptor.kind }
}
