import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import { compareResourceVersions } from '../../apimachinery/resource-version.ts'
import type { TypedObject } from '../client/client.ts'
import { NoKindMatchError } from '../client/resource-mapper.ts'
import type { Clock } from '../clock/clock.ts'
import type { Reflector } from './reflector.ts'
import type { Incident } from './reflector-machine.ts'
import { SyncGate } from './sync-gate.ts'

/** How long reads wait for a kind that the API server refuses to list or watch: a role may be on its way. */
const refusedMs = 10_000
/** How long they wait for one that it fails to list. */
const failingMs = 120_000

export interface ScopeOptions {
  /** The namespace, or `undefined` for all. */
  readonly namespace: string | undefined
  readonly gvk: GroupVersionKind
  readonly clock: Clock
}

/** The part of a store that one reflector fills: one namespace, or all. */
export class Scope<T extends TypedObject> {
  readonly #options: ScopeOptions
  readonly #gate: SyncGate
  readonly reflector: Reflector<T>
  /** Up to where the store reflects the objects of this scope. */
  resourceVersion = ''
  hasSynced = false
  /** Whether it had synced once. */
  wasListed = false
  /** The last failure, as long as nothing came after it. */
  lastError: unknown

  constructor(options: ScopeOptions, newReflector: (scope: Scope<T>) => Reflector<T>) {
    this.#options = options
    this.#gate = new SyncGate(options.clock)
    this.reflector = newReflector(this)
  }

  get namespace(): string | undefined {
    return this.#options.namespace
  }

  /** Why reads of it are rejected, or would be if there were no store. */
  get obstacle(): Error | undefined {
    return this.#gate.obstacle
  }

  covers(namespace: string): boolean {
    return this.namespace === undefined || this.namespace === namespace
  }

  /** Resolves when it may be read; rejects with what is in the way. */
  readable(): Promise<void> {
    return this.#gate.passed()
  }

  /** The API server answered. */
  answered(): void {
    this.lastError = undefined
    this.#gate.clear()
  }

  markSynced(): void {
    this.hasSynced = true
    this.wasListed = true
    this.#gate.open()
  }

  /** The kind is gone: there is nothing to read until it is there again. */
  free(): void {
    this.hasSynced = false
    this.resourceVersion = ''
    this.#gate.close(new NoKindMatchError(this.#options.gvk))
  }

  failed({ reason, error }: Incident): void {
    if (error !== undefined) this.lastError = error
    if (reason === 'unlisted') {
      this.lastError = new NoKindMatchError(this.#options.gvk)
      this.#gate.obstruct(new NoKindMatchError(this.#options.gvk), 0)
    } else if (error instanceof Error && reason !== 'missing') {
      this.#gate.obstruct(error, reason === 'refused' ? refusedMs : failingMs)
    }
  }

  /** Nothing is read any more. */
  stop(): void {
    this.#gate.clear()
  }
}

/** Orders resourceVersions, oldest first; one that cannot be compared counts as the oldest. */
export function resourceVersionOrder(left: string, right: string): number {
  return compareResourceVersions(left, right) ?? Number(left !== '') - Number(right !== '')
}
