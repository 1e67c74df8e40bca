// +groupName=defaulted.versions-contradicting.cases.kops.dev
import type { CustomResource } from 'kops'

// +kubebuilder:storageversion
export interface Server extends CustomResource {
  spec: {
    port: string
    // +kubebuilder:default=deny
    accessPolicy: 'deny' | 'audit'
  }
}
