import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import type { ResourceOf, TypedObject } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { IndexFunction } from './informer.ts'
import type { InformerMetrics } from './informer-metrics.ts'
import type { WatchingClient } from './lister-watcher.ts'
import type { Transform } from './transforms.ts'

/** Which objects of a kind an informer holds, and how. */
export interface InformerOptions<T extends TypedObject> {
  /** Default: all that there are. Each namespace costs a watch of its own. */
  readonly namespaces?: readonly string[] | undefined
  /** A selector in Kubernetes' syntax. The server applies it: what it does not select is never sent. */
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  /** Holds `metadata` alone. */
  readonly metadataOnly?: boolean | undefined
  readonly transform?: Transform<T> | undefined
  readonly indexers?: Readonly<Record<string, IndexFunction<T>>> | undefined
  /** Freezes stored objects, so that a change of one throws. Default: true. */
  readonly freeze?: boolean | undefined
}

/** What informers work with. */
export interface InformerEnvironment {
  readonly client: WatchingClient
  readonly clock: Clock
  readonly log: Logger
  readonly metrics?: InformerMetrics | undefined
  /** A number from 0 up to 1, `Math.random` by default. */
  readonly random?: (() => number) | undefined
}

/** What an informer of its own is made with. */
export interface SharedIndexInformerOptions<T extends TypedObject>
  extends InformerOptions<T>, InformerEnvironment {
  readonly resource: ResourceOf<T>
}

/** `group/version`, or `version` for the core group. */
export function apiVersionOf({ group, version }: GroupVersionKind): string {
  return group === '' ? version : `${group}/${version}`
}
