import type { JsonObject } from './json.ts'
import type { Int64, Time } from './scalars.ts'

/** Names an object that owns this one: it goes when the last owner goes. */
export interface OwnerReference {
  apiVersion: string
  kind: string
  name: string
  uid: string
  /** Whether this owner is the managing controller. At most one is. */
  controller?: boolean
  /** Whether the owner can't be deleted in the foreground before this object is. */
  blockOwnerDeletion?: boolean
}

/** Which manager owns which fields of an object, as server-side apply records it. */
export interface ManagedFieldsEntry {
  apiVersion?: string
  fieldsType?: string
  fieldsV1?: JsonObject
  manager?: string
  operation?: 'Apply' | 'Update'
  subresource?: string
  time?: Time
}

/** `meta/v1` ObjectMeta: what every object carries. Times are strings, as in JSON. */
export interface ObjectMeta {
  name?: string
  /** Prefix from which the server makes a name where `name` is absent. */
  generateName?: string
  /** Absent for a cluster-scoped object. */
  namespace?: string
  uid?: string
  /** Opaque; compare for equality only. */
  resourceVersion?: string
  /** Counts changes of the desired state. */
  generation?: Int64
  creationTimestamp?: Time
  deletionTimestamp?: Time
  deletionGracePeriodSeconds?: Int64
  labels?: Record<string, string>
  annotations?: Record<string, string>
  ownerReferences?: OwnerReference[]
  finalizers?: string[]
  managedFields?: ManagedFieldsEntry[]
  selfLink?: string
}

/** `meta/v1` Condition: one aspect of an object's observed state. */
export interface Condition {
  /** CamelCase, or a qualified name such as `example.com/Ready`. */
  type: string
  status: 'True' | 'False' | 'Unknown'
  /** The `metadata.generation` that was observed. */
  observedGeneration?: Int64
  lastTransitionTime: Time
  /** A CamelCase word for programs. */
  reason: string
  /** A sentence for people; may be empty. */
  message: string
}

/** One requirement of a label selector. */
export interface LabelSelectorRequirement {
  key: string
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  values?: string[]
}

/** `meta/v1` LabelSelector: both parts must hold. */
export interface LabelSelector {
  matchLabels?: Record<string, string>
  matchExpressions?: LabelSelectorRequirement[]
}

/** What every custom resource extends: the type and the metadata of an object. */
export interface CustomResource {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
}

/** A list of objects as the API server returns it. */
export interface ObjectList<T> {
  apiVersion: string
  kind: string
  metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: Int64 }
  items: T[]
}
