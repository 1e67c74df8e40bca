import type {
  GroupVersionKind,
  GroupVersionResource,
} from '../../../apimachinery/group-version-kind.ts'
import type { Logger } from '../../log/logger.ts'
import type { UserInfo } from '../../manager/servers/access-review.ts'

/** What is about to happen to an object. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** `admission.k8s.io/v1` AdmissionRequest: what the API server asks a webhook about. */
export interface AdmissionRequest {
  /** Of this one question, and repeated in the answer. */
  readonly uid: string
  /** The kind of `object`: what the webhook is registered for. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subResource?: string
  /** What the user sent, where that was converted for the webhook. */
  readonly requestKind?: GroupVersionKind
  readonly requestResource?: GroupVersionResource
  readonly requestSubResource?: string
  /** Absent while the server has not made a name yet. */
  readonly name?: string
  readonly namespace?: string
  readonly operation: AdmissionOperation
  readonly userInfo: UserInfo
  /** The new object; none on DELETE. */
  readonly object?: unknown
  /** The object as it is stored; none on CREATE and CONNECT. */
  readonly oldObject?: unknown
  /** Nothing is stored: what the webhook does beside its answer must not happen. */
  readonly dryRun?: boolean
  /** `CreateOptions`, `UpdateOptions`, `PatchOptions` or `DeleteOptions` of the request. */
  readonly options?: Readonly<Record<string, unknown>>
}

/** What stands beside the object that a webhook judges. */
export interface AdmissionContext {
  readonly request: AdmissionRequest
  /** Names the object, the user and the question in every line. */
  readonly log: Logger
  /** Aborts when the API server waits no longer: an answer after that is not heard. */
  readonly signal: AbortSignal
}
