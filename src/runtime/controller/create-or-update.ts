import { renderApiVersion } from '../../apimachinery/api-version.ts'
import { mutableCopy, type DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type {
  Client,
  ObjectKey,
  RequestOptions,
  ResourceOf,
  TypedObject,
} from '../client/client.ts'
import { isJsonEqual, isJsonObject } from './json-equality.ts'
import { createMergePatch } from './merge-patch.ts'

/** What became of the object. Each completes the sentence "Deployment default/shop was …". */
export type OperationResult =
  'unchanged' | 'created' | 'updated' | 'updatedStatus' | 'updatedStatusOnly'

/** What was done, and the object as it is now. */
export interface Operation<T> {
  readonly result: OperationResult
  /** The object as stored. */
  readonly object: DeepReadonly<T>
}

/** Which object, and how it has to be. */
export interface CreateOrUpdateOptions<T> extends RequestOptions {
  readonly key: ObjectKey
  /**
   * Makes the object as it is wanted: a copy of what is there, or one with a name alone where nothing is. Set the
   * fields that you want and leave the others.
   */
  readonly mutate: (object: T) => void | Promise<void>
}

/**
 * Creates an object, or updates it where `mutate` changes it. A field that the server sets to something else than
 * `mutate` does is written at each call: set it as the server does, or use server-side apply. Changes to the status
 * are not written.
 */
export async function createOrUpdate<T extends TypedObject>(
  client: Client,
  resource: ResourceOf<T>,
  { key, mutate, signal }: CreateOrUpdateOptions<T>,
): Promise<Operation<T>> {
  const existing = await client.get(resource, key, { signal })
  const object = existing ? mutableCopy<T>(existing) : newObject<T>(resource, key)
  await mutateInPlace(object, key, mutate)
  const wanted = tidy(object)
  if (existing === undefined) {
    const created = await client.create(resource, wanted, requestOptions(signal))
    return { result: 'created', object: created }
  }
  if (isJsonEqual(wanted, tidy(mutableCopy<T>(existing)))) {
    return { result: 'unchanged', object: existing }
  }
  return {
    result: 'updated',
    object: await client.update(resource, wanted, requestOptions(signal)),
  }
}

/**
 * Creates an object, or patches what `mutate` changes of it, its status included. The patch is a merge patch of the
 * changed fields: it does not touch what others change meanwhile, but lists are replaced whole.
 */
export async function createOrPatch<T extends TypedObject>(
  client: Client,
  resource: ResourceOf<T>,
  { key, mutate, signal }: CreateOrUpdateOptions<T>,
): Promise<Operation<T>> {
  const options = requestOptions(signal)
  const existing = await client.get(resource, key, { signal })
  const object = existing ? mutableCopy<T>(existing) : newObject<T>(resource, key)
  await mutateInPlace(object, key, mutate)
  const wanted = splitStatus(tidy(object))
  if (existing === undefined) {
    const created = await client.create(resource, wanted.rest as T, options)
    if (wanted.status === undefined) return { result: 'created', object: created }
    const patch = { type: 'merge', value: { status: wanted.status } } as const
    return { result: 'created', object: await client.status.patch(resource, key, patch, options) }
  }
  const before = splitStatus(tidy(mutableCopy<T>(existing)))
  const restPatch = createMergePatch(before.rest, wanted.rest)
  const statusPatch = createMergePatch({ status: before.status }, { status: wanted.status })
  let stored: DeepReadonly<T> = existing
  if (restPatch !== undefined) {
    stored = await client.patch(resource, key, { type: 'merge', value: restPatch }, options)
  }
  if (statusPatch !== undefined) {
    const patch = { type: 'merge', value: statusPatch } as const
    stored = await client.status.patch(resource, key, patch, options)
  }
  return { result: patchResult(restPatch, statusPatch), object: stored }
}

function patchResult(
  restPatch: object | undefined,
  statusPatch: object | undefined,
): OperationResult {
  if (restPatch === undefined) return statusPatch === undefined ? 'unchanged' : 'updatedStatusOnly'
  return statusPatch === undefined ? 'updated' : 'updatedStatus'
}

function newObject<T extends TypedObject>(resource: ResourceOf<T>, key: ObjectKey): T {
  const { name, namespace } = key
  const metadata = namespace === undefined ? { name } : { name, namespace }
  const object: TypedObject = {
    apiVersion: renderApiVersion(resource),
    kind: resource.kind,
    metadata,
  }
  return object as T
}

async function mutateInPlace<T extends TypedObject>(
  object: T,
  key: ObjectKey,
  mutate: CreateOrUpdateOptions<T>['mutate'],
): Promise<void> {
  await mutate(object)
  const { name, namespace } = object.metadata ?? {}
  if (name === key.name && (namespace ?? '') === (key.namespace ?? '')) return
  throw new TypeError('`mutate` cannot change the name or namespace of the object')
}

/** Drops empty maps and lists of the metadata, which the server does not keep. */
function tidy<T extends TypedObject>(object: T): T {
  const { metadata } = object
  for (const [name, value] of Object.entries(metadata ?? {})) {
    const isEmpty = isJsonObject(value) ? Object.keys(value).length === 0 : isEmptyList(value)
    if (isEmpty) Reflect.deleteProperty(metadata ?? {}, name)
  }
  return object
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function splitStatus(object: TypedObject): {
  readonly rest: Readonly<Record<string, unknown>>
  readonly status: unknown
} {
  const { status, ...rest } = object as TypedObject & { readonly status?: unknown }
  return { rest, status }
}

function requestOptions(signal: AbortSignal | undefined): RequestOptions {
  return signal === undefined ? {} : { signal }
}
