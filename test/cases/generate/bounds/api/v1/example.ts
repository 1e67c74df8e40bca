import type { CustomResource, Double, Int32 } from 'kops'

// +groupName=bounds.cases.kops.dev

export interface ExampleSpec {
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=10
  port: Int32
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:validation:ExclusiveMinimum=true
  // +kubebuilder:validation:Maximum=100
  // +kubebuilder:validation:ExclusiveMaximum=true
  open?: Int32
  // +kubebuilder:validation:MultipleOf=5
  step?: Int32
  // +kubebuilder:validation:MinLength=2
  // +kubebuilder:validation:MaxLength=4
  name?: string
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=2
  list?: string[]
  // +kubebuilder:validation:MinProperties=1
  // +kubebuilder:validation:MaxProperties=2
  map?: Record<string, string>
  // +kubebuilder:validation:Minimum=0.5
  // +kubebuilder:validation:Maximum=1.5
  ratio?: Double
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
