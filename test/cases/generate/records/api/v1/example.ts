import type { CustomResource, Int32 } from 'kops'

// +groupName=records.cases.kops.dev

export interface Limit {
  max: Int32
}

export interface ExampleSpec {
  labels: Record<string, string>
  signature?: { [key: string]: Int32 }
  limits?: Record<string, Limit>
  nested?: Record<string, Record<string, string>>
  lists?: Record<string, string[]>
  fixed?: Record<'a' | 'b', Int32>
  partial?: Partial<Record<'x' | 'y', string>>
  readonlyMap?: Readonly<Record<string, boolean>>
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
