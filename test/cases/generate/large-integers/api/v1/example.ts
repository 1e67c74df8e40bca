import type { CustomResource, Int64 } from 'kops'

// +groupName=large-integers.cases.kops.dev

export interface ExampleSpec {
  // +kubebuilder:default=9007199254740993
  quota: Int64
  bytes?: Int64
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
