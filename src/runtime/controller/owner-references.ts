import { parseApiVersion, renderApiVersion } from '../../apimachinery/api-version.ts'
import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import type { ObjectMeta, OwnerReference } from '../../apimachinery/object-meta.ts'
import type { MutableObject, TypedObject } from '../client/client.ts'

/** An object that another controller manages already: an object has one managing controller at most. */
export class AlreadyOwnedError extends Error {
  override readonly name = 'AlreadyOwnedError'
  /** The controller that has it. */
  readonly owner: Readonly<OwnerReference>

  constructor(object: TypedObject, owner: Readonly<OwnerReference>) {
    const { namespace, name } = object.metadata ?? {}
    super(
      `${namespace === undefined ? '' : `${namespace}/`}${name} is managed by ${owner.kind} ${owner.name} already`,
    )
    this.owner = owner
  }
}

/** A reference that Kubernetes would not follow, or that would delete the wrong thing. */
export class InvalidOwnerError extends Error {
  override readonly name = 'InvalidOwnerError'
}

/** What an owner reference says beside the owner. */
export interface OwnerReferenceOptions {
  /** Kind of the owner, where the object itself does not say it. */
  readonly ownerKind?: GroupVersionKind
  /** Whether the owner waits for this object when it is deleted in the foreground. */
  readonly blockOwnerDeletion?: boolean
}

/**
 * Makes `owner` the managing controller of `object`, which goes when the owner goes. Changes `object`. Throws
 * `AlreadyOwnedError` where another object is that, and `InvalidOwnerError` where Kubernetes forbids it.
 */
export function setControllerReference(
  owner: TypedObject,
  object: MutableObject,
  { blockOwnerDeletion = true, ...options }: OwnerReferenceOptions = {},
): void {
  checkOwner(owner, object)
  const reference = { ...referenceTo(owner, options), controller: true, blockOwnerDeletion }
  const existing = controllerOf(object)
  if (existing !== undefined && !isSameOwner(existing, reference)) {
    throw new AlreadyOwnedError(object, existing)
  }
  upsertOwner(object, reference)
}

/** Makes `owner` one of the owners of `object`, which goes when the last of them goes. Changes `object`. */
export function setOwnerReference(
  owner: TypedObject,
  object: MutableObject,
  options: OwnerReferenceOptions = {},
): void {
  checkOwner(owner, object)
  const { blockOwnerDeletion } = options
  upsertOwner(object, {
    ...referenceTo(owner, options),
    ...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }),
  })
}

/** The reference to the managing controller. */
export function controllerOf({ metadata }: TypedObject): Readonly<OwnerReference> | undefined {
  return metadata?.ownerReferences?.find(({ controller }) => controller === true)
}

/** Whether any controller manages the object. */
export function hasControllerReference(object: TypedObject): boolean {
  return controllerOf(object) !== undefined
}

/** Whether `owner` is among the owners: by group, kind and name, in any version. */
export function hasOwnerReference(
  owner: TypedObject,
  object: TypedObject,
  options: OwnerReferenceOptions = {},
): boolean {
  const reference = identityOf(owner, options)
  return object.metadata?.ownerReferences?.some((each) => isSameOwner(each, reference)) ?? false
}

/** Takes `owner` from the owners of `object`, which it changes; whether it was there. */
export function removeOwnerReference(
  owner: TypedObject,
  object: MutableObject,
  options: OwnerReferenceOptions = {},
): boolean {
  const reference = identityOf(owner, options)
  return removeOwners(object, (each) => isSameOwner(each, reference))
}

/** Takes `owner` from the owners of `object` where it is its managing controller; whether it was. */
export function removeControllerReference(
  owner: TypedObject,
  object: MutableObject,
  options: OwnerReferenceOptions = {},
): boolean {
  const reference = identityOf(owner, options)
  return removeOwners(object, (each) => each.controller === true && isSameOwner(each, reference))
}

function groupOf(apiVersion: string): string | undefined {
  return parseApiVersion(apiVersion)?.group
}

function isSameOwner(
  left: Omit<OwnerReference, 'uid'>,
  right: Omit<OwnerReference, 'uid'>,
): boolean {
  return (
    left.kind === right.kind &&
    left.name === right.name &&
    groupOf(left.apiVersion) === groupOf(right.apiVersion)
  )
}

/** What names an owner. Kinds that come from lists may not say what they are. */
function identityOf(
  { apiVersion, kind, metadata }: TypedObject,
  { ownerKind }: OwnerReferenceOptions,
): Omit<OwnerReference, 'uid'> {
  const ownVersion = ownerKind && renderApiVersion(ownerKind)
  const identity = {
    apiVersion: ownVersion ?? apiVersion,
    kind: ownerKind?.kind ?? kind,
    name: metadata?.name,
  }
  if (!identity.apiVersion || !identity.kind || !identity.name) {
    throw new InvalidOwnerError(
      'the owner has no apiVersion, kind or name: give its descriptor as `ownerKind`',
    )
  }
  return { apiVersion: identity.apiVersion, kind: identity.kind, name: identity.name }
}

function referenceTo(owner: TypedObject, options: OwnerReferenceOptions): OwnerReference {
  const { uid } = owner.metadata ?? {}
  if (uid) return { ...identityOf(owner, options), uid }
  throw new InvalidOwnerError('the owner has no uid: only an object that the server has can own')
}

function checkOwner({ metadata: owner }: TypedObject, { metadata: object }: TypedObject): void {
  if (!owner?.namespace || owner.namespace === object?.namespace) return
  throw new InvalidOwnerError(
    object?.namespace
      ? `an owner in namespace ${owner.namespace} cannot own an object in ${object.namespace}`
      : `an owner in namespace ${owner.namespace} cannot own a cluster-scoped object; if the object has a namespace, set metadata.namespace`,
  )
}

function upsertOwner(object: MutableObject, reference: OwnerReference): void {
  const metadata: ObjectMeta = (object.metadata ??= {})
  const references = metadata.ownerReferences ?? []
  const index = references.findIndex((each) => isSameOwner(each, reference))
  metadata.ownerReferences =
    index < 0 ? [...references, reference] : references.with(index, reference)
}

function removeOwners(
  { metadata }: MutableObject,
  isRemoved: (reference: OwnerReference) => boolean,
): boolean {
  const references = metadata?.ownerReferences
  const kept = references?.filter((each) => !isRemoved(each))
  if (!metadata || !kept || kept.length === references?.length) return false
  metadata.ownerReferences = kept
  return true
}
