import type { CustomResource, Int32 } from 'kops'

// +groupName=union-of-objects.cases.kops.dev

/** A local disk, or one that is attached. */
export type Disk =
  | { type: 'ssd'; iops: Int32; cache?: string }
  | { type: 'hdd'; rpm: Int32 }
  | { type: 'none' }

export interface MachineSpec {
  disk: Disk
  // A choice by the field that is there.
  source?: { inline: string } | { fromRef: { name: string } }
  // At least one of two.
  contact?: { email: string; phone?: string } | { email?: string; phone: string }
  // One of two, each with more than one field.
  login?: { user: string; password: string } | { token: string; issuer?: string } | null
}

export interface Machine extends CustomResource {
  spec: MachineSpec
}
