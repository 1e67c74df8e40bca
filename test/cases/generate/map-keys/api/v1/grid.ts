import type { CustomResource, Int32 } from 'kops'

// +groupName=map-keys.cases.kops.dev

// +kubebuilder:validation:Pattern=`^[a-z]+$`
// +kubebuilder:validation:MaxLength=5
export type Key = string

// +kubebuilder:validation:XValidation:rule="!self.startsWith('kube-')",message="the prefix kube- is reserved"
// +kubebuilder:validation:MinLength=3
export type Owner = string

/** @minimum 1 */
export type Count = Int32

// +kubebuilder:validation:MaxProperties=10
export type Row = Record<Key, Count[]>

export interface GridSpec {
  // +kubebuilder:validation:MaxProperties=10
  rows?: Record<Key, Count>
  // +kubebuilder:validation:MaxProperties=10
  nested?: Record<string, Row>
  // +kubebuilder:validation:MaxProperties=10
  owners?: Record<Owner, string>
}

export interface Grid extends CustomResource {
  spec: GridSpec
}
