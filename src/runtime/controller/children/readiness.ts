import { parseApiVersion } from '../../../apimachinery/api-version.ts'
import type { Condition } from '../../../apimachinery/object-meta.ts'
import type { TypedObject } from '../../client/client.ts'

/** Whether an object does what it is there for. */
export interface Readiness {
  /** `failed` will not become ready by waiting. */
  readonly state: 'ready' | 'progressing' | 'failed'
  /** Why it is not ready, for people; empty where it is. */
  readonly message: string
}

type Conditions = readonly Pick<Condition, 'type' | 'status' | 'message' | 'reason'>[]

/** What of the built-in kinds' specs and statuses says that they are ready. */
interface Observed {
  readonly spec: {
    readonly replicas?: number
    readonly type?: string
    readonly updateStrategy?: {
      readonly type?: string
      readonly rollingUpdate?: { readonly partition?: number }
    }
  }
  readonly status: {
    readonly observedGeneration?: number
    readonly replicas?: number
    readonly updatedReplicas?: number
    readonly readyReplicas?: number
    readonly availableReplicas?: number
    readonly currentRevision?: string
    readonly updateRevision?: string
    readonly desiredNumberScheduled?: number
    readonly updatedNumberScheduled?: number
    readonly numberAvailable?: number
    readonly phase?: string
    readonly loadBalancer?: { readonly ingress?: readonly unknown[] }
    readonly conditions?: Conditions
  }
}

const ready: Readiness = { state: 'ready', message: '' }

function waitFor(message: string): Readiness {
  return { state: 'progressing', message }
}

/** Waits for a number to be reached. */
function reach(have: number | undefined, want: number, what: string): Readiness | undefined {
  return (have ?? 0) < want ? waitFor(`${have ?? 0} of ${want} ${what}`) : undefined
}

/** The first thing that is not as it should be. */
function firstOf(...checks: readonly (Readiness | undefined)[]): Readiness {
  return checks.find((each) => each !== undefined) ?? ready
}

const deadlineExceeded = {
  type: 'Progressing',
  status: 'False',
  reason: 'ProgressDeadlineExceeded',
} as const

/** Each says what a kind waits for. */
const checks: Readonly<Record<string, (object: Observed) => Readiness>> = {
  'apps/Deployment': ({ spec: { replicas = 1 }, status }) =>
    firstOf(
      failedBy(status.conditions, deadlineExceeded),
      reach(status.updatedReplicas, replicas, 'replicas updated'),
      (status.replicas ?? 0) > (status.updatedReplicas ?? 0)
        ? waitFor('old replicas are still there')
        : undefined,
      reach(status.availableReplicas, replicas, 'replicas available'),
    ),
  'apps/StatefulSet': ({ spec: { replicas = 1, updateStrategy }, status }) => {
    const partition = updateStrategy?.rollingUpdate?.partition ?? 0
    const isRolledByHand = updateStrategy?.type === 'OnDelete'
    return firstOf(
      reach(status.readyReplicas, replicas, 'replicas ready'),
      isRolledByHand
        ? undefined
        : reach(status.updatedReplicas, Math.max(0, replicas - partition), 'replicas updated'),
      !isRolledByHand && partition === 0 && status.currentRevision !== status.updateRevision
        ? waitFor('old replicas are still there')
        : undefined,
    )
  },
  'apps/DaemonSet': ({ spec: { updateStrategy }, status }) => {
    const want = status.desiredNumberScheduled ?? 0
    return firstOf(
      updateStrategy?.type === 'OnDelete'
        ? undefined
        : reach(status.updatedNumberScheduled, want, 'pods updated'),
      reach(status.numberAvailable, want, 'pods available'),
    )
  },
  'apps/ReplicaSet': ({ spec: { replicas = 1 }, status }) =>
    firstOf(
      failedBy(status.conditions, { type: 'ReplicaFailure', status: 'True' }),
      reach(status.availableReplicas, replicas, 'replicas available'),
    ),
  'batch/Job': ({ status }) =>
    firstOf(
      failedBy(status.conditions, { type: 'Failed', status: 'True' }),
      isTrue(status.conditions, 'Complete') ? undefined : waitFor('the job is not complete'),
    ),
  '/Service': ({ spec, status }) =>
    spec.type === 'LoadBalancer' && !status.loadBalancer?.ingress?.length
      ? waitFor('the load balancer has no address')
      : ready,
  '/PersistentVolumeClaim': ({ status: { phase } }) =>
    firstOf(
      phase === 'Lost' ? { state: 'failed', message: 'the volume is lost' } : undefined,
      phase === 'Bound' ? undefined : waitFor('no volume is bound'),
    ),
  '/Pod': ({ status: { phase, conditions } }) =>
    firstOf(
      phase === 'Failed' ? { state: 'failed', message: 'the pod has failed' } : undefined,
      phase === 'Succeeded' || isTrue(conditions, 'Ready')
        ? undefined
        : waitFor('the pod is not ready'),
    ),
  'apiextensions.k8s.io/CustomResourceDefinition': ({ status: { conditions } }) =>
    isTrue(conditions, 'Established') ? ready : waitFor('the kind is not served yet'),
}

/**
 * Whether an object of any kind is ready: workloads when their replicas are, jobs when complete, claims when bound;
 * of other kinds the condition `Ready` decides where there is one. One whose controller has not seen its newest spec
 * is not ready, and neither is one that is being deleted.
 */
export function readinessOf(object: TypedObject): Readiness {
  if (object.metadata?.deletionTimestamp !== undefined) return waitFor('it is being deleted')
  const { spec, status } = object as TypedObject & Partial<Observed>
  const observed = { spec: spec ?? {}, status: status ?? {} }
  const kind = groupKindOf(object)
  if (isBehind(object, kind, observed)) return waitFor('the newest spec is not observed yet')
  const check = checks[kind] ?? readyCondition
  return check(observed)
}

/** `group/Kind` */
function groupKindOf({ apiVersion = '', kind = '' }: TypedObject): string {
  return `${parseApiVersion(apiVersion)?.group ?? ''}/${kind}`
}

/** The workloads' controllers always say what they have seen; nothing means that they have not looked yet. */
function isBehind({ metadata }: TypedObject, kind: string, { status }: Observed): boolean {
  const observed = status.observedGeneration ?? (kind.startsWith('apps/') ? 0 : undefined)
  return observed !== undefined && Number(observed) < Number(metadata?.generation ?? 0)
}

function readyCondition({ status: { conditions } }: Observed): Readiness {
  const condition = find(conditions, 'Ready')
  if (condition === undefined || condition.status === 'True') return ready
  return waitFor(condition.message || condition.reason || 'it is not ready')
}

function find(conditions: Conditions | undefined, type: string): Conditions[number] | undefined {
  return Array.isArray(conditions) ? conditions.find((each) => each.type === type) : undefined
}

function isTrue(conditions: Conditions | undefined, type: string): boolean {
  return find(conditions, type)?.status === 'True'
}

/** A condition that says that waiting does not help. */
function failedBy(
  conditions: Conditions | undefined,
  failure: { readonly type: string; readonly status: string; readonly reason?: string },
): Readiness | undefined {
  const condition = find(conditions, failure.type)
  if (condition?.status !== failure.status) return undefined
  if (failure.reason !== undefined && condition.reason !== failure.reason) return undefined
  return { state: 'failed', message: condition.message || condition.reason }
}
