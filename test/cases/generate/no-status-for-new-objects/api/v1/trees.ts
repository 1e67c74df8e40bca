import type { CustomResource } from 'kops'

// +groupName=no-status-for-new-objects.cases.kops.dev

// +kubebuilder:subresource:status
export interface Tree extends CustomResource {
  spec: { name: string }
  status: { phase: 'Pending' | 'Ready' }
}

// +kubebuilder:subresource:status
export interface Shrub extends CustomResource {
  spec: { name: string }
  /** @default {"phase":"Pending"} */
  status: {
    // +kubebuilder:default=Pending
    phase: 'Pending' | 'Ready'
  }
}

// +kubebuilder:subresource:status
// +kubebuilder:validation:XValidation:rule="self.status.phase != self.spec.name",message="phase and name differ"
export interface Vine extends CustomResource {
  spec: { name: string }
  status?: { phase: string }
}
