import type { ObjectMeta } from './object-meta.ts'

/** One instance of any kind, read as JSON: what every object has, and fields that are not typed. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
  [field: string]: unknown
}
