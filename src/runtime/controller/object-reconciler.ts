import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { Reader, ResourceOf, TypedObject } from '../client/client.ts'
import type { ReconcileContext, Reconciler, Result } from './reconciler.ts'

/** Makes the world as one object says. The object is shared with the cache and read-only: change a `mutableCopy`. */
export type ObjectReconcile<T> = (
  object: DeepReadonly<T>,
  context: ReconcileContext,
) => Promise<Result | void>

/** A reconciler that is given the object instead of its name, and is not called where there is none any more. */
export function objectReconciler<T extends TypedObject>(
  client: Reader,
  resource: ResourceOf<T>,
  reconcile: ObjectReconcile<T>,
): Reconciler {
  return {
    async reconcile({ namespace, name }, context) {
      const key = namespace === '' ? { name } : { namespace, name }
      const object = await client.get(resource, key, {
        // Reads of a cache rarely wait, and a signal costs more than such a read.
        get signal() {
          return context.signal
        },
      })
      return object && reconcile(object, context)
    },
  }
}
