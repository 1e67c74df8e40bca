// +groupName=demanded.versions-contradicting.cases.kops.dev
import type { CustomResource } from 'kops'

// +kubebuilder:storageversion
export interface Server extends CustomResource {
  spec: { a: string; mode: 'x' }
}
