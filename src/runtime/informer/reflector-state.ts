import type { ListOptions, TypedObject, WatchEvent, WatchOptions } from '../client/client.ts'
import type { ObjectList } from '../../apimachinery/object-meta.ts'
import type { MetaNamespaceKey } from './informer.ts'
import type { ObjectMap } from './object-map.ts'

/** A list that is being received. `objects` grows until the list is whole. */
export interface Receiving<T extends TypedObject> {
  /** Where the list starts: at least this resourceVersion, or `''` for the newest. */
  readonly since: string
  readonly objects: ObjectMap<T>
  /** Keys of objects in the list that cannot be used. */
  readonly malformed: Set<MetaNamespaceKey>
}

/** A streaming list: a watch that begins with every object, says where these end, and goes on as a watch. */
export interface Streaming<T extends TypedObject> extends Receiving<T> {
  readonly phase: 'streaming'
}

/** A paged list: the fallback for servers that have no streaming list, or whose streaming lists never end. */
export interface Listing<T extends TypedObject> extends Receiving<T> {
  readonly phase: 'listing'
  /** Where the next page begins. */
  readonly continue: string | undefined
  /** `false` after a list expired between two of its pages. */
  readonly isPaged: boolean
}

/** The store is whole: the watch keeps it so. */
export interface Watching {
  readonly phase: 'watching'
  /** Up to where the events are known. */
  readonly resourceVersion: string
  readonly openedAt: number
  /** Whether this watch has said anything. */
  readonly hasHeard: boolean
}

/**
 * A watch broke off, or ended without a word. The server's history may now end before our resourceVersion, as after
 * a restored etcd: a watch from there is silent for ever, and only a list (of one object) finds out.
 */
export interface Checking {
  readonly phase: 'checking'
  readonly resourceVersion: string
}

/** The server answered 404: discovery says whether it serves the kind. */
export interface Discovering {
  readonly phase: 'discovering'
}

/** One request to the server. */
export type Activity<T extends TypedObject> =
  Streaming<T> | Listing<T> | Watching | Checking | Discovering

/** Nothing is asked for a while. */
export interface Waiting<T extends TypedObject> {
  readonly phase: 'waiting'
  readonly delayMs: number
  readonly next: Activity<T>
}

/**
 * Where a reflector stands. Every state but `stopped` has one thing that it waits for, so that there is never more
 * than one request or timer.
 *
 * ```text
 * streaming ── end of the initial list ──▶ watching ── clean end ──▶ watching
 *     │ not served                           │ ▲  └─ silent to its end ─▶ checking ─┐
 *     ▼                                      │ │  └─ broken off ─────────▶ checking ─┤
 *  listing ── last page ──▶ watching         │ └──────────── the server is there ───┤
 *                                            └─ 410, or the server is behind ─▶ streaming
 *
 * any of them ── 404 ──▶ discovering ── the kind is listed, or no answer ──▶ streaming
 *                          │      ▲
 *                          └──────┘ the kind is not listed; twice 10 s apart: the store is freed
 * ```
 */
export type ReflectorState<T extends TypedObject> =
  Activity<T> | Waiting<T> | { readonly phase: 'stopped' }

/** What can happen to a reflector. */
export type ReflectorInput<T extends TypedObject> =
  /** The stream said something. */
  | { readonly type: 'events'; readonly events: readonly WatchEvent<T>[] }
  /** A list, or a page of one, came. */
  | { readonly type: 'listed'; readonly list: ObjectList<T> }
  /** The stream ended as agreed, or was ended after its time. */
  | { readonly type: 'ended' }
  /** A streaming list made no progress for long, and did not end. */
  | { readonly type: 'silent' }
  /** Discovery answered. */
  | { readonly type: 'discovered'; readonly isServed: boolean }
  | { readonly type: 'failed'; readonly error: unknown }
  /** The wait is over. */
  | { readonly type: 'elapsed' }
  | { readonly type: 'stop' }

/** Objects in one answer of a paged list. */
export const pageSize = 500

/** The parameters of the watch that a state stands for. */
export function watchOptionsOf<T extends TypedObject>(
  state: Streaming<T> | Watching,
  timeoutSeconds: number,
): WatchOptions {
  if (state.phase === 'watching') return { resourceVersion: state.resourceVersion, timeoutSeconds }
  return {
    sendInitialEvents: true,
    resourceVersionMatch: 'NotOlderThan',
    resourceVersion: state.since === '' ? undefined : state.since,
    timeoutSeconds,
  }
}

/** The parameters of the list that a state stands for. */
export function listOptionsOf<T extends TypedObject>(state: Listing<T> | Checking): ListOptions {
  if (state.phase === 'checking') {
    const { resourceVersion } = state
    return { limit: 1, resourceVersion, resourceVersionMatch: 'NotOlderThan' }
  }
  const limit = state.isPaged ? pageSize : undefined
  if (state.continue !== undefined) return { limit, continue: state.continue }
  if (state.since === '') return { limit }
  return { limit, resourceVersion: state.since, resourceVersionMatch: 'NotOlderThan' }
}
