import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import { isInvalid, isNotFound } from '../../apimachinery/status-errors.ts'
import type {
  Client,
  JsonPatchOperation,
  MutableObject,
  RequestOptions,
  ResourceOf,
  TypedObject,
} from '../client/client.ts'
import { anyKind } from '../client/object-identity.ts'
import type { Result } from './reconciler.ts'

/** Whether the object waits for this finalizer before it goes. */
export function containsFinalizer({ metadata }: TypedObject, finalizer: string): boolean {
  return metadata?.finalizers?.includes(finalizer) ?? false
}

/** Adds a finalizer to the object, which it changes; whether it was missing. */
export function addFinalizer(object: MutableObject, finalizer: string): boolean {
  if (containsFinalizer(object, finalizer)) return false
  const metadata = (object.metadata ??= {})
  metadata.finalizers = [...(metadata.finalizers ?? []), finalizer]
  return true
}

/** Takes a finalizer from the object, which it changes; whether it was there. */
export function removeFinalizer(object: MutableObject, finalizer: string): boolean {
  const { metadata } = object
  if (!metadata?.finalizers || !containsFinalizer(object, finalizer)) return false
  metadata.finalizers = metadata.finalizers.filter((each) => each !== finalizer)
  return true
}

/** Which finalizer, and what has to be done before an object may go. */
export interface FinalizerFlow<T> extends RequestOptions {
  /** A qualified name: `apps.my.domain/cleanup`. */
  readonly finalizer: string
  /** The object is wanted. It carries the finalizer. */
  readonly reconcile: (object: DeepReadonly<T>) => Promise<Result | void>
  /**
   * The object is being deleted: undo what is outside of it. Called again until it resolves without a
   * `requeueAfterMs`, and only then is the object let go.
   */
  readonly finalize: (object: DeepReadonly<T>) => Promise<Result | void>
}

/** How often a change of the finalizers is tried against others' changes. */
const mostTries = 5

/**
 * Runs `reconcile` for an object that carries the finalizer, which is added first, and `finalize` once it is being
 * deleted. An object that is being deleted without the finalizer is left alone: its clean-up is done, or it never was
 * reconciled. Finalizers are changed by JSON patches that test what they change, so others' are never lost.
 */
export async function withFinalizer<T extends TypedObject>(
  { client, resource, object }: FinalizedObject<T>,
  { finalizer, reconcile, finalize, signal }: FinalizerFlow<T>,
): Promise<Result | void> {
  const change = { client, resource, object, finalizer, signal }
  if (!isDeleting(object)) {
    const held = containsFinalizer(anyKind<T>(object), finalizer)
      ? object
      : await changeFinalizers(change, addition)
    // It is being deleted, or gone, since it was read: the next event tells of it.
    if (held === undefined || isDeleting(held)) return undefined
    return await reconcile(held)
  }
  if (!containsFinalizer(anyKind<T>(object), finalizer)) return undefined
  const result = await finalize(object)
  if ((result?.requeueAfterMs ?? 0) > 0) return result
  await changeFinalizers(change, removal)
  return result
}

/** An object, its kind, and the client to change it with. */
export interface FinalizedObject<T extends TypedObject> {
  readonly client: Client
  readonly resource: ResourceOf<T>
  /** As it was read. */
  readonly object: DeepReadonly<T>
}

interface FinalizerChange<T extends TypedObject> extends FinalizedObject<T> {
  readonly finalizer: string
  readonly signal: AbortSignal | undefined
}

type PlanChange = (object: TypedObject, finalizer: string) => readonly JsonPatchOperation[]

function isDeleting<T extends TypedObject>(object: DeepReadonly<T>): boolean {
  return anyKind<T>(object).metadata?.deletionTimestamp !== undefined
}

/** Patches the finalizers; where they changed meanwhile, reads them again. `undefined` where the object is gone. */
async function changeFinalizers<T extends TypedObject>(
  { client, resource, object, finalizer, signal }: FinalizerChange<T>,
  plan: PlanChange,
): Promise<DeepReadonly<T> | undefined> {
  let current = anyKind<T>(object)
  const { name = '', namespace, uid } = current.metadata ?? {}
  const key = { name, namespace }
  const options = signal === undefined ? {} : { signal }
  for (let tries = 1; ; tries++) {
    const operations = plan(current, finalizer)
    if (operations.length === 0) return current as DeepReadonly<T>
    const patch = { type: 'json', operations: [...sameObject(uid), ...operations] } as const
    try {
      return await client.patch(resource, key, patch, options)
    } catch (error) {
      if (isNotFound(error)) return undefined
      // `Invalid` is what a failed `test` gives.
      if (!isInvalid(error) || tries === mostTries) throw error
    }
    // An empty merge patch answers with the newest object; a cached read may not have it yet.
    const newest = await client
      .patch(resource, key, { type: 'merge', value: {} }, options)
      .catch((error: unknown) => noneWhereGone(error))
    if (newest === undefined || newest.metadata?.uid !== uid) return undefined
    current = newest
  }
}

function noneWhereGone(error: unknown): undefined {
  if (isNotFound(error)) return undefined
  throw error
}

/** Another object of the same name is none of our business. */
function sameObject(uid: string | undefined): readonly JsonPatchOperation[] {
  return uid === undefined ? [] : [{ op: 'test', path: '/metadata/uid', value: uid }]
}

const addition: PlanChange = (object, finalizer) => {
  const { finalizers = [] } = object.metadata ?? {}
  if (finalizers.includes(finalizer)) return []
  const path = '/metadata/finalizers'
  return finalizers.length === 0
    ? [
        { op: 'test', path, value: null },
        { op: 'add', path, value: [finalizer] },
      ]
    : [
        { op: 'test', path, value: finalizers },
        { op: 'add', path: `${path}/-`, value: finalizer },
      ]
}

const removal: PlanChange = (object, finalizer) => {
  const index = object.metadata?.finalizers?.indexOf(finalizer) ?? -1
  if (index < 0) return []
  const path = `/metadata/finalizers/${index}`
  return [
    { op: 'test', path, value: finalizer },
    { op: 'remove', path },
  ]
}
