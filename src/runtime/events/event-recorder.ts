import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import type { TypedObject } from '../client/client.ts'

/** Something to tell people about an object, as `kubectl describe` shows it. */
export interface RecordedEvent {
  /** `Warning` for what should not happen. Default: `Normal`. */
  readonly type?: 'Normal' | 'Warning'
  /** Why, a CamelCase word for programs: `ScalingReplicaSet`. */
  readonly reason: string
  /** What was done, or failed: `Scale`. */
  readonly action: string
  /** A sentence for people; what is beyond 1,024 bytes is cut. */
  readonly note: string
  /** Another object that it is about. */
  readonly related?: TypedObject
  readonly annotations?: Readonly<Record<string, string>>
}

/** Tells people what happens to objects, through `events.k8s.io/v1`. */
export interface EventRecorder {
  /**
   * Records an event. It never waits and never fails: events are written in the background, repetitions are counted
   * as a series, and what is too much is dropped. `kind` is needed where the object does not say what it is.
   */
  event(regarding: TypedObject, event: RecordedEvent, kind?: GroupVersionKind): void
}
