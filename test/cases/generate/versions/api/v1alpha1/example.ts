import type { CustomResource } from 'kops'

// +groupName=versions.cases.kops.dev

export interface ExampleSpec {
  name?: string
}

// +kubebuilder:unservedversion
// +kubebuilder:resource:shortName=ex
export interface Example extends CustomResource {
  spec: ExampleSpec
}
