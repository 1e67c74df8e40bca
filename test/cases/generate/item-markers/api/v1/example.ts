import type { CustomResource, Int32 } from 'kops'

// +groupName=item-markers.cases.kops.dev

export interface ExampleSpec {
  // +kubebuilder:validation:MaxItems=3
  // +kubebuilder:validation:items:MaxLength=3
  // +kubebuilder:validation:items:Pattern=`^[a-z]+$`
  names: string[]
  // +kubebuilder:validation:items:Minimum=0
  // +kubebuilder:validation:items:Enum=0;2;4
  even?: Int32[]
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
