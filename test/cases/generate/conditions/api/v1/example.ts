import type { Condition, CustomResource } from 'kops'

// +groupName=conditions.cases.kops.dev

export interface ExampleSpec {
  name: string
}

/** What was observed. */
export interface ExampleStatus {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[]
  /** The last one. */
  last?: Condition
}

// +kubebuilder:subresource:status
export interface Example extends CustomResource {
  spec: ExampleSpec
  status?: ExampleStatus
}
