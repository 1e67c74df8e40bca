import type { CustomResource, Int32 } from 'kops'

// +groupName=type-and-field.cases.kops.dev

/** A small whole number. */
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=100
export type Small = Int32

// +kubebuilder:validation:MinLength=2
// +kubebuilder:validation:Pattern=`^[a-z]+$`
export type Word = string

export interface ExampleSpec {
  // +kubebuilder:validation:Minimum=10
  // +kubebuilder:validation:Maximum=200
  small: Small
  // +kubebuilder:validation:MaxLength=4
  // +kubebuilder:validation:Pattern=`^a`
  word?: Word
  // +kubebuilder:default=5
  other: Small
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
