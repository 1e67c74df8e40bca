import type { TypedObject } from '../client/client.ts'
import type { FailureKind } from './reflection-failure.ts'
import type { Activity } from './reflector-state.ts'

/** How a state answers a failure. */
export type Reaction =
  /** The same request after a while. */
  | 'again'
  /** Watch on where it broke, once the server says that its history reaches there: at once if the watch was good. */
  | 'resume'
  /** As `again` for a minute of failures, then `relist`. */
  | 'again-for-a-minute'
  /** Stream the list, at least as new as what is known. */
  | 'relist'
  /** Stream the newest list. */
  | 'relist-newest'
  /** Ask for pages instead. */
  | 'page'
  /** Ask for the whole list in one answer. */
  | 'list-whole'
  /** Ask discovery whether the kind is served. */
  | 'miss'

/** The error table: what each state does about each kind of failure. */
export const reactions: Readonly<
  Record<Activity<TypedObject>['phase'], Record<FailureKind, Reaction>>
> = {
  streaming: {
    expired: 'relist-newest',
    'too-large': 'relist-newest',
    missing: 'miss',
    busy: 'again',
    unreachable: 'again',
    refused: 'again',
    internal: 'page',
    unsupported: 'page',
    broken: 'page',
  },
  listing: {
    expired: 'list-whole',
    'too-large': 'relist-newest',
    missing: 'miss',
    busy: 'again',
    unreachable: 'again',
    refused: 'relist',
    internal: 'relist',
    unsupported: 'relist-newest',
    broken: 'relist',
  },
  watching: {
    expired: 'relist',
    'too-large': 'relist-newest',
    missing: 'miss',
    busy: 'again',
    unreachable: 'resume',
    refused: 'again',
    internal: 'again-for-a-minute',
    unsupported: 'relist',
    broken: 'resume',
  },
  checking: {
    expired: 'relist',
    'too-large': 'relist-newest',
    missing: 'miss',
    busy: 'again',
    unreachable: 'again',
    refused: 'again',
    internal: 'again',
    unsupported: 'relist',
    broken: 'again',
  },
  // Discovery gives no answer: the kind itself is asked for again.
  discovering: {
    expired: 'relist',
    'too-large': 'relist',
    missing: 'relist',
    busy: 'relist',
    unreachable: 'relist',
    refused: 'relist',
    internal: 'relist',
    unsupported: 'relist',
    broken: 'relist',
  },
}
