import type { CustomResource, Int32 } from 'kops'

// +groupName=union-nested.cases.kops.dev

export interface S3 {
  type: 's3'
  config: { bucket: string; region?: string }
}

export interface Disk {
  type: 'disk'
  config: { path: string; sizes: { min: Int32 } | { max: Int32 } }
}

export interface BackendSpec {
  store: S3 | Disk
  // Branches in lists and maps, and a union within a union.
  stores?: Record<string, (S3 | Disk)[]>
  when?: { event: 'start' } | { event: 'time'; at: { hour: Int32 } | { cron: string } }
}

export interface Backend extends CustomResource {
  spec: BackendSpec
}
