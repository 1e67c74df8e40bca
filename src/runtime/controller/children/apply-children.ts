import { createHash } from 'node:crypto'
import { renderApiVersion } from '../../../apimachinery/api-version.ts'
import { mutableCopy, type DeepReadonly } from '../../../apimachinery/deep-readonly.ts'
import type { ResourceDescriptor } from '../../../apimachinery/group-version-kind.ts'
import { isConflict, isNotFound } from '../../../apimachinery/status-errors.ts'
import type { Client, MutableObject, ObjectKey, TypedObject } from '../../client/client.ts'
import { anyKind } from '../../client/object-identity.ts'
import { NoKindMatchError } from '../../client/resource-mapper.ts'
import { AlreadyOwnedError, controllerOf, setControllerReference } from '../owner-references.ts'
import { ChildMemory, type AppliedChild, type AppliedSet } from './child-memory.ts'
import { isApplied } from './field-ownership.ts'
import { fingerprint, project } from './projection.ts'
import { readinessOf, type Readiness } from './readiness.ts'

/** The labels by which children are found again: the uid of their owner, and who applied them. */
export const ownerLabel = 'kops.dev/owner-uid'
export const appliedByLabel = 'kops.dev/applied-by'

/** A kind of children. */
export type ChildKind = ResourceDescriptor<TypedObject>

/** The objects of a kind. */
export type ChildOf<Kind extends ChildKind> =
  Kind extends ResourceDescriptor<infer Object> ? Object : never

/** How children are applied, and which kinds are pruned. */
export interface ApplyChildrenOptions<Kind extends ChildKind = ChildKind> {
  /** Reads from the cache, as the manager's client does, and writes. */
  readonly client: Client
  /**
   * Every kind that the owner ever has children of, also those of which none is wanted now: children are looked for
   * among these when they are pruned.
   */
  readonly kinds: readonly Kind[]
  /**
   * Owns the applied fields. Always the same for the same children, and no other controller's: children of another one
   * are not pruned, and fields that it applied stay where they are no longer wanted.
   */
  readonly fieldManager: string
  /** Kind of the owner, where the owner itself does not say it. */
  readonly ownerKind?: ResourceDescriptor
  /** Whether children that are no longer wanted are deleted. Default: true. */
  readonly prune?: boolean
  /**
   * What happens while the owner is being deleted. `refuse`, the default, sends no request and rejects with an
   * `ApplyChildrenError` of reason `OwnerDeleting`. `update` updates the children that exist and creates none, for
   * children that a finalizer of the owner still needs.
   */
  readonly whileDeleting?: 'refuse' | 'update'
  readonly signal?: AbortSignal
}

/** What was done with one child. */
export type ChildOperation = 'created' | 'applied' | 'unchanged' | 'pruned'

/** What became of one child. */
export interface Child {
  readonly kind: string
  readonly key: ObjectKey
  readonly operation: ChildOperation
  /** Whether it is ready; a pruned one never is. */
  readonly readiness: Readiness
  /** As the server has it. */
  readonly object: TypedObject
}

/** What `applyChildren` did, and how the children are. */
export interface AppliedChildren {
  /** In the order in which they were wanted, then those that were pruned. */
  readonly children: readonly Child[]
  /** Whether all that are wanted are ready. One that is missing while the owner is being deleted is not. */
  readonly isReady: boolean
}

/** Why `applyChildren` rejects with an `ApplyChildrenError`. */
export type ApplyChildrenReason =
  /** Several children could not be applied; the others were. `errors` holds one error for each. */
  | 'ChildrenFailed'
  /** The owner is being deleted. No request was sent. */
  | 'OwnerDeleting'

/** Children could not be applied. */
export class ApplyChildrenError extends AggregateError {
  override readonly name = 'ApplyChildrenError'
  readonly reason: ApplyChildrenReason

  constructor(reason: ApplyChildrenReason, message: string, errors: readonly unknown[] = []) {
    super(errors, message)
    this.reason = reason
  }
}

const memories = new WeakMap<Client, ChildMemory>()

