import type { ApplyConfiguration } from '../../apimachinery/apply-configuration.ts'
import { renderApiVersion } from '../../apimachinery/api-version.ts'
import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { ObjectKey, TypedObject } from './client.ts'

/** An object of any kind as what all kinds have: the compiler does not see it of a kind that it does not know. */
export function anyKind<T extends TypedObject>(
  object: DeepReadonly<T> | DeepReadonly<ApplyConfiguration<T>>,
): TypedObject {
  return object as TypedObject
}

/** What names an object. */
export function keyOf({ metadata }: TypedObject): ObjectKey {
  return { name: metadata?.name ?? '', namespace: metadata?.namespace }
}

/** The object with an `apiVersion` and a `kind`: its own, else those of the descriptor. Items of lists have none. */
export function withType<T extends TypedObject>(descriptor: ResourceDescriptor, object: T): T {
  if (object.apiVersion && object.kind) return object
  return { ...object, apiVersion: renderApiVersion(descriptor), kind: descriptor.kind }
}
