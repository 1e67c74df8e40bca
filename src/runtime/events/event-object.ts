import { renderApiVersion } from '../../apimachinery/api-version.ts'
import type { GroupVersionKind, ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { ObjectMeta } from '../../apimachinery/object-meta.ts'
import type { TypedObject } from '../client/client.ts'
import type { RecordedEvent } from './event-recorder.ts'

/** Which object an event is about. */
export interface ObjectReference {
  readonly apiVersion?: string
  readonly kind?: string
  readonly name?: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
}

/** `events.k8s.io/v1` Event, as far as it is written here. */
export interface EventObject {
  apiVersion: 'events.k8s.io/v1'
  kind: 'Event'
  metadata: ObjectMeta
  eventTime: string
  type: 'Normal' | 'Warning'
  reason: string
  action: string
  note: string
  reportingController: string
  reportingInstance: string
  regarding: ObjectReference
  related?: ObjectReference
  series?: EventSeries
}

/** How often the same was told, and when last. */
export interface EventSeries {
  readonly count: number
  readonly lastObservedTime: string
}

export const eventResource: ResourceDescriptor<EventObject> = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
  subresources: [],
}

/** What the API server takes at most. */
const longestNote = 1024
const longestWord = 128
const longestName = 253

export interface EventOrigin {
  readonly reportingController: string
  readonly reportingInstance: string
  readonly epochMs: number
  /** Makes the name of the event its own. */
  readonly suffix: string
}

/** The event as it is written for the first time. Whatever is too long is cut, since the server would refuse it. */
export function newEventObject(
  regarding: ObjectReference,
  event: RecordedEvent,
  origin: EventOrigin,
): EventObject {
  const { reportingController, reportingInstance, epochMs, suffix } = origin
  const name = (regarding.name ?? 'unknown').slice(0, longestName - suffix.length - 1)
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: {
      // A name may not end in what a cut may leave.
      name: `${name.replace(/[^a-z0-9]+$/, '') || 'event'}.${suffix}`,
      // Events of cluster-scoped objects stand where people look first.
      namespace: regarding.namespace ?? 'default',
      ...(event.annotations && { annotations: { ...event.annotations } }),
    },
    eventTime: renderMicroTime(epochMs),
    type: event.type ?? 'Normal',
    reason: cut(event.reason, longestWord),
    action: cut(event.action, longestWord),
    note: cut(event.note, longestNote),
    reportingController,
    reportingInstance: cut(reportingInstance, longestWord),
    regarding,
    ...(event.related && { related: referenceTo(event.related) }),
  }
}

/** What names an object in an event. */
export function referenceTo(object: TypedObject, kind?: GroupVersionKind): ObjectReference {
  const { name, namespace, uid, resourceVersion } = object.metadata ?? {}
  const apiVersion = object.apiVersion ?? (kind && renderApiVersion(kind))
  const kindName = object.kind ?? kind?.kind
  return {
    ...(apiVersion !== undefined && { apiVersion }),
    ...(kindName !== undefined && { kind: kindName }),
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  }
}

/** Events with one key are one series. The note may differ, and the object may have changed meanwhile. */
export function seriesKey(event: EventObject): string {
  const { type, action, reason, reportingController, reportingInstance } = event
  return JSON.stringify([
    type,
    action,
    reason,
    reportingController,
    reportingInstance,
    subjectOf(event.regarding),
    event.related && subjectOf(event.related),
  ])
}

/** A text for one object, whatever its version. */
export function subjectOf({ apiVersion, kind, namespace, name, uid }: ObjectReference): string {
  return [apiVersion, kind, namespace, name, uid].join('|')
}

/** `meta/v1` MicroTime: six digits after the point, always. */
export function renderMicroTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '000Z')
}

/** Cuts a text to a number of UTF-8 bytes, between two characters. */
function cut(text: string, mostBytes: number): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= mostBytes) return text
  let end = mostBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return new TextDecoder().decode(bytes.subarray(0, end))
}
