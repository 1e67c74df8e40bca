import type { CustomResource } from 'kops'

// +groupName=versions.cases.kops.dev

export interface ExampleSpec {
  name: string
  size?: string
}

// +kubebuilder:storageversion
// +kubebuilder:resource:shortName=ex
export interface Example extends CustomResource {
  spec: ExampleSpec
}
