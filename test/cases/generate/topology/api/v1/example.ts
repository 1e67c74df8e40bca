import type { CustomResource, Int32 } from 'kops'

// +groupName=topology.cases.kops.dev

export interface Port {
  name: string
  // +kubebuilder:default=TCP
  protocol: string
  number: Int32
}

// +structType=atomic
export interface Reference {
  kind: string
  name: string
}

// +listType=set
export type Names = string[]

export interface ExampleSpec {
  // +listType=map
  // +listMapKey=name
  // +listMapKey=protocol
  ports?: Port[]
  // +listType=set
  tags?: string[]
  // +listType=atomic
  steps?: string[]
  names?: Names
  // +mapType=atomic
  labels?: Record<string, string>
  // +mapType=granular
  annotations?: Record<string, string>
  reference?: Reference
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
