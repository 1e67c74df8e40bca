import type { CustomResource } from 'kops'

// +groupName=one-of.cases.kops.dev

// +kubebuilder:validation:ExactlyOneOf=inline;reference
// +kubebuilder:validation:AtMostOneOf=left;right
// +kubebuilder:validation:AtLeastOneOf=left;other
export interface Source {
  inline?: string
  reference?: string
  left?: string
  right?: string
  other?: string
}

export interface ExampleSpec {
  source: Source
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