/**
 * Makes the children of an owner as they are wanted: each is applied by the server with the owner as its controller
 * and with `ownerLabel`, and those of `kinds` that the owner has beyond them are deleted. Say all that you want of a
 * child and nothing else: fields that you leave out are others' to set, and fields that you said before are removed.
 *
 * Nothing is written where nothing changed. What was wanted last and the server's answer to it are remembered as
 * fingerprints: while the wanted child and the answered fields stay the same there is no request. Without a memory,
 * after a restart, the child's own `managedFields` and values are compared; where those leave a doubt (a quantity that
 * the server spells in another way), it is applied once more, which changes nothing there.
 *
 * Children are applied in order, and one that fails does not stop the others; then nothing is pruned, and the error
 * is thrown. A child that another controller manages is an `AlreadyOwnedError`; one that nobody manages is adopted.
 *
 * An owner with a `deletionTimestamp` gets no children: the garbage collector deletes them while it waits for the last
 * one to be gone, and would never end. Return before the call, or see `whileDeleting`.
 */
export async function applyChildren<Kind extends ChildKind>(
  owner: TypedObject,
  wanted: readonly DeepReadonly<ChildOf<Kind>>[],
  options: ApplyChildrenOptions<Kind>,
): Promise<AppliedChildren> {
  if (isDeleting(owner) && options.whileDeleting !== 'update') throw ownerDeleting(owner)
  const memory = memories.get(options.client) ?? new ChildMemory()
  memories.set(options.client, memory)
  const set = `${owner.metadata?.uid} ${options.fieldManager}`
  const run = new ChildrenRun(owner, options, memory.recall(set))
  let isPruned = false
  try {
    const applied = await run.apply(wanted.map((child) => anyKind<ChildOf<Kind>>(child)))
    const pruned = options.prune === false ? [] : await run.prune()
    isPruned = options.prune !== false && run.hasSeenAll
    return summarize(wanted.length, applied, pruned)
  } finally {
    memory.remember(set, run.remember(isPruned))
  }
}

function summarize(
  wanted: number,
  applied: readonly Child[],
  pruned: readonly Child[],
): AppliedChildren {
  const ready = applied.filter(({ readiness }) => readiness.state === 'ready')
  return { children: [...applied, ...pruned], isReady: ready.length === wanted }
}

function isDeleting({ metadata }: TypedObject): boolean {
  return metadata?.deletionTimestamp !== undefined
}

function ownerDeleting({ kind = 'the owner', metadata = {} }: TypedObject): ApplyChildrenError {
  const { namespace, name = '' } = metadata
  const id = namespace === undefined ? name : `${namespace}/${name}`
  return new ApplyChildrenError(
    'OwnerDeleting',
    `${kind} ${id} is being deleted and gets no children: return before \`applyChildren\`, or pass \`whileDeleting: 'update'\` to update those that exist`,
  )
}

/** An object that may be deleted. */
interface Prunable {
  readonly kind: ChildKind
  readonly object: TypedObject
}

/** One call for one owner. */
class ChildrenRun {
  readonly #owner: TypedObject
  readonly #options: ApplyChildrenOptions
  readonly #before: AppliedSet | undefined
  /** The wanted ones, by key. */
  readonly #wanted = new Set<string>()
  /** What is known of those that were applied. */
  readonly #states = new Map<string, AppliedChild>()
  /** Whether children of each of `kinds` were looked for. */
  hasSeenAll = true

  constructor(owner: TypedObject, options: ApplyChildrenOptions, before: AppliedSet | undefined) {
    this.#owner = owner
    this.#options = options
    this.#before = before
  }

  async apply(wanted: readonly TypedObject[]): Promise<readonly Child[]> {
    const children: Child[] = []
    const errors: unknown[] = []
    for (const each of wanted) {
      try {
        const child = await this.#applyOne(each)
        if (child !== undefined) children.push(child)
      } catch (error) {
        this.#options.signal?.throwIfAborted()
        errors.push(error)
      }
    }
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) {
      const message = `${errors.length} of ${wanted.length} children failed`
      throw new ApplyChildrenError('ChildrenFailed', message, errors)
    }
    return children
  }

  /** Deletes what is owned and not wanted. Nothing is looked for where all that was applied before still is wanted. */
  async prune(): Promise<readonly Child[]> {
    const before = this.#before
    if (before?.isPruned && [...before.children.keys()].every((key) => this.#wanted.has(key))) {
      return []
    }
    const lists = await Promise.all(this.#options.kinds.map((kind) => this.#prunableIfServed(kind)))
    const pruned: Child[] = []
    for (const { kind, object } of lists.flat()) pruned.push(await this.#delete(kind, object))
    return pruned
  }

  /** What is known now. Where not everything went well, what was known before still is. */
  remember(isPruned: boolean): AppliedSet {
    if (isPruned) return { children: this.#states, isPruned }
    const before = this.#before?.children ?? []
    return {
      children: new Map([...before, ...this.#states]),
      isPruned: this.#before?.isPruned ?? false,
    }
  }

  /** `undefined` where the child is missing and the owner is being deleted. */
  async #applyOne(child: TypedObject): Promise<Child | undefined> {
    const { client, signal } = this.#options
    const resource = this.#resourceOf(child)
    const desired = this.#complete(child, resource)
    const key = keyOf(desired)
    const id = childKey(resource, key)
    this.#wanted.add(id)
    const live = await client.get(resource, key, { signal })
    if (live !== undefined) this.#refuseForeign(live)
    const known = live && this.#knownState(desired, live, id)
    if (known !== undefined) this.#states.set(id, known)
    // One that is being deleted is applied anew when it is gone: its last event brings the owner back here.
    if (live !== undefined && (isDeleting(live) || known !== undefined)) {
      return describe('unchanged', { resource, key, object: live })
    }
    const object = isDeleting(this.#owner)
      ? live && (await this.#update(resource, desired, live))
      : await this.#write(resource, desired)
    if (object === undefined) return undefined
    this.#states.set(id, stateOf(desired, object))
    return describe(live === undefined ? 'created' : 'applied', { resource, key, object })
  }

  #write(resource: ChildKind, desired: TypedObject): Promise<TypedObject> {
    const { client, fieldManager, signal } = this.#options
    const options = { fieldManager, force: true, ...(signal && { signal }) }
    return client.apply(resource, desired, options)
  }

  /** Applies to the object that was read and to no other: the API server creates nothing for an apply with a uid. */
  async #update(
    resource: ChildKind,
    desired: TypedObject,
    { metadata: { uid = '' } = {} }: TypedObject,
  ): Promise<TypedObject | undefined> {
    try {
      return await this.#write(resource, { ...desired, metadata: { ...desired.metadata, uid } })
    } catch (error) {
      // It is gone meanwhile. A forced apply meets no other conflict.
      if (isConflict(error)) return undefined
      throw error
    }
  }

  /** The state of a child that needs no write; `undefined` where it needs one. */
  #knownState(desired: TypedObject, live: TypedObject, key: string): AppliedChild | undefined {
    const before = this.#before?.children.get(key)
    const wanted = fingerprint(desired)
    const { uid, resourceVersion } = live.metadata ?? {}
    if (before === undefined || before.uid !== uid) {
      const isCertain = isApplied(desired, live, this.#options.fieldManager)
      return isCertain ? stateOf(desired, live) : undefined
    }
    if (before.wanted !== wanted) return undefined
    if (before.resourceVersion === resourceVersion) return before
    const now = stateOf(desired, live)
    return now.stored === before.stored ? now : undefined
  }

  #refuseForeign(live: TypedObject): void {
    const controller = controllerOf(live)
    if (controller === undefined || controller.uid === this.#owner.metadata?.uid) return
    throw new AlreadyOwnedError(live, controller)
  }

  /** The child with its owner, the labels, and the owner's namespace where it says none. */
  #complete(child: TypedObject, { scope }: ChildKind): TypedObject {
    const { ownerKind } = this.#options
    const { metadata: { labels, ...named } = {} } = mutableCopy<MutableObject>(child)
    const namespace = scope === 'Namespaced' ? this.#owner.metadata?.namespace : undefined
    const metadata = {
      ...(namespace !== undefined && { namespace }),
      ...named,
      labels: { ...labels, ...this.#labels() },
    }
    const completed = { ...child, metadata }
    setControllerReference(this.#owner, completed, ownerKind && { ownerKind })
    return completed
  }

  #labels(): Readonly<Record<string, string>> {
    const { fieldManager } = this.#options
    return {
      [ownerLabel]: this.#owner.metadata?.uid ?? '',
      [appliedByLabel]: labelValue(fieldManager),
    }
  }

  #resourceOf({ apiVersion, kind }: TypedObject): ChildKind {
    const found = this.#options.kinds.find(
      (each) => each.kind === kind && renderApiVersion(each) === apiVersion,
    )
    if (found !== undefined) return found
    throw new TypeError(
      `Expected each child to be one of \`kinds\`, got ${apiVersion ?? 'no apiVersion'} ${kind ?? 'and no kind'}`,
    )
  }

  /** A kind that the API server does not serve has no children now; it is looked at again the next time. */
  async #prunableIfServed(kind: ChildKind): Promise<readonly Prunable[]> {
    try {
      return await this.#prunable(kind)
    } catch (error) {
      if (!(error instanceof NoKindMatchError)) throw error
      this.hasSeenAll = false
      return []
    }
  }

  async #prunable(kind: ChildKind): Promise<readonly Prunable[]> {
    const { client, signal } = this.#options
    const { uid = '', namespace } = this.#owner.metadata ?? {}
    const isElsewhere = namespace !== undefined && kind.scope === 'Cluster'
    if (isElsewhere) return []
    const labelSelector = this.#labels()
    const { items } = await client.list(kind, { namespace, labelSelector, signal })
    return items
      .filter((object) => controllerOf(object)?.uid === uid)
      .filter((object) => object.metadata?.deletionTimestamp === undefined)
      .filter((object) => !this.#wanted.has(childKey(kind, keyOf(object))))
      .map((object) => ({ kind, object }))
  }

  async #delete(kind: ChildKind, object: TypedObject): Promise<Child> {
    const { client, signal } = this.#options
    const { uid } = object.metadata ?? {}
    const key = keyOf(object)
    try {
      await client.delete(kind, key, {
        propagationPolicy: 'Background',
        ...(uid !== undefined && { preconditions: { uid } }),
        ...(signal && { signal }),
      })
    } catch (error) {
      // Somebody else was faster.
      if (!isNotFound(error)) throw error
    }
    const readiness: Readiness = { state: 'progressing', message: 'it is being deleted' }
    return { kind: kind.kind, key, operation: 'pruned', readiness, object }
  }
}

function stateOf(desired: TypedObject, object: TypedObject): AppliedChild {
  const { uid = '', resourceVersion = '' } = object.metadata ?? {}
  return {
    wanted: fingerprint(desired),
    uid,
    resourceVersion,
    stored: fingerprint(project(object, desired)),
  }
}

function describe(
  operation: ChildOperation,
  child: { readonly resource: ChildKind; readonly key: ObjectKey; object: TypedObject },
): Child {
  const { resource, key, object } = child
  // Built-in kinds in lists do not say what they are.
  const { kind } = resource
  const typed = { ...object, apiVersion: renderApiVersion(resource), kind }
  return { kind, key, operation, readiness: readinessOf(typed), object }
}

function keyOf({ metadata }: TypedObject): ObjectKey {
  const { name, namespace } = metadata ?? {}
  if (name) return { name, namespace }
  throw new TypeError(
    'Expected each child to have metadata.name: generated names cannot be applied',
  )
}

/** A field manager as the value of a label: itself, or a digest where that is none. */
function labelValue(text: string): string {
  if (/^[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/.test(text)) return text
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}

function childKey({ group, kind }: ChildKind, { name, namespace = '' }: ObjectKey): string {
  return `${kind}.${group}/${namespace}/${name}`
}
